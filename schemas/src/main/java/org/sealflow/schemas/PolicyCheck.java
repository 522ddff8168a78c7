package org.sealflow.schemas;

/** Checks the records of the learner. */
final class PolicyCheck {
  private PolicyCheck() {}

  static void check(PolicyUpdate update, Problems problems) {
    problems.filled("policyName", update.getPolicyName());
    problems.filled("runId", update.getRunId());
    problems.atLeast(0, "version", update.getVersion());
    problems.atLeastOrNull(0, "parentVersion", update.getParentVersion());
    problems.atLeastOrNull(0, "batchNumber", update.getBatchNumber());
    problems.expect(
        update.getParentVersion() == null || update.getParentVersion() < update.getVersion(),
        "parentVersion is " + update.getParentVersion() + " of version " + update.getVersion());
    problems.present("format", update.getFormat());
    problems.expect(
        (update.getFormat() == WeightsFormat.NONE) == (update.getWeightsUri() == null),
        "weightsUri does not fit the format " + update.getFormat());
    problems.together(
        "weightsUri", update.getWeightsUri(), "weightsDigest", update.getWeightsDigest());
    problems.filledOrNull("weightsUri", update.getWeightsUri());
    problems.present("publishedAt", update.getPublishedAt());
  }

  static void check(TrainingStep step, Problems problems) {
    problems.filled("runId", step.getRunId());
    problems.filled("policyName", step.getPolicyName());
    problems.atLeast(0, "batchNumber", step.getBatchNumber());
    problems.atLeast(1, "version", step.getVersion());
    problems.present("groups", step.getGroups());
    problems.present("metrics", step.getMetrics());
    problems.expect(
        step.getRefusal() == null || !step.getApplied(), "the step is applied and refused");
    BatchCheck.lowering(step.getRateLowering(), problems);
    problems.present("startedAt", step.getStartedAt());
    problems.present("endedAt", step.getEndedAt());
    if (step.getGroups() != null) {
      step.getGroups().forEach(group -> group(group, problems));
    }
    problems.present("reliance", step.getReliance());
    if (step.getReliance() != null) {
      step.getReliance()
          .forEach((patch, sum) -> PatchCheck.reliance("reliance of " + patch, sum, problems));
    }
  }

  private static void group(GroupStep group, Problems problems) {
    problems.filled("groupId", group.getGroupId());
    problems.filled("taskId", group.getTaskId());
    problems.present("outcome", group.getOutcome());
    problems.expect(
        group.getOutcome() == GroupOutcome.USED || group.getAdvantages().isEmpty(),
        "group " + group.getGroupId() + " has advantages although it is not USED");
  }
}
