package org.sealflow.synthesize;

import java.util.Locale;

/** Reasons why a proposed task was not admitted. */
public enum TaskRefusal {
  /** It is no task: a field is missing or of the wrong type, or the form of its category is not. */
  MALFORMED,
  /** It has more turns, calls or words than a task may have. */
  TOO_LARGE,
  /** It refers to a service that does not exist, or to a start that is not one of those shown. */
  UNKNOWN_START,
  /** It calls a tool that does not exist, or that is not available at that turn. */
  UNKNOWN_TOOL,
  /** It calls no tool of a weak capability, or is of another category. */
  OFF_TARGET,
  /** Its services cannot be set up. */
  NOT_LOADABLE,
  /** A call of its ground truth fails, or the ground truth does not pass. */
  NOT_SOLVABLE,
  /** It passes without any call, or none of its calls changes or fetches anything. */
  TRIVIAL,
  /** A task of the same content is known or was admitted before. */
  DUPLICATE,
  /** A task that calls the same with the same values is known or was admitted before. */
  DUPLICATE_CALLS,
  /** It is a variant of a task of validation or test, or may be of one of their scenarios. */
  HELD_OUT,
  /** It came in an answer that held more tasks than are looked at. */
  SURPLUS;

  /** The name in files and on the command line, such as {@code not-solvable}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
