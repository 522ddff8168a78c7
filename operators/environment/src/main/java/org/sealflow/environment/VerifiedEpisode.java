package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.TurnJudgement;

/**
 * The facts of a whole episode.
 *
 * @param official the benchmark's verdict; open if its checker itself raises or an unsupported call
 *     leaves it open
 * @param irrelevance the verdict of the benchmark's unused irrelevance check
 */
public record VerifiedEpisode(
    CheckAnswer official,
    CheckAnswer irrelevance,
    TaskProgress progress,
    TurnResults turns,
    Soundness soundness) {

  /**
   * The answer of a check of the benchmark.
   *
   * @param valid null if the check leaves it open or was not run
   * @param errorType the benchmark's error type; null if valid
   */
  public record CheckAnswer(@Nullable Boolean valid, @Nullable String errorType) {
    /** Begins the error types of episodes that nobody can judge. */
    public static final String UNJUDGED = "unjudged:";

    /** The answer of a check that the benchmark does not have. */
    public static final CheckAnswer NONE = new CheckAnswer(null, null);

    /** Whether the episode was played to its end and nothing says whether it is right. */
    public boolean isUnjudged() {
      return valid == null && errorType != null && errorType.startsWith(UNJUDGED);
    }
  }

  /**
   * How much of the task was done.
   *
   * @param share passed / scorable turns
   * @param shareWithIrrelevance with rightly abstained turns counted in
   * @param terminatedEarly whether the policy ended fewer turns than the ground truth has
   */
  public record TaskProgress(double share, double shareWithIrrelevance, boolean terminatedEarly) {}

  /**
   * The turns in short.
   *
   * @param tags one per ground-truth turn, padded
   * @param judgements one per ground-truth turn: whether the policy acted rightly in it, the
   *     episode's end aside
   * @param reached how many of the ground truth's turns began
   * @param firstDeviating the earliest turn that fails, is spurious or ends in another state; -1 if
   *     none does
   */
  public record TurnResults(
      List<Tag> tags, List<TurnJudgement> judgements, int reached, int firstDeviating) {}

  /**
   * Whether the episode says something about the policy.
   *
   * @param drifted whether any recorded result was not reproduced
   * @param taskDefective whether the ground truth itself fails under the rules in force
   * @param environmentFault why it does not, such as a proved fault of the simulated user; null if
   *     it does
   */
  public record Soundness(
      boolean drifted, boolean taskDefective, @Nullable String environmentFault) {}

  /**
   * The facts of a result that is an error text instead of turns.
   *
   * @param officialErrorType the benchmark's error type for it
   * @param irrelevanceErrorType the error type of its unused irrelevance check; null for none
   */
  public static VerifiedEpisode ofInferenceError(
      String officialErrorType, @Nullable String irrelevanceErrorType) {
    return new VerifiedEpisode(
        new CheckAnswer(false, officialErrorType),
        new CheckAnswer(null, irrelevanceErrorType),
        new TaskProgress(0, 0, true),
        new TurnResults(List.of(), List.of(), 0, -1),
        new Soundness(false, false, null));
  }
}
