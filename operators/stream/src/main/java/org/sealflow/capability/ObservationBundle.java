package org.sealflow.capability;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;

/**
 * Observations of one capability that travel together.
 *
 * @param runId the run
 * @param kind what the capability is about
 * @param category the category it is observed in, or {@code *} for all
 * @param name its name within kind and category
 * @param parts what tells the observations apart, in the order they were made; at least one
 */
public record ObservationBundle(
    String runId, CapabilityKind kind, String category, String name, List<Part> parts) {
  /**
   * What an observation says beside what it is of, see {@link CapabilityObservation}.
   *
   * @param outcome how the episode went
   * @param tagWeight SEAL's dynamic weight of the tag; null unless the kind is TAG
   * @param sample what the signals of a task need; null unless the kind is TASK
   */
  public record Part(
      EpisodeOutcome outcome, @Nullable Double tagWeight, @Nullable TaskSample sample) {
    static Part of(CapabilityObservation observation) {
      return new Part(observation.outcome(), observation.tagWeight(), observation.sample());
    }
  }

  /** One observation alone. */
  static ObservationBundle of(CapabilityObservation observation) {
    return new ObservationBundle(
        observation.runId(),
        observation.kind(),
        observation.category(),
        observation.name(),
        List.of(Part.of(observation)));
  }

  /** The key its observations are counted by: the run and the capability. */
  public String key() {
    return Capabilities.key(runId, new Capability(kind, category, name));
  }

  /** The observations, in the order they were made. */
  List<CapabilityObservation> observations() {
    return parts.stream()
        .map(
            part ->
                new CapabilityObservation(
                    runId, kind, category, name, part.outcome, part.tagWeight, part.sample))
        .toList();
  }
}
