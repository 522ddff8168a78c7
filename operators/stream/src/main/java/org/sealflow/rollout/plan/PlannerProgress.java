package org.sealflow.rollout.plan;

/**
 * The progress of a run's plan.
 *
 * @param startedAt when the run started for the first time, milliseconds since the epoch; -1 before
 * @param nextBatch number of the batch to start next
 * @param policyVersion newest version of the policy that was published; -1 before the first
 */
public record PlannerProgress(long startedAt, long nextBatch, long policyVersion) {
  static final PlannerProgress NONE = new PlannerProgress(-1, 0, -1);

  boolean started() {
    return startedAt >= 0;
  }

  PlannerProgress startedAt(long time) {
    return started() ? this : new PlannerProgress(time, nextBatch, policyVersion);
  }

  PlannerProgress withVersion(long published) {
    return new PlannerProgress(startedAt, nextBatch, Math.max(policyVersion, published));
  }

  PlannerProgress withBatchStarted() {
    return new PlannerProgress(startedAt, nextBatch + 1, policyVersion);
  }

  /**
   * The version that holds batches back.
   *
   * @param oldestOpen lowest number of a batch with episodes that have not ended; the next one
   *     where there is none
   */
  long version(VersionRule rule, long oldestOpen) {
    return switch (rule) {
      case POLICY -> policyVersion;
      case BATCHES -> oldestOpen;
    };
  }
}
