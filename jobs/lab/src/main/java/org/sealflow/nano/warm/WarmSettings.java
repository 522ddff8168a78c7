package org.sealflow.nano.warm;

import org.jspecify.annotations.Nullable;
import org.sealflow.generate.TurnRange;
import org.sealflow.model.AdamWSettings;
import org.sealflow.nano.demonstration.MistakeRates;

/**
 * Settings of a warm start.
 *
 * @param start model directory to go on from; null to begin with the induction start
 * @param turns how many user turns tasks have, those judged by included
 * @param mistakes how often turns are demonstrated wrongly, to be imitated so
 * @param seed what weights and examples are drawn from
 * @param contextLength the longest context of the policy, in tokens
 * @param vocabularyDemonstrations demonstrations that the tokenizer's entries are counted in
 * @param tokensPerStep most tokens of a step, padding included
 * @param examplesPerPool examples drawn together, of which batches are made
 * @param promptWeight weight in the loss of tokens that the policy does not say, 0 to 1; its own
 *     have weight 1
 * @param decisionWeight weight of the first token of an answer, 1 or more: whether to call, to ask
 *     or to end the turn
 * @param warmUpSteps steps over which the learning rate rises
 * @param largestNorm the norm that gradients are clipped to
 * @param optimizer the constants of AdamW
 */
public record WarmSettings(
    @Nullable String start,
    TurnRange turns,
    MistakeRates mistakes,
    long seed,
    int contextLength,
    int vocabularyDemonstrations,
    int tokensPerStep,
    int examplesPerPool,
    double promptWeight,
    double decisionWeight,
    int warmUpSteps,
    double largestNorm,
    AdamWSettings optimizer) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public WarmSettings {
    check(contextLength >= 1, "contextLength", contextLength, "1 or more");
    check(
        vocabularyDemonstrations >= 1,
        "vocabularyDemonstrations",
        vocabularyDemonstrations,
        "1 or more");
    check(tokensPerStep >= 1, "tokensPerStep", tokensPerStep, "1 or more");
    check(examplesPerPool >= 1, "examplesPerPool", examplesPerPool, "1 or more");
    check(promptWeight >= 0 && promptWeight <= 1, "promptWeight", promptWeight, "0 to 1");
    check(decisionWeight >= 1, "decisionWeight", decisionWeight, "1 or more");
    check(warmUpSteps >= 0, "warmUpSteps", warmUpSteps, "0 or more");
    check(largestNorm > 0, "largestNorm", largestNorm, "a positive number");
  }

  private static void check(boolean fact, String name, Object found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is " + found + ", expected " + expected);
    }
  }
}
