package org.sealflow.evolve.patch;

import java.util.Map;
import java.util.Optional;
import org.sealflow.schemas.TurnFailure;

/** The lines of capability hints: one per failure or tag, always the same. */
public final class Guidelines {
  private static final String ABSTAIN =
      "Where no tool fits, or a needed detail is missing, answer in plain text and call nothing.";

  private static final String CALL =
      "Where a tool serves the request, call it, and answer only after every part is done.";

  private static final String CHANGE =
      "Read the latest results before you change anything, and change only what is asked for.";

  private static final String FETCH =
      "Where the request asks to be told something, fetch it with a tool and never guess it.";

  private static final String TARGET =
      "Act only on targets that the conversation or an earlier result has named.";

  private static final Map<String, String> BY_TAG =
      Map.of(
          "spurious_tool_call", ABSTAIN,
          "empty_turn_model_response", CALL,
          "state_mismatch", CHANGE,
          "response_mismatch", FETCH,
          "instance_mismatch", TARGET);

  private Guidelines() {}

  /** The line that answers a failure; empty if none does. */
  public static Optional<String> ofFailure(TurnFailure failure) {
    return switch (failure) {
      case MISSING_CALL -> Optional.of(CALL);
      case SPURIOUS_CALL -> Optional.of(ABSTAIN);
      case WRONG_EFFECT -> Optional.of(CHANGE);
      case WRONG_RESPONSE -> Optional.of(FETCH);
      case INVALID_CALL, ARGUMENT_MISMATCH, RECOVERY_FAILURE -> Optional.empty();
    };
  }

  /** The line that answers a tag as SEAL spells it; empty if none does. */
  public static Optional<String> ofTag(String tag) {
    return Optional.ofNullable(BY_TAG.get(tag));
  }
}
