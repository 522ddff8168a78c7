package org.sealflow.rollout.plan;

/** Which tasks the groups of a training batch play. */
public enum TaskChoice {
  /** Every task once before any is played again, in a random order. */
  EPOCHS,
  /** More often those that the policy solves sometimes: see {@link Learnability}. */
  LEARNABILITY
}
