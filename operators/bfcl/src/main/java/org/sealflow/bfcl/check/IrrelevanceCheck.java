package org.sealflow.bfcl.check;

import java.util.List;

/** The benchmark's (unused) check that no call is made where none should (4.4). */
public final class IrrelevanceCheck {
  private IrrelevanceCheck() {}

  /**
   * The verdict.
   *
   * @param turns the policy's turns of decoded steps of calls
   * @param groundTruth the ground truth's calls per turn
   */
  public static Verdict of(List<List<List<String>>> turns, List<List<String>> groundTruth) {
    for (int turn = 0; turn < groundTruth.size(); turn++) {
      if (turn >= turns.size()) {
        return Verdict.raised("IndexError", "list index out of range");
      }
      if (groundTruth.get(turn).isEmpty() && !isEmpty(turns.get(turn))) {
        return Verdict.invalid(
            "multi_turn:irrelevance_error:decoder_success",
            "Model outputs valid function calls when it should not for turn " + turn + ".");
      }
    }
    return Verdict.VALID;
  }

  /** No step, or one step without a call: how the checkers recognise an empty turn. */
  static boolean isEmpty(List<List<String>> steps) {
    return steps.isEmpty() || (steps.size() == 1 && steps.get(0).isEmpty());
  }
}
