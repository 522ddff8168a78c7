package org.sealflow.environment;

import java.util.Locale;

/** SEAL's label of a ground-truth turn (tasks-and-checker.md 5.3), as computed on a fresh world. */
public enum Tag {
  PASS,
  CORRECT_ABSTENTION,
  SPURIOUS_TOOL_CALL,
  EMPTY_TURN_MODEL_RESPONSE,
  STATE_MISMATCH,
  RESPONSE_MISMATCH,
  INSTANCE_MISMATCH,
  CHECKER_ERROR,
  GT_ERROR;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name SEAL's data uses, such as {@code state_mismatch}. */
  public String label() {
    return label;
  }

  /** Whether the turn went as it should: solved, or rightly left alone. */
  public boolean isSuccess() {
    return this == PASS || this == CORRECT_ABSTENTION;
  }
}
