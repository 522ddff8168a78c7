package org.sealflow.rollout.scripted;

import org.jspecify.annotations.Nullable;

/** The faults of a scripted policy, and the text that cures each if a fault names none. */
public enum FaultKind {
  /** A required argument is left out. Cured where its description says that it is required. */
  DROP_ARGUMENT("[required]"),
  /**
   * An argument has a value that is none of those its documentation declares. Cured where its
   * description lists what is allowed.
   */
  WRONG_VALUE("Allowed values"),
  /** An argument has another value of its kind. */
  OTHER_VALUE(null),
  /** The JSON of a call is broken. */
  MALFORMED_CALL(null),
  /** A tool is called that does not exist. */
  UNKNOWN_TOOL(null),
  /** A call is left out. */
  SKIP_CALL(null),
  /** Something is called in a turn in which nothing should be. */
  SPURIOUS_CALL(null),
  /**
   * The turn begins with a call in vain, and nothing follows its error. Cured, after the fact, by a
   * line of any text behind the error result.
   */
  NO_RECOVERY(null),
  /** A call too many changes the state. */
  EXTRA_EFFECT(null),
  /** Nothing is called in a turn. */
  EMPTY_TURN(null),
  /** Nothing is called from a turn on. */
  EARLY_STOP(null),
  /** A call is made over and over. */
  ENDLESS(null),
  /** The engine fails. */
  ENGINE_ERROR(null),
  /** The answer takes a while. */
  SLOW(null);

  private final @Nullable String marker;

  FaultKind(@Nullable String marker) {
    this.marker = marker;
  }

  /** The text that cures where a fault names none; null if nothing does. */
  @Nullable String marker() {
    return marker;
  }

  /** Whether the cure is looked for beside the argument concerned. */
  boolean concernsArgument() {
    return this == DROP_ARGUMENT || this == WRONG_VALUE || this == OTHER_VALUE;
  }
}
