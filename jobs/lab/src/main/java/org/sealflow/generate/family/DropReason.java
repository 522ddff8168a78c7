package org.sealflow.generate.family;

/** Reasons why a drawn task was thrown away and drawn again. */
public enum DropReason {
  /** An action needs something that the services do not hold, such as an empty folder. */
  NOTHING_TO_ACT_ON,
  /** A call of the ground truth is answered by an error, or does nothing. */
  GROUND_TRUTH_ERROR,
  /** The ground truth calls a tool that is not documented at that turn. */
  TOOL_NOT_AVAILABLE,
  /** The ground truth as a policy does not pass in every turn, or not officially. */
  GROUND_TRUTH_FAILS
}
