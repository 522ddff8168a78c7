package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.TurnJudgement;

/**
 * The facts of a whole episode.
 *
 * @param officialValid the benchmark's verdict; null if its checker itself raises or an unsupported
 *     call leaves it open
 * @param officialErrorType the benchmark's error type, null if valid
 * @param irrelevanceValid the verdict of the benchmark's unused irrelevance check
 * @param irrelevanceErrorType its error type
 * @param progress passed / scorable turns
 * @param progressWithIrrelevance with rightly abstained turns counted in
 * @param terminatedEarly whether the policy ended fewer turns than the ground truth has
 * @param tags one per ground-truth turn, padded
 * @param judgements one per ground-truth turn: whether the policy acted rightly in it, the
 *     episode's end aside
 * @param turnsReached how many of the ground truth's turns began
 * @param firstDeviatingTurn the earliest turn that fails, is spurious or ends in another state; -1
 *     where none does
 * @param drifted whether any recorded result was not reproduced
 * @param taskDefective whether the ground truth itself fails under the rules in force
 * @param environmentFault why the episode says nothing about the policy, such as a proved fault of
 *     the simulated user; null if it does
 */
public record VerifiedEpisode(
    @Nullable Boolean officialValid,
    @Nullable String officialErrorType,
    @Nullable Boolean irrelevanceValid,
    @Nullable String irrelevanceErrorType,
    double progress,
    double progressWithIrrelevance,
    boolean terminatedEarly,
    List<Tag> tags,
    List<TurnJudgement> judgements,
    int turnsReached,
    int firstDeviatingTurn,
    boolean drifted,
    boolean taskDefective,
    @Nullable String environmentFault) {
  /** An episode that says something about the policy. */
  public VerifiedEpisode(
      @Nullable Boolean officialValid,
      @Nullable String officialErrorType,
      @Nullable Boolean irrelevanceValid,
      @Nullable String irrelevanceErrorType,
      double progress,
      double progressWithIrrelevance,
      boolean terminatedEarly,
      List<Tag> tags,
      List<TurnJudgement> judgements,
      int turnsReached,
      int firstDeviatingTurn,
      boolean drifted,
      boolean taskDefective) {
    this(
        officialValid,
        officialErrorType,
        irrelevanceValid,
        irrelevanceErrorType,
        progress,
        progressWithIrrelevance,
        terminatedEarly,
        tags,
        judgements,
        turnsReached,
        firstDeviatingTurn,
        drifted,
        taskDefective,
        null);
  }

  /**
   * The facts of a result that is an error text instead of turns.
   *
   * @param officialErrorType the benchmark's error type for it
   * @param irrelevanceErrorType the error type of its unused irrelevance check; null for none
   */
  public static VerifiedEpisode ofInferenceError(
      String officialErrorType, @Nullable String irrelevanceErrorType) {
    return new VerifiedEpisode(
        false,
        officialErrorType,
        null,
        irrelevanceErrorType,
        0,
        0,
        true,
        List.of(),
        List.of(),
        0,
        -1,
        false,
        false);
  }
}
