package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one turn.
 *
 * @param turn index of the turn
 * @param tag SEAL's tag on a clean world
 * @param reached whether the turn began; a turn that was not reached is padded as empty
 * @param calls the policy's calls in order
 * @param undecodable texts of steps that decode to no call
 * @param truth the ground truth's calls in order
 * @param differences public attributes of the first class that differs, empty if states agree
 * @param missingResults ground-truth results the policy never saw
 * @param deviating failing, spurious, or ending with another state, private state included
 * @param firstDeviating whether it is the earliest deviating turn of the episode
 * @param rerun what re-executing the failing turn from the ground truth's state shows
 * @param drift recorded results that re-execution does not reproduce
 * @param proved the failure as the environment proves it; null if the turn does not fail, or its
 *     failure is to be found by comparing calls
 */
public record VerifiedTurn(
    int turn,
    Tag tag,
    boolean reached,
    List<VerifiedCall> calls,
    List<String> undecodable,
    List<VerifiedCall> truth,
    List<StateDifference> differences,
    List<String> missingResults,
    boolean deviating,
    boolean firstDeviating,
    Rerun rerun,
    List<DriftCell> drift,
    @Nullable ProvedFailure proved) {
  /** A turn whose failure, if it fails, is found by comparing calls. */
  public VerifiedTurn(
      int turn,
      Tag tag,
      boolean reached,
      List<VerifiedCall> calls,
      List<String> undecodable,
      List<VerifiedCall> truth,
      List<StateDifference> differences,
      List<String> missingResults,
      boolean deviating,
      boolean firstDeviating,
      Rerun rerun,
      List<DriftCell> drift) {
    this(
        turn,
        tag,
        reached,
        calls,
        undecodable,
        truth,
        differences,
        missingResults,
        deviating,
        firstDeviating,
        rerun,
        drift,
        null);
  }
}
