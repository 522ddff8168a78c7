package org.sealflow.bfcl.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The benchmark's verdict on a whole result: that of its first failing turn (tasks-and-checker.md
 * 4.1, 4.3).
 */
public final class OfficialVerdict {
  private OfficialVerdict() {}

  /**
   * The verdict on judged turns.
   *
   * @param turnsExpected how many the ground truth has
   * @param turnsGiven how many the policy's result has
   */
  static Verdict of(List<TurnPass> turns, int turnsExpected, int turnsGiven) {
    if (turnsGiven != turnsExpected) {
      return Verdict.invalid(
          "multi_turn:force_terminated",
          "Model was force-terminated during inference phase. The length of the model result turns"
              + " ("
              + turnsGiven
              + ") does not match the length of the ground truth turns ("
              + turnsExpected
              + ").");
    }
    for (TurnPass turn : turns) {
      Verdict failed = failure(turn);
      if (failed != null) {
        return failed;
      }
    }
    return Verdict.VALID;
  }

  /** The verdict on the whole where a turn fails; null if the turn passes. */
  static @Nullable Verdict failure(TurnPass turn) {
    return switch (turn.tag()) {
      case PASS, CORRECT_ABSTENTION, SPURIOUS_TOOL_CALL -> null;
      case EMPTY_TURN_MODEL_RESPONSE ->
          Verdict.invalid(
              "multi_turn:empty_turn_model_response",
              "Model response list is empty for turn " + turn.index());
      case STATE_MISMATCH, INSTANCE_MISMATCH ->
          Verdict.invalid(
              "multi_turn:instance_state_mismatch",
              "Model instance does not match the state with ground truth instance in turn "
                  + turn.index()
                  + ".");
      case RESPONSE_MISMATCH ->
          Verdict.invalid(
              "multi_turn:execution_response_mismatch",
              "Model response execution results so far does not contain all the ground truth"
                  + " response execution results for turn "
                  + turn.index()
                  + ".");
      case CHECKER_ERROR, GT_ERROR -> {
        TurnPass.CheckerException exception = turn.checkerException();
        yield Verdict.raised(
            exception == null ? "Exception" : exception.pythonClass(),
            exception == null ? "" : exception.text());
      }
    };
  }

  /** The verdict on a result that is an error text instead of turns. */
  public static Verdict inferenceError(String text) {
    return Verdict.invalid("multi_turn:inference_error", text);
  }
}
