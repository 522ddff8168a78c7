package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one turn.
 *
 * @param turn index of the turn
 * @param tag SEAL's tag on a clean world
 * @param reached whether the turn began; a turn that was not reached is padded as empty
 */
public record VerifiedTurn(
    int turn, Tag tag, boolean reached, TurnCalls calls, TurnDeviation deviation) {

  /**
   * The calls of a turn.
   *
   * @param made the policy's calls in order
   * @param undecodable texts of steps that decode to no call
   * @param truth the ground truth's calls in order
   * @param drift recorded results that re-execution does not reproduce
   */
  public record TurnCalls(
      List<VerifiedCall> made,
      List<String> undecodable,
      List<VerifiedCall> truth,
      List<DriftCell> drift) {}

  /**
   * How a turn departs from the ground truth.
   *
   * @param found failing, spurious, or ending with another state, private state included
   * @param first whether it is the earliest deviating turn of the episode
   * @param differences public attributes of the first class that differs, empty if states agree
   * @param missingResults ground-truth results the policy never saw
   * @param rerun what re-executing the failing turn from the ground truth's state shows
   * @param proved the failure as the environment proves it; null if the turn does not fail, or its
   *     failure is to be found by comparing calls
   */
  public record TurnDeviation(
      boolean found,
      boolean first,
      List<StateDifference> differences,
      List<String> missingResults,
      Rerun rerun,
      @Nullable ProvedFailure proved) {
    /** A turn that ends as the ground truth does. */
    public static final TurnDeviation NONE =
        new TurnDeviation(false, false, List.of(), List.of(), Rerun.NOT_NEEDED, null);
  }

  /** Whether the turn fails, is spurious, or ends with another state. */
  public boolean deviates() {
    return deviation.found;
  }
}
