package org.sealflow.capability;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.TagCell;
import org.sealflow.schemas.CapabilityKind;

/**
 * Counts of a capability, in bounded size.
 *
 * @param runId the run
 * @param kind what the capability is about
 * @param category the category it is observed in, or {@code *} for all
 * @param name its name within kind and category
 * @param total all observations
 * @param versions those of the last versions observed, oldest first
 * @param patchSets those by patch set, oldest first
 * @param task what its signals come from; null unless the kind is TASK
 * @param tagWeight the tag's dynamic weight at the newest observation; null unless the kind is TAG
 * @param version newest version observed; -1 before the first
 * @param observedAt when the newest observed episode ended, milliseconds since the epoch; -1 before
 *     the first
 */
public record ProfileCounts(
    String runId,
    CapabilityKind kind,
    String category,
    String name,
    TagCell total,
    List<VersionCell> versions,
    List<PatchSetCounts> patchSets,
    @Nullable TaskHistory task,
    @Nullable Double tagWeight,
    long version,
    long observedAt) {

  /** Nothing counted yet of what the observation is of. */
  static ProfileCounts begin(CapabilityObservation observation) {
    return new ProfileCounts(
        observation.runId(),
        observation.kind(),
        observation.category(),
        observation.name(),
        TagCell.EMPTY,
        List.of(),
        List.of(),
        null,
        null,
        -1,
        -1);
  }

  /** With one more observation, which must be of this capability. */
  ProfileCounts observe(CapabilityObservation observation, CapabilitySettings settings) {
    EpisodeOutcome outcome = observation.outcome();
    TaskHistory history = history(observation, settings.signals());
    if (!outcome.counted()) {
      return new ProfileCounts(
          runId,
          kind,
          category,
          name,
          total,
          versions,
          patchSets,
          history,
          tagWeight,
          version,
          observedAt);
    }
    return new ProfileCounts(
        runId,
        kind,
        category,
        name,
        total.observe(outcome.reward(), outcome.success()),
        VersionCell.with(versions, outcome, settings.windowVersions()),
        PatchSetCounts.with(patchSets, outcome),
        history,
        observation.tagWeight(),
        Math.max(version, outcome.version()),
        Math.max(observedAt, outcome.endedAt()));
  }

  private @Nullable TaskHistory history(
      CapabilityObservation observation, SignalSettings settings) {
    TaskSample sample = observation.sample();
    if (sample == null) {
      return task;
    }
    TaskHistory before = task == null ? TaskHistory.BEGIN : task;
    return before.with(sample, observation.outcome(), settings);
  }

  /** Whether anything was counted. */
  boolean isProfile() {
    return total.count() > 0;
  }

  /** The observations of the versions remembered. */
  TagCell window() {
    return versions.stream().map(VersionCell::cell).reduce(TagCell.EMPTY, TagCell::plus);
  }
}
