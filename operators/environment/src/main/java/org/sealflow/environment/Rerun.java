package org.sealflow.environment;

/** The results of executing a failing turn again from the ground truth's state. */
public enum Rerun {
  /** The turn did not fail, or nothing came before it. */
  NOT_NEEDED,
  /** It passes there: the turn failed because of what happened before. */
  PASSES,
  /** It fails there too. */
  FAILS,
  /** Its calls name identifiers that were drawn in the episode and do not exist there. */
  NAMES_DRAWN_IDENTIFIERS
}
