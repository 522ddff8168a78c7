package org.sealflow.rollout;

/** What the version is against which the planner holds batches back. */
public enum VersionRule {
  /** The newest version of the policy that has been published; nothing starts before the first. */
  POLICY,
  /** How many batches have settled without a gap from batch 0 on: for runs without a learner. */
  BATCHES
}
