package org.sealflow.environment.conversation;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EndReason;

/** Reasons why a conversation is over. */
public enum EpisodeEnd {
  /** The policy ended the last turn, or a party of a dialogue ended it. */
  COMPLETED(EndReason.COMPLETED, null),
  /** The policy gave as many answers as it may, and turns are left. */
  STEP_LIMIT(EndReason.STEP_LIMIT, null),
  /** As many calls failed as may fail in a dialogue. */
  ERROR_LIMIT(EndReason.STEP_LIMIT, "too_many_errors"),
  /** The policy spoke although nobody is there to hear it. */
  SPOKE_ALONE(EndReason.COMPLETED, "agent_error"),
  /**
   * An answer was malformed, and the rules end the episode on that. Turns are missing from such an
   * episode, which is all the checker asks.
   */
  PARSE_ERROR(EndReason.COMPLETED, null);

  private final EndReason reason;
  private final @Nullable String message;

  EpisodeEnd(EndReason reason, @Nullable String message) {
    this.reason = reason;
    this.message = message;
  }

  /** The reason as events carry it. */
  public EndReason reason() {
    return reason;
  }

  /** What goes with the reason, in tau2-bench's words; null if the reason says it all. */
  public @Nullable String message() {
    return message;
  }
}
