package org.sealflow.learn.algorithm;

/** The outcomes of a turn when it is compared with the same turn of other episodes. */
public enum TurnOutcome {
  /** It went well and counts 1. */
  RIGHT,
  /** It did not and counts 0. */
  WRONG,
  /** Nothing can be said: the turn carries no advantage. */
  UNJUDGED;

  /** 1 if right, 0 if wrong; of a judged turn only. */
  double reward() {
    return this == RIGHT ? 1 : 0;
  }
}
