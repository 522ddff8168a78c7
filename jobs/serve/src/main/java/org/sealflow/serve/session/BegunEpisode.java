package org.sealflow.serve.session;

import java.time.LocalDate;
import org.sealflow.environment.ReadyTask;

/**
 * An episode that begins.
 *
 * @param digest the task's digest
 * @param start what the caller asked for
 * @param modelName the name that the policy's world carries
 * @param asOf today as the episode's tools see it
 */
public record BegunEpisode(
    ReadyTask task,
    String digest,
    EpisodeStart start,
    Placement placement,
    String modelName,
    LocalDate asOf) {}
