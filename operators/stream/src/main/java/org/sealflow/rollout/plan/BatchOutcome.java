package org.sealflow.rollout.plan;

/**
 * The outcome of a batch.
 *
 * @param played episodes that say something about the policy, from 0
 * @param solved those of them that succeeded in the strict sense
 */
public record BatchOutcome(int played, int solved) {
  static final BatchOutcome NONE = new BatchOutcome(0, 0);

  BatchOutcome plus(boolean success) {
    return new BatchOutcome(played + 1, solved + (success ? 1 : 0));
  }

  BatchOutcome plus(BatchOutcome other) {
    return new BatchOutcome(played + other.played, solved + other.solved);
  }
}
