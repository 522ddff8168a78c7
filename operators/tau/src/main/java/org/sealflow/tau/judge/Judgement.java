package org.sealflow.tau.judge;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.task.RewardPart;

/**
 * The verdict on a conversation.
 *
 * @param reward 0 or 1; null if it depends on natural-language assertions that nobody judged, or if
 *     the evaluation failed
 * @param basis what the reward depends on; null if the conversation was not scored by parts
 * @param breakdown the reward of each part; a part that nobody judged is missing
 * @param checks what was found, also beyond the basis
 * @param notes by part of the evaluation, as the benchmark words them
 * @param failure why there is no verdict; null if there is one
 */
public record Judgement(
    @Nullable Double reward,
    @Nullable List<RewardPart> basis,
    @Nullable Map<RewardPart, Double> breakdown,
    Checks checks,
    Notes notes,
    @Nullable Failure failure) {
  /**
   * The checks made; null lists were not checked.
   *
   * @param dbMatch whether all data are as after the reference solution
   * @param language whether the natural-language assertions are met, as far as judged
   * @param openAssertions the natural-language assertions that nobody judged
   */
  public record Checks(
      @Nullable Boolean dbMatch,
      @Nullable List<Check.OfEnvironment> environment,
      @Nullable List<Check.OfAction> actions,
      @Nullable List<Check.OfText> communicated,
      @Nullable List<Boolean> language,
      List<String> openAssertions) {
    static final Checks NONE = new Checks(null, null, null, null, null, List.of());
  }

  /**
   * Why a part had nothing to check; null if it had something.
   *
   * @param whole why nothing was checked at all
   */
  public record Notes(
      @Nullable String whole,
      @Nullable String environment,
      @Nullable String language,
      @Nullable String communicate,
      @Nullable String action) {
    static final Notes NONE = new Notes(null, null, null, null, null);

    static Notes of(String whole) {
      return new Notes(whole, null, null, null, null);
    }
  }

  /** An evaluation that raised an exception. */
  public record Failure(String type, String text) {}

  /** Whether the conversation passed. */
  public boolean passed() {
    return reward != null && reward == 1.0;
  }

  static Judgement failed(String type, String text) {
    return new Judgement(null, null, null, Checks.NONE, Notes.NONE, new Failure(type, text));
  }

  static Judgement unchecked(double reward, String note) {
    return new Judgement(reward, null, null, Checks.NONE, Notes.of(note), null);
  }
}
