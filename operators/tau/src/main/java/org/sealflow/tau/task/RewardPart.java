package org.sealflow.tau.task;

/** What a reward can depend on, in the order of the benchmark's breakdown. */
public enum RewardPart {
  DB,
  ENV_ASSERTION,
  ACTION,
  NL_ASSERTION,
  COMMUNICATE
}
