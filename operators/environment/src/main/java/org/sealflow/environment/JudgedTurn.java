package org.sealflow.environment;

import java.util.List;
import org.sealflow.schemas.TurnJudgement;

/** The rule that judges a reached turn by itself, whatever state it began in. */
public final class JudgedTurn {
  private JudgedTurn() {}

  /**
   * Judges one turn.
   *
   * @param made the policy's calls, with those that were refused
   * @param rerun the result of playing a failed turn again in the ground truth's state
   */
  public static TurnJudgement of(Tag tag, List<VerifiedCall> made, Rerun rerun) {
    return switch (tag) {
      case CHECKER_ERROR, GT_ERROR -> TurnJudgement.UNJUDGED;
      case SPURIOUS_TOOL_CALL -> TurnJudgement.WRONG;
      case PASS, CORRECT_ABSTENTION -> rightUnlessRefused(made);
      case EMPTY_TURN_MODEL_RESPONSE, STATE_MISMATCH, RESPONSE_MISMATCH, INSTANCE_MISMATCH ->
          switch (rerun) {
            case PASSES -> rightUnlessRefused(made);
            case NAMES_DRAWN_IDENTIFIERS -> TurnJudgement.UNJUDGED;
            case FAILS, NOT_NEEDED -> TurnJudgement.WRONG;
          };
    };
  }

  private static TurnJudgement rightUnlessRefused(List<VerifiedCall> made) {
    for (VerifiedCall call : made) {
      if (call.isRefused()) {
        return TurnJudgement.WRONG;
      }
    }
    return TurnJudgement.RIGHT;
  }
}
