package org.sealflow.capability;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CapabilityKind;

/**
 * One observation of a capability.
 *
 * @param runId the run
 * @param kind what the capability is about
 * @param category the category it is observed in, or {@code *} for all
 * @param name its name within kind and category
 * @param outcome how the episode went
 * @param tagWeight SEAL's dynamic weight of the tag; null unless the kind is TAG
 * @param sample what the signals of a task need; null unless the kind is TASK
 */
public record CapabilityObservation(
    String runId,
    CapabilityKind kind,
    String category,
    String name,
    EpisodeOutcome outcome,
    @Nullable Double tagWeight,
    @Nullable TaskSample sample) {}
