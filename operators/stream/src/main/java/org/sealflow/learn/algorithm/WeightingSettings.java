package org.sealflow.learn.algorithm;

import java.io.Serializable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * Settings of how diagnoses weight advantages.
 *
 * @param rule the rule
 * @param permutedRule what weighs the permuted diagnoses of the rule {@code random}: {@code seal}
 *     or {@code signed}
 * @param seed seed of the permutations
 * @param credit which advantage each turn carries
 * @param permuteTurns whether the outcomes of an episode's judged turns are dealt out anew among
 *     these: the control of a credit by turns
 * @param turnDiscount how much less the turns behind a turn count in its outcome where each turn is
 *     credited for itself, 0 to 1; at 0 they do not
 * @param turnPrior episodes for which the batch's success at turns of a kind counts beside a
 *     group's own where each turn is credited for itself, see {@link TurnsSoFar}; 0 for the group
 *     alone
 * @param negativeWeight what negative advantages are multiplied with in the end, 0 to 1; SEAL's 1.
 *     At 0 only what went better than its group teaches, as in RAFT (arXiv 2304.06767): tokens that
 *     were unlikely and failed, of which there are many kinds, then cannot outweigh it
 * @param scale range of a scale
 * @param tags weights of tags
 */
public record WeightingSettings(
    WeightingRule rule,
    WeightingRule permutedRule,
    long seed,
    CreditRule credit,
    boolean permuteTurns,
    double turnDiscount,
    double turnPrior,
    double negativeWeight,
    ScaleSettings scale,
    TagWeightSettings tags)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** As in SEAL's main run. */
  static final WeightingSettings SEAL =
      new WeightingSettings(
          WeightingRule.SEAL,
          WeightingRule.SEAL,
          1,
          CreditRule.TRAJECTORY,
          false,
          0,
          0,
          1,
          ScaleSettings.SEAL,
          TagWeightSettings.SEAL);

  /** The signed rule, all else as in SEAL. */
  static final WeightingSettings SIGNED =
      new WeightingSettings(
          WeightingRule.SIGNED,
          WeightingRule.SIGNED,
          1,
          CreditRule.TRAJECTORY,
          false,
          0,
          0,
          1,
          ScaleSettings.SEAL,
          TagWeightSettings.SEAL);

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public WeightingSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.expect(
        permutedRule == WeightingRule.SEAL || permutedRule == WeightingRule.SIGNED,
        "permutedRule",
        permutedRule,
        "seal or signed");
    problems.expect(
        turnDiscount >= 0 && turnDiscount <= 1,
        "turnDiscount",
        turnDiscount,
        "a share from 0 to 1");
    problems.notNegative("turnPrior", turnPrior);
    problems.expect(
        !permuteTurns || credit == CreditRule.TURNS_OFFICIAL || credit == CreditRule.TURNS_ORIGIN,
        "permuteTurns",
        permuteTurns,
        "false, or credit turns-official or turns-origin");
    problems.expect(
        negativeWeight >= 0 && negativeWeight <= 1,
        "negativeWeight",
        negativeWeight,
        "a share from 0 to 1");
    problems.throwIfAny();
  }
}
