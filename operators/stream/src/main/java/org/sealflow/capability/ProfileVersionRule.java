package org.sealflow.capability;

/** The versions under which profiles can count. */
public enum ProfileVersionRule {
  /**
   * The policy's: the highest among the steps of the episode. An episode that names none counts
   * under the newest seen in its run.
   */
  POLICY,
  /**
   * The batches of the run, for where no learner makes versions: the number of TRAIN batches all of
   * whose groups had settled when the episode ended. A group settles when all its episodes have
   * ended, in whatever way.
   */
  BATCHES
}
