package org.sealflow.rollout.branch;

import java.util.Optional;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdicts;

/**
 * A failed episode that a branch may start from.
 *
 * @param episodeId the episode
 * @param attempt the attempt that ended
 * @param groupId its group
 * @param sampleIndex its place there, from 0
 * @param rootCauseTurn the turn where the failure began, from 0
 * @param turns how many turns were reached
 */
public record Failed(
    String episodeId, int attempt, String groupId, int sampleIndex, int rootCauseTurn, int turns) {
  /**
   * The failure to branch off; empty if the episode succeeded, is a branch itself, or nobody knows
   * where its failure began.
   */
  public static Optional<Failed> of(String episodeId, int attempt, EpisodeDiagnosis diagnosis) {
    boolean aboutPolicy = Verdicts.isAboutPolicy(diagnosis.getVerdict());
    if (!aboutPolicy || diagnosis.getStrictSuccess() || diagnosis.getBranch() != null) {
      return Optional.empty();
    }
    int turns = Math.min(diagnosis.getTurns(), diagnosis.getTags().size());
    Integer root = diagnosis.getRootCauseTurn();
    int turn =
        root == null ? diagnosis.getJudgements().indexOf(TurnJudgement.WRONG) : root.intValue();
    return turn < 0 || turn >= turns
        ? Optional.empty()
        : Optional.of(
            new Failed(
                episodeId,
                attempt,
                diagnosis.getGroupId(),
                diagnosis.getSampleIndex(),
                turn,
                turns));
  }
}
