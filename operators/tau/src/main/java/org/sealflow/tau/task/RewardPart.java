package org.sealflow.tau.task;

/** The parts of a reward, in the order of the benchmark's breakdown. */
public enum RewardPart {
  DB,
  ENV_ASSERTION,
  ACTION,
  NL_ASSERTION,
  COMMUNICATE
}
