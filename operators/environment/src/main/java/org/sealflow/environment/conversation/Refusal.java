package org.sealflow.environment.conversation;

import java.util.List;

/**
 * Reasons why nothing of an answer was executed.
 *
 * @param cause what was wrong
 * @param reason the error, without the words that introduce it to the policy
 * @param calls the well-formed calls of the answer as call strings, in order; may be empty
 */
public record Refusal(Cause cause, String reason, List<String> calls) {
  /** The reasons to refuse an answer. */
  public enum Cause {
    /** It could not be parsed (environment-protocol.md 4.1). */
    FORM,
    /** A call has no name or no arguments, or its tool is not there (5.3). */
    CALL
  }

  public Refusal {
    calls = List.copyOf(calls);
  }
}
