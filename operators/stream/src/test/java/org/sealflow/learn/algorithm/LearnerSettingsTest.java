package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.learn.algorithm.LearningRate.Decay;
import org.sealflow.learn.algorithm.objective.Aggregation;
import org.sealflow.learn.algorithm.objective.ObjectiveSettings;
import org.sealflow.learn.algorithm.objective.RatioLevel;
import org.sealflow.settings.SettingsException;

class LearnerSettingsTest {
  @Test
  void sealFaithfulHoldsTheValuesOfItsMainRun() {
    LearnerSettings seal = LearnerSettings.sealFaithful();
    assertThat(seal.reward()).isEqualTo(RewardRule.OFFICIAL);
    assertThat(seal.advantage()).isEqualTo(AdvantageRule.GRPO);
    assertThat(seal.batch()).isEqualTo(new BatchSettings(32, 8, 32, DropRule.NONE, 8, 1, 0.5, 0));
    assertThat(seal.objective())
        .isEqualTo(
            new ObjectiveSettings(
                0.2, 0.2, 10.0, RatioLevel.TOKEN, Aggregation.SEQUENCE_MEAN, 4096, 0.001, null));
    assertThat(seal.optimizer())
        .isEqualTo(new OptimizerSettings(LearningRate.constant(1e-6), 0.01, 0.9, 0.999, 1e-8, 1));
    WeightingSettings weighting = seal.weighting();
    assertThat(weighting.rule()).isEqualTo(WeightingRule.SEAL);
    assertThat(weighting.credit()).isEqualTo(CreditRule.TRAJECTORY);
    assertThat(weighting.scale().minScale()).isEqualTo(0.5);
    assertThat(weighting.scale().maxScale()).isEqualTo(2);
    assertThat(weighting.scale().applyTo()).isEqualTo(ApplyTo.ALL);
    assertThat(weighting.scale().budget().enabled()).isFalse();
    assertThat(weighting.tags())
        .isEqualTo(new TagWeightSettings(TagWeights.SEAL, 0, 12, true, 0.25, 1, 32));
  }

  @Test
  void nothingGivenAreTheDefaults() {
    assertThat(LearnerSettings.parse(Map.of())).isEqualTo(LearnerSettings.defaults());
    LearnerSettings defaults = LearnerSettings.defaults();
    assertThat(defaults.weighting().rule()).isEqualTo(WeightingRule.SIGNED);
    assertThat(defaults.batch())
        .isEqualTo(new BatchSettings(32, 8, 48, DropRule.ZERO_VARIANCE, 8, 1, 0.5, 1));
    assertThat(defaults.objective().clipHigh()).isEqualTo(0.28);
    assertThat(defaults.objective().importanceCap()).isEqualTo(2);
    assertThat(defaults.optimizer().learningRate().warmupSteps()).isEqualTo(5);
  }

  @Test
  void settingsTravelWithTheOperatorThatHoldsThem() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(LearnerSettings.defaults());
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(LearnerSettings.defaults());
    }
  }

  @Test
  void aPresetIsNamedByItsKey() {
    assertThat(LearnerSettings.parse(Map.of("preset", "seal-faithful")))
        .isEqualTo(LearnerSettings.sealFaithful());
  }

  @Test
  void everySettingIsReadByItsKey() {
    LearnerSettings settings =
        LearnerSettings.parse(
            Map.ofEntries(
                Map.entry("preset", "seal-faithful"),
                Map.entry("reward", "strict"),
                Map.entry("advantage", "dr-grpo"),
                Map.entry("batch.groups", "16"),
                Map.entry("batch.groupSize", "4"),
                Map.entry("batch.plannedGroups", "20"),
                Map.entry("batch.drop", "zero-variance"),
                Map.entry("batch.miniBatchGroups", "2"),
                Map.entry("batch.epochs", "3"),
                Map.entry("batch.maxStaleness", "2"),
                Map.entry("weighting.rule", "random"),
                Map.entry("weighting.permutedRule", "signed"),
                Map.entry("weighting.seed", "9000000000"),
                Map.entry("weighting.credit", "turns-origin"),
                Map.entry("weighting.turnDiscount", "0.5"),
                Map.entry("weighting.turnPrior", "2.5"),
                Map.entry("weighting.negativeWeight", "0.75"),
                Map.entry("weighting.scale.minScale", "0.25"),
                Map.entry("weighting.scale.maxScale", "4"),
                Map.entry("weighting.scale.applyTo", "negative"),
                Map.entry("weighting.scale.budget.enabled", "true"),
                Map.entry("weighting.scale.budget.strength", "0.5"),
                Map.entry("weighting.scale.budget.minScale", "0.8"),
                Map.entry("weighting.scale.budget.maxScale", "1.2"),
                Map.entry("weighting.scale.budget.normalizeMean", "false"),
                Map.entry("weighting.scale.budget.targetMean", "1.1"),
                Map.entry("weighting.tags.base.unknown", "0.7"),
                Map.entry("weighting.tags.warmupSteps", "6"),
                Map.entry("weighting.tags.windowSteps", "7"),
                Map.entry("weighting.tags.dynamic", "false"),
                Map.entry("weighting.tags.emaBeta", "0.5"),
                Map.entry("weighting.tags.prevalenceAlpha", "2"),
                Map.entry("weighting.tags.confidenceSamples", "64"),
                Map.entry("feedback.rule", "permuted"),
                Map.entry("feedback.beta", "0.5"),
                Map.entry("feedback.seed", "3"),
                Map.entry("objective.clipLow", "3e-4"),
                Map.entry("objective.clipHigh", "4e-4"),
                Map.entry("objective.dualClip", "off"),
                Map.entry("objective.ratio", "sequence"),
                Map.entry("objective.aggregation", "dr-grpo"),
                Map.entry("objective.lengthConstant", "2048"),
                Map.entry("objective.klCoefficient", "0"),
                Map.entry("objective.importanceCap", "5"),
                Map.entry("optimizer.learningRate.peak", "1e-3"),
                Map.entry("optimizer.learningRate.warmupSteps", "5"),
                Map.entry("optimizer.learningRate.decay", "cosine"),
                Map.entry("optimizer.learningRate.totalSteps", "100"),
                Map.entry("optimizer.learningRate.floor", "0.1"),
                Map.entry("optimizer.weightDecay", "0"),
                Map.entry("optimizer.beta1", "0.8"),
                Map.entry("optimizer.beta2", "0.95"),
                Map.entry("optimizer.epsilon", "1e-6"),
                Map.entry("optimizer.maxGradientNorm", "0.5")));
    assertThat(settings)
        .isEqualTo(
            new LearnerSettings(
                RewardRule.STRICT,
                AdvantageRule.DR_GRPO,
                new BatchSettings(16, 4, 20, DropRule.ZERO_VARIANCE, 2, 3, 0.5, 2),
                new WeightingSettings(
                    WeightingRule.RANDOM,
                    WeightingRule.SIGNED,
                    9_000_000_000L,
                    CreditRule.TURNS_ORIGIN,
                    false,
                    0.5,
                    2.5,
                    0.75,
                    new ScaleSettings(
                        0.25,
                        4,
                        ApplyTo.NEGATIVE,
                        new ScaleBudget(true, 0.5, 0.8, 1.2, false, 1.1)),
                    new TagWeightSettings(
                        TagWeights.SEAL.with(new TagWeights(Map.of("unknown", 0.7))),
                        6,
                        7,
                        false,
                        0.5,
                        2,
                        64)),
                new FeedbackSettings(FeedbackRule.PERMUTED, 0.5, 3),
                new ObjectiveSettings(
                    3e-4, 4e-4, null, RatioLevel.SEQUENCE, Aggregation.DR_GRPO, 2048, 0, 5.0),
                new OptimizerSettings(
                    new LearningRate(1e-3, 5, Decay.COSINE, 100, 0.1), 0, 0.8, 0.95, 1e-6, 0.5)));
  }

  @Test
  void theBudgetTakesTheRangeOfTheScalesUnlessItIsSet() {
    ScaleBudget budget =
        LearnerSettings.parse(
                Map.of("weighting.scale.minScale", "0.7", "weighting.scale.budget.maxScale", "1.2"))
            .weighting()
            .scale()
            .budgetInForce();
    assertThat(budget.minScale()).isEqualTo(0.7);
    assertThat(budget.maxScale()).isEqualTo(1.2);
    assertThat(LearnerSettings.sealFaithful().weighting().scale().budgetInForce().maxScale())
        .isEqualTo(2);
  }

  @Test
  void everyProblemIsReportedTogether() {
    SettingsException wrong =
        catchThrowableOfType(
            SettingsException.class,
            () ->
                LearnerSettings.parse(
                    Map.of(
                        "objective.clipLow", "1.5",
                        "objective.clipHigh", "wide",
                        "weighting.rule", "seel",
                        "weighting.tags.base.pass", "-1",
                        "batch.epochs", "0",
                        "batch.groups", "2.5",
                        "batch.drop", "yes",
                        "optimizer.beta2", "1",
                        "optimiser.beta1", "0.9")));
    assertThat(wrong.problems())
        .filteredOn(problem -> !problem.contains("optimiser"))
        .containsExactlyInAnyOrder(
            "objective.clipLow is 1.5, expected more than 0, less than 1",
            "objective.clipHigh is 'wide', expected a number",
            "weighting.rule is 'seel', expected one of seal, signed, none, random",
            "weighting.tags.base: weight of pass is -1.0, expected a finite number from 0",
            "batch.epochs is 0, expected a whole number from 1",
            "batch.groups is '2.5', expected a whole number",
            "batch.drop is 'yes', expected one of none, zero-variance, all-passed",
            "optimizer.beta2 is 1.0, expected 0 to less than 1");
    assertThat(wrong.problems())
        .contains(
            "unknown setting optimiser, expected one of reward, advantage, batch, weighting,"
                + " feedback, objective, optimizer");
    assertThat(wrong).hasMessageStartingWith("settings are wrong: ");
  }

  @ParameterizedTest
  @CsvSource({
    "batch.plannedGroups, 31, 'a whole number from groups, which is 32'",
    "batch.miniBatchGroups, 33, 'a whole number from 1 to groups, which is 32'",
    "batch.maxStaleness, -1, a whole number from 0",
    "weighting.permutedRule, none, seal or signed",
    "weighting.scale.maxScale, 0.1, 'a number from minScale, which is 0.5'",
    "weighting.scale.budget.strength, -2.0, a number from 0",
    "weighting.tags.emaBeta, 0.0, 'more than 0, up to 1'",
    "weighting.tags.prevalenceAlpha, 0.0, a number more than 0",
    "weighting.tags.confidenceSamples, 0, a whole number from 1",
    "weighting.tags.windowSteps, 0, a whole number from 1",
    "feedback.beta, -1.0, a number from 0",
    "objective.dualClip, 1.1, 'more than 1 + clipHigh, or off'",
    "objective.importanceCap, 0.5, 'a number from 1, or off'",
    "objective.lengthConstant, 0, a whole number from 1",
    "optimizer.maxGradientNorm, 0.0, a number more than 0"
  })
  void aValueOutOfRangeIsNamedWithTheValuesAllowed(String key, String value, String allowed) {
    assertThatThrownBy(() -> LearnerSettings.parse(Map.of(key, value)))
        .isInstanceOf(SettingsException.class)
        .hasMessage("settings are wrong: " + key + " is " + value + ", expected " + allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "weighting.seed, x, a whole number",
    "feedback.rule, shown, 'one of none, evidence, permuted'",
    "feedback.beta, NaN, a number",
    "objective.importanceCap, none, a number or off",
    "objective.klCoefficient, NaN, a number",
    "batch, 3, a section",
    "batch.epochs, 3000000000, a whole number",
    "weighting.tags.base.pass, much, a number or off",
    "preset, best, 'one of default, seal-faithful'"
  })
  void aValueOfAnotherTypeIsNamedWithTheTypeAllowed(String key, String value, String allowed) {
    assertThatThrownBy(() -> LearnerSettings.parse(Map.of(key, value)))
        .isInstanceOf(SettingsException.class)
        .hasMessage("settings are wrong: " + key + " is '" + value + "', expected " + allowed);
  }

  @Test
  void onlyTagsHaveWeights() {
    assertThatThrownBy(() -> LearnerSettings.parse(Map.of("weighting.tags.base.passed", "2")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("weighting.tags.base.passed is 2.0, expected nothing; tags are ")
        .hasMessageContaining("pass, ");
  }
}
