package org.sealflow.review;

/** The kinds of calls, by who executes them and what their arguments are. */
public enum CallKind {
  /** A function of the agent's tools; arguments are meant to be a JSON object. */
  FUNCTION,
  /** A tool of the agent that takes free text. */
  CUSTOM,
  /** Executed by the provider; its tool need not be among those offered. */
  HOSTED,
  /** A function whose arguments were not recorded. */
  UNRECORDED
}
