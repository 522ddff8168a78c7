package org.sealflow.learn.algorithm;

/** Which tokens of a trajectory carry its weight. */
public enum CreditRule {
  /** All, as in SEAL. */
  TRAJECTORY,
  /**
   * Those of its root-cause turns; the others keep the advantage as it was. Where none of its
   * tokens stands in a root-cause turn, all carry the weight.
   */
  ROOT_CAUSE_TURNS,
  /**
   * Those of its root-cause turns, and where the advantage is negative the others carry nothing:
   * the turns before were done well, and those after may only suffer from it. Where none of its
   * tokens stands in a root-cause turn, and where the advantage is not negative, all carry the
   * weighted advantage.
   */
  ROOT_CAUSE_ONLY,
  /**
   * Each turn carries its own advantage, times the weight of the trajectory: how much better it
   * went than the same turn of the group, see {@link TurnAdvantages}. Where nothing was diagnosed,
   * all tokens carry the weighted advantage.
   */
  TURNS
}
