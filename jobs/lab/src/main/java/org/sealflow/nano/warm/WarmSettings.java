package org.sealflow.nano.warm;

import org.jspecify.annotations.Nullable;
import org.sealflow.generate.TurnRange;
import org.sealflow.model.AdamWSettings;
import org.sealflow.nano.demonstration.MistakeRates;
import org.sealflow.settings.SameSection;
import org.sealflow.settings.SettingsProblems;

/**
 * Settings of a warm start.
 *
 * @param start model directory to go on from; null to begin with the induction start
 * @param turns how many user turns tasks have, those judged by included
 * @param mistakes how often turns are demonstrated wrongly, to be imitated so
 * @param seed what weights and examples are drawn from
 */
public record WarmSettings(
    @Nullable String start,
    TurnRange turns,
    MistakeRates mistakes,
    long seed,
    @SameSection Examples examples,
    @SameSection Steps steps) {

  /**
   * The demonstrations.
   *
   * @param contextLength the longest context of the policy, in tokens
   * @param vocabularyDemonstrations demonstrations that the tokenizer's entries are counted in
   * @param examplesPerPool examples drawn together, of which batches are made
   * @param promptWeight weight in the loss of tokens that the policy does not say, 0 to 1; its own
   *     have weight 1
   * @param decisionWeight weight of the first token of an answer, 1 or more: whether to call, to
   *     ask or to end the turn
   */
  public record Examples(
      int contextLength,
      int vocabularyDemonstrations,
      int examplesPerPool,
      double promptWeight,
      double decisionWeight) {
    /** Checks the ranges. */
    public Examples {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "contextLength", contextLength);
      problems.atLeast(1, "vocabularyDemonstrations", vocabularyDemonstrations);
      problems.atLeast(1, "examplesPerPool", examplesPerPool);
      problems.share("promptWeight", promptWeight);
      problems.expect(decisionWeight >= 1, "decisionWeight", decisionWeight, "1 or more");
      problems.throwIfAny();
    }
  }

  /**
   * How it is learned.
   *
   * @param tokensPerStep most tokens of a step, padding included
   * @param warmUpSteps steps over which the learning rate rises
   * @param largestNorm the norm that gradients are clipped to
   * @param optimizer the constants of AdamW
   */
  public record Steps(
      int tokensPerStep, int warmUpSteps, double largestNorm, AdamWSettings optimizer) {
    /** Checks the ranges. */
    public Steps {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "tokensPerStep", tokensPerStep);
      problems.atLeast(0, "warmUpSteps", warmUpSteps);
      problems.positive("largestNorm", largestNorm);
      problems.throwIfAny();
    }
  }
}
