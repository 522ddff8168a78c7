package org.sealflow.jobs.cli.replay.tau;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.task.RewardPart;

/** The verdicts of an episode of tau2-bench. */
enum TauVerdict {
  PASSED,
  FAILED,
  /** It passes if a judge finds its natural-language assertions met. */
  OPEN,
  /** The evaluation itself ended in an error. */
  RAISED,
  /** It was played without a task. */
  WITHOUT_TASK,
  /** It broke down through no fault of the agent. */
  INFRASTRUCTURE,
  /** Its calls cannot be executed again. */
  UNVERIFIED;

  /**
   * The verdict on an executed episode.
   *
   * @param judged whether the natural-language assertions were judged; otherwise each was taken as
   *     met
   */
  static TauVerdict of(@Nullable Judgement judgement, boolean judged) {
    if (judgement == null) {
      return WITHOUT_TASK;
    }
    if (judgement.failure() != null) {
      return RAISED;
    }
    if (judgement.reward() != null && !judgement.passed()) {
      return FAILED;
    }
    boolean open = judgement.reward() == null || (!judged && restsOnAssertions(judgement));
    return open ? OPEN : PASSED;
  }

  private static boolean restsOnAssertions(Judgement judgement) {
    List<Boolean> language = judgement.checks().language();
    List<RewardPart> basis = judgement.basis();
    return language != null
        && !language.isEmpty()
        && basis != null
        && basis.contains(RewardPart.NL_ASSERTION);
  }
}
