package org.sealflow.tau.live;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EndReason;

/** Why conversations end: the benchmark's words, and those of the stream. */
final class Termination {
  private static final String USER_STOP = "user_stop";
  private static final String AGENT_STOP = "agent_stop";

  private static final Map<String, EndReason> REASONS =
      Map.of(
          "agent_error", EndReason.COMPLETED,
          "max_steps", EndReason.STEP_LIMIT,
          "too_many_errors", EndReason.STEP_LIMIT,
          "context_window_exceeded", EndReason.STEP_LIMIT,
          "timeout", EndReason.DEADLINE,
          "user_error", EndReason.ENGINE_FAILURE,
          "infrastructure_error", EndReason.ENGINE_FAILURE,
          "unexpected_error", EndReason.ENGINE_FAILURE);

  private Termination() {}

  /** The reason of the stream; of an unknown word that of a conversation cut off. */
  static EndReason reason(String word) {
    return isWanted(word) ? EndReason.COMPLETED : REASONS.getOrDefault(word, EndReason.STEP_LIMIT);
  }

  /** What goes with the reason: the word itself, unless the reason says it all. */
  static @Nullable String message(String word) {
    return isWanted(word) ? null : word;
  }

  private static boolean isWanted(String word) {
    return word.equals(USER_STOP) || word.equals(AGENT_STOP);
  }

  /** The benchmark's word for the end of an attempt. */
  static String word(EndReason reason, @Nullable String message, boolean solo) {
    if (message != null && REASONS.containsKey(message)) {
      return message;
    }
    return switch (reason) {
      case COMPLETED, BRANCH_ENDED -> solo ? AGENT_STOP : USER_STOP;
      case STEP_LIMIT -> "max_steps";
      case DEADLINE -> "timeout";
      case ENGINE_FAILURE, CANCELLED, INFERENCE_ERROR -> "infrastructure_error";
    };
  }
}
