package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.schemas.Verdict;

/** Sealflow's own verdict on an ended attempt, beside the official one (design section 6). */
public final class EpisodeVerdict {
  private EpisodeVerdict() {}

  /** The verdict. */
  public static Verdict of(EndedEpisode ended) {
    return switch (ended.reason()) {
      case DEADLINE, ENGINE_FAILURE, CANCELLED, INFERENCE_ERROR -> Verdict.INFRASTRUCTURE_FAILED;
      case COMPLETED, STEP_LIMIT -> ofExecuted(ended.facts());
      case BRANCH_ENDED -> ofLastTurn(ended.facts());
    };
  }

  private static Verdict ofExecuted(VerifiedEpisode facts) {
    if (facts.soundness().taskDefective()) {
      return Verdict.TASK_DEFECTIVE;
    }
    if (facts.official().isUnjudged() && !facts.soundness().drifted()) {
      return Verdict.UNJUDGED;
    }
    Boolean valid = facts.official().valid();
    if (valid == null
        || facts.soundness().drifted()
        || facts.soundness().environmentFault() != null) {
      return Verdict.INFRASTRUCTURE_FAILED;
    }
    return valid ? Verdict.PASSED : Verdict.POLICY_FAILED;
  }

  /** Of a branch that ends with its first own turn: as the benchmark scores that turn. */
  private static Verdict ofLastTurn(VerifiedEpisode facts) {
    if (facts.soundness().taskDefective()) {
      return Verdict.TASK_DEFECTIVE;
    }
    int last = facts.turns().reached() - 1;
    if (facts.soundness().drifted() || last < 0 || last >= facts.turns().tags().size()) {
      return Verdict.INFRASTRUCTURE_FAILED;
    }
    return facts.turns().tags().get(last).isSuccess() ? Verdict.PASSED : Verdict.POLICY_FAILED;
  }

  /** Why, in a few words; null if the verdict is passed or the failing turns say it. */
  public static @Nullable String reason(EndedEpisode ended) {
    String message = ended.message();
    VerifiedEpisode facts = ended.facts();
    return switch (ended.reason()) {
      case DEADLINE -> withMessage("the episode did not end before its deadline", message);
      case ENGINE_FAILURE -> withMessage("the rollout engine failed", message);
      case CANCELLED -> withMessage("the rollout was cancelled", message);
      case INFERENCE_ERROR -> withMessage("the model's inference failed", message);
      case STEP_LIMIT -> "the step limit was reached";
      case BRANCH_ENDED ->
          facts.soundness().drifted() ? "recorded results are not reproduced" : null;
      case COMPLETED -> {
        if (facts.soundness().taskDefective()) {
          yield "the ground truth itself fails under the rules in force";
        }
        if (facts.soundness().environmentFault() != null) {
          yield facts.soundness().environmentFault();
        }
        if (facts.official().valid() == null) {
          yield "the benchmark's checker raised " + facts.official().errorType();
        }
        if (facts.soundness().drifted()) {
          yield "recorded results are not reproduced";
        }
        yield "multi_turn:force_terminated".equals(facts.official().errorType())
            ? "the number of turns differs from the task's"
            : null;
      }
    };
  }

  private static String withMessage(String reason, @Nullable String message) {
    return message == null ? reason : reason + ": " + message;
  }
}
