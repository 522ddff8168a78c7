package org.sealflow.learn.algorithm;

/** Which tokens of a trajectory carry its weight. */
public enum CreditRule {
  /** All, as in SEAL. */
  TRAJECTORY,
  /**
   * Those of its root-cause turns; the others keep the advantage as it was. Where none of its
   * tokens stands in a root-cause turn, all carry the weight.
   */
  ROOT_CAUSE_TURNS
}
