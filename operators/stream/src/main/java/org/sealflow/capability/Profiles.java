package org.sealflow.capability;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.TagCell;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.PatchSetUplift;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TaskSignals;
import org.sealflow.schemas.VersionStatistics;
import org.sealflow.statistics.Interval;

/** Makes profiles of what was counted. */
final class Profiles {
  private Profiles() {}

  /**
   * The profile.
   *
   * @throws IllegalArgumentException if nothing was counted
   */
  static CapabilityProfile of(ProfileCounts counts) {
    return Records.valid(
        new CapabilityProfile(
            counts.runId(),
            new Capability(counts.kind(), counts.category(), counts.name()),
            counts.version(),
            statistics(counts.total()),
            statistics(counts.window()),
            counts.versions().stream().map(Profiles::version).toList(),
            counts.patchSets().stream().map(Profiles::uplift).toList(),
            counts.tagWeight(),
            signals(counts.task()),
            Instant.ofEpochMilli(counts.observedAt())));
  }

  private static VersionStatistics version(VersionCell cell) {
    return new VersionStatistics(cell.version(), statistics(cell.cell()));
  }

  private static CapabilityStatistics statistics(TagCell cell) {
    Interval success = Interval.wilson(cell.successes(), cell.count());
    return new CapabilityStatistics(
        cell.count(),
        cell.successes(),
        cell.rewardSum(),
        cell.partialCount(),
        cell.successRate(),
        cell.rewardMean(),
        success.low(),
        success.high());
  }

  private static PatchSetUplift uplift(PatchSetCounts set) {
    PatchSetUplift uplift = new PatchSetUplift();
    uplift.setPatchSetDigest(set.digest());
    uplift.setPatchedCount(set.patched());
    uplift.setPatchedSuccesses(set.patchedSuccesses());
    uplift.setHoldoutCount(set.holdout());
    uplift.setHoldoutSuccesses(set.holdoutSuccesses());
    if (set.patched() > 0 && set.holdout() > 0) {
      Interval interval =
          Interval.newcombe(
              set.patchedSuccesses(), set.patched(), set.holdoutSuccesses(), set.holdout());
      uplift.setUplift(
          share(set.patchedSuccesses(), set.patched())
              - share(set.holdoutSuccesses(), set.holdout()));
      uplift.setUpliftLow(interval.low());
      uplift.setUpliftHigh(interval.high());
    }
    return uplift;
  }

  private static double share(long part, long whole) {
    return (double) part / whole;
  }

  private static @Nullable TaskSignals signals(@Nullable TaskHistory task) {
    return task == null
        ? null
        : new TaskSignals(
            task.forgetting(),
            task.boundary(),
            !task.rarePatterns().isEmpty(),
            List.copyOf(task.lastScores()),
            List.copyOf(task.rarePatterns()));
  }
}
