package org.sealflow.learn.algorithm;

/** How diagnoses weigh the advantages of a group. */
public enum WeightingRule {
  /**
   * SEAL's: the mean weight of a trajectory's tags, padding of unreached turns included, whatever
   * the sign of its advantage (arXiv 2605.24426, equations 10 to 12, as released).
   */
  SEAL,
  /** By sign and root cause, see {@link SignedWeighting}. */
  SIGNED,
  /** None: plain GRPO. */
  NONE,
  /**
   * Diagnoses of the batch dealt out anew at random, then weighed by another rule. What a rule
   * gains beyond this comes from the diagnoses and not from the mere change of scale.
   */
  RANDOM
}
