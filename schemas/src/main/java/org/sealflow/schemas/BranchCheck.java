package org.sealflow.schemas;

import org.jspecify.annotations.Nullable;

/** Checks branches. */
final class BranchCheck {
  private BranchCheck() {}

  /** Expects null, or a branch of a training episode. */
  static void check(@Nullable Branch branch, @Nullable Mode mode, Problems problems) {
    if (branch == null) {
      return;
    }
    problems.filled("branch.episodeId", branch.getEpisodeId());
    problems.atLeast(0, "branch.attempt", branch.getAttempt());
    problems.atLeast(0, "branch.turn", branch.getTurn());
    problems.expect(mode != Mode.EVAL, "branch is set although the mode is EVAL");
  }
}
