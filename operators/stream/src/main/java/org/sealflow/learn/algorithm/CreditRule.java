package org.sealflow.learn.algorithm;

/** Which advantage each turn of an episode carries. */
public enum CreditRule {
  /** All turns carry the advantage of the episode, as in GRPO and in SEAL. */
  TRAJECTORY,
  /**
   * Each turn carries its own advantage among the episodes that went well up to it, see {@link
   * TurnsSoFar}.
   */
  TURNS,
  /**
   * Each turn carries its own advantage among all episodes that reached it, by the benchmark's
   * verdict on the turn: a turn that fails because of an earlier one is a failure, see {@link
   * TurnCredit}.
   */
  TURNS_OFFICIAL,
  /**
   * Each turn carries its own advantage among all episodes in which it was judged, whatever state
   * the episode was in: a turn that fails because of an earlier one alone is right, see {@link
   * TurnCredit}.
   */
  TURNS_ORIGIN
}
