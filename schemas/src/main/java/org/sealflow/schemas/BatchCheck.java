package org.sealflow.schemas;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks batch manifests. */
final class BatchCheck {
  private BatchCheck() {}

  static void check(BatchManifest manifest, Problems problems) {
    problems.filled("runId", manifest.getRunId());
    problems.atLeast(0, "batchNumber", manifest.getBatchNumber());
    problems.present("mode", manifest.getMode());
    problems.atLeast(0, "policyVersion", manifest.getPolicyVersion());
    problems.present("plannedAt", manifest.getPlannedAt());
    problems.present("groups", manifest.getGroups());
    lowering(manifest.getRateLowering(), problems);
    Double spent = manifest.getBudgetSpent();
    problems.expect(
        spent == null || spent >= 0, () -> "budgetSpent is " + spent + ", expected 0 or more");
    if (manifest.getGroups() != null) {
      groups(manifest, problems);
    }
  }

  /** Expects null or a lowering that lowers. */
  static void lowering(@Nullable RateLowering lowering, Problems problems) {
    if (lowering != null) {
      problems.atLeast(1, "rateLowering.number", lowering.getNumber());
      problems.expect(
          lowering.getFactor() > 0 && lowering.getFactor() < 1,
          () ->
              "rateLowering.factor is "
                  + lowering.getFactor()
                  + ", expected more than 0 and less than 1");
      problems.filled("rateLowering.reason", lowering.getReason());
    }
  }

  private static void groups(BatchManifest manifest, Problems problems) {
    long count = manifest.getGroups().stream().filter(group -> group.getBranch() == null).count();
    problems.expect(count > 0, "no group begins at the beginning");
    problems.expect(
        manifest.getGroupsNeeded() >= 1 && manifest.getGroupsNeeded() <= count,
        "groupsNeeded is "
            + manifest.getGroupsNeeded()
            + " of "
            + count
            + " groups that are no branches");
    Set<String> seen = new HashSet<>();
    for (PlannedGroup group : manifest.getGroups()) {
      problems.filled("groupId", group.getGroupId());
      problems.expect(
          seen.add(group.getGroupId()), "groupId " + group.getGroupId() + " is there twice");
      problems.filled("taskId", group.getTaskId());
      problems.filled("taskDigest", group.getTaskDigest());
      problems.atLeast(1, "size", group.getSize());
      problems.present("arm", group.getArm());
      problems.expect(
          manifest.getMode() != Mode.EVAL || group.getArm() == Arm.HOLDOUT,
          "group " + group.getGroupId() + " is not HOLDOUT although the mode is EVAL");
      BranchCheck.check(group.getBranch(), manifest.getMode(), problems);
    }
  }
}
