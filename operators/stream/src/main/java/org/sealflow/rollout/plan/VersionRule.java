package org.sealflow.rollout.plan;

/** The versions against which the planner can hold batches back. */
public enum VersionRule {
  /** The newest version of the policy that has been published; nothing starts before the first. */
  POLICY,
  /** How many batches have settled without a gap from batch 0 on: for runs without a learner. */
  BATCHES
}
