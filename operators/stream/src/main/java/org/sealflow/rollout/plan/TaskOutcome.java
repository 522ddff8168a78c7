package org.sealflow.rollout.plan;

/**
 * The outcome of an episode of a batch.
 *
 * @param batch its batch
 * @param taskId what it played
 * @param counts whether it says anything about the policy
 * @param solved whether it succeeded in the strict sense
 */
public record TaskOutcome(long batch, String taskId, boolean counts, boolean solved) {}
