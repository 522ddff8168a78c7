package org.sealflow.schemas;

import java.util.HashSet;
import java.util.Set;

/** What makes a batch manifest valid. */
final class BatchCheck {
  private BatchCheck() {}

  static void check(BatchManifest manifest, Problems problems) {
    problems.filled("runId", manifest.getRunId());
    problems.atLeast(0, "batchNumber", manifest.getBatchNumber());
    problems.present("mode", manifest.getMode());
    problems.atLeast(0, "policyVersion", manifest.getPolicyVersion());
    problems.present("plannedAt", manifest.getPlannedAt());
    problems.present("groups", manifest.getGroups());
    if (manifest.getGroups() != null) {
      groups(manifest, problems);
    }
  }

  private static void groups(BatchManifest manifest, Problems problems) {
    int count = manifest.getGroups().size();
    problems.expect(count > 0, "groups are empty");
    problems.expect(
        manifest.getGroupsNeeded() >= 1 && manifest.getGroupsNeeded() <= count,
        "groupsNeeded is " + manifest.getGroupsNeeded() + " of " + count + " groups");
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
    }
  }
}
