package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.learn.algorithm.TurnOutcome.RIGHT;
import static org.sealflow.learn.algorithm.TurnOutcome.WRONG;
import static org.sealflow.schemas.Tag.CORRECT_ABSTENTION;
import static org.sealflow.schemas.Tag.EMPTY_TURN_MODEL_RESPONSE;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

/**
 * One group of four, advantages 3/4 and three times -1/4: a success with an abstention, a failure
 * whose second turn follows from a spurious call in its first, one that stopped in its first turn,
 * and one whose abstention was right.
 */
class AdvantageWeighingTest {
  private static final List<List<RewardedSample>> GROUP =
      List.of(
          List.of(
              sample(1, 2, List.of(), PASS, CORRECT_ABSTENTION),
              sample(0, 2, List.of(0), SPURIOUS_TOOL_CALL, STATE_MISMATCH),
              sample(0, 1, List.of(0), STATE_MISMATCH, CORRECT_ABSTENTION),
              sample(0, 2, List.of(1), CORRECT_ABSTENTION, EMPTY_TURN_MODEL_RESPONSE)));

  private static RewardedSample sample(
      double reward, int reached, List<Integer> rootCauses, Tag... tags) {
    return new RewardedSample(reward, new SampleDiagnosis(List.of(tags), reached, rootCauses));
  }

  private static WeighedBatch weigh(
      List<List<RewardedSample>> groups, long step, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("advantage", "dr-grpo");
    LearnerSettings learner = LearnerSettings.parse(all);
    return new AdvantageWeighing(learner.advantage(), learner.weighting())
        .weigh(groups, TagWeights.SEAL, step);
  }

  private static double[] weighted(WeighedBatch batch) {
    return batch.groups().stream()
        .flatMap(group -> group.samples().stream())
        .mapToDouble(WeighedSample::weighted)
        .toArray();
  }

  @Test
  void sealMultipliesEachAdvantageByItsScale() {
    WeighedBatch batch = weigh(GROUP, 0, Map.of("weighting.rule", "seal"));
    // Scales (1 + 1.8)/2, (2 + 1)/2, (1 + 1.8)/2 with padding, (1.8 + 1.5)/2.
    assertThat(weighted(batch))
        .containsExactly(new double[] {1.05, -0.375, -0.35, -0.4125}, within(1e-15));
    assertThat(batch.groups().get(0).residual()).isCloseTo(-0.0875 / 4, within(1e-15));
    assertThat(batch.summary().scaled()).isEqualTo(4);
    assertThat(batch.summary().meanBefore()).isCloseTo(5.95 / 4, within(1e-15));
  }

  @Test
  void sealMayMultiplyOneSideOnly() {
    assertThat(
            weighted(
                weigh(
                    GROUP,
                    0,
                    Map.of("weighting.rule", "seal", "weighting.scale.applyTo", "positive"))))
        .containsExactly(new double[] {1.05, -0.25, -0.25, -0.25}, within(1e-15));
    assertThat(
            weighted(
                weigh(
                    GROUP,
                    0,
                    Map.of("weighting.rule", "seal", "weighting.scale.applyTo", "negative"))))
        .containsExactly(new double[] {0.75, -0.375, -0.35, -0.4125}, within(1e-15));
  }

  /**
   * Turns carry 3/4, 3/4 | -1/4, -1/4 | -1/4 | -1/4, -1/4: 2.75 in all. Root causes weigh 2, 1 and
   * 1.5: 2.75 + 0.25 + 0.125 after.
   */
  @Test
  void signedWeighsRootCauseTurnsAndKeepsTheBatchInBalance() {
    WeighedBatch batch = weigh(GROUP, 0, Map.of("weighting.rule", "signed"));
    double balance = 2.75 / 3.125;
    List<WeighedSample> samples = batch.groups().get(0).samples();
    assertThat(samples.get(0).turns()).containsExactly(0.75 * balance, 0.75 * balance);
    assertThat(samples.get(1).turns()).containsExactly(-0.5 * balance, -0.25 * balance);
    assertThat(samples.get(2).turns()).containsExactly(-0.25 * balance);
    assertThat(samples.get(3).turns()).containsExactly(-0.25 * balance, -0.375 * balance);
    assertThat(samples).extracting(WeighedSample::rest).contains(0.75 * balance, -0.25 * balance);
    assertThat(batch.summary().meanBefore()).isCloseTo((1 + 2 + 1 + 1.5) / 4, within(1e-15));
    assertThat(batch.summary().meanAfter())
        .isCloseTo((1 + 2 + 1 + 1.5) / 4 * balance, within(1e-15));
  }

  /** Of seven turns the first five are repeated; the sixth is where failures begin. */
  @Test
  void signedKeepsTheTurnsInBalanceThatABranchIsTrainedOn() {
    int firstTurn = 5;
    List<RewardedSample> branch =
        List.of(
            branched(1, List.of(), firstTurn),
            branched(0, List.of(firstTurn), firstTurn),
            branched(0, List.of(firstTurn), firstTurn));
    WeighedBatch before = weigh(List.of(branch), 0, Map.of("weighting.rule", "none"));
    WeighedBatch after = weigh(List.of(branch), 0, Map.of("weighting.rule", "signed"));
    assertThat(after).isNotEqualTo(before);
    assertThat(absoluteSum(after, firstTurn))
        .isCloseTo(absoluteSum(before, firstTurn), within(1e-12));
  }

  private static RewardedSample branched(double reward, List<Integer> rootCauses, int firstTurn) {
    List<Tag> tags = new ArrayList<>(Collections.nCopies(7, PASS));
    rootCauses.forEach(turn -> tags.set(turn, SPURIOUS_TOOL_CALL));
    return new RewardedSample(
        reward,
        new SampleDiagnosis(
            tags,
            tags.size(),
            rootCauses,
            Collections.nCopies(7, TurnOutcome.UNJUDGED),
            firstTurn));
  }

  private static double absoluteSum(WeighedBatch batch, int firstTurn) {
    return batch.groups().stream()
        .flatMap(group -> group.samples().stream())
        .flatMap(sample -> sample.turns().subList(firstTurn, sample.turns().size()).stream())
        .mapToDouble(Math::abs)
        .sum();
  }

  /** The second turn goes well, badly and well again; the first is right in all. */
  private static List<RewardedSample> judged() {
    return List.of(judged(1, RIGHT, RIGHT), judged(0, RIGHT, WRONG), judged(0, RIGHT, RIGHT));
  }

  private static RewardedSample judged(double reward, TurnOutcome... judgements) {
    List<Tag> tags = Collections.nCopies(judgements.length, reward > 0 ? PASS : STATE_MISMATCH);
    return new RewardedSample(
        reward, new SampleDiagnosis(tags, tags.size(), List.of(), List.of(judgements)));
  }

  @Test
  void creditByOriginComparesTurnsAndLeavesTheRestAlone() {
    WeighedBatch batch =
        weigh(
            List.of(judged()),
            0,
            Map.of("weighting.rule", "none", "weighting.credit", "turns-origin"));
    List<WeighedSample> samples = batch.groups().get(0).samples();
    assertThat(samples.get(0).turns().get(0)).isZero();
    assertThat(samples.get(0).turns().get(1)).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(samples.get(1).turns().get(1)).isCloseTo(-2 / 3.0, within(1e-15));
    assertThat(samples).extracting(WeighedSample::rest).containsOnly(0.0);
  }

  @Test
  void anEpisodeWithoutADiagnosisCarriesItsOwnAdvantage() {
    List<RewardedSample> group =
        List.of(
            new RewardedSample(1, SampleDiagnosis.NONE),
            new RewardedSample(0, SampleDiagnosis.NONE));
    WeighedBatch batch = weigh(List.of(group), 0, Map.of("weighting.credit", "turns-origin"));
    assertThat(batch.groups().get(0).samples())
        .extracting(WeighedSample::rest)
        .containsExactly(0.5, -0.5);
  }

  @Test
  void permutedOutcomesAreTheSameForTheSameSeedAndStep() {
    List<RewardedSample> group =
        List.of(
            judged(0, RIGHT, WRONG, WRONG, RIGHT, WRONG, RIGHT),
            judged(0, WRONG, WRONG, RIGHT, RIGHT, RIGHT, RIGHT),
            judged(1, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT));
    Map<String, String> permuted =
        Map.of("weighting.credit", "turns-origin", "weighting.permuteTurns", "true");
    WeighedBatch dealt = weigh(List.of(group), 3, permuted);
    assertThat(weigh(List.of(group), 3, permuted)).isEqualTo(dealt);
    assertThat(weigh(List.of(group), 4, permuted)).isNotEqualTo(dealt);
    assertThat(weigh(List.of(group), 3, Map.of("weighting.credit", "turns-origin")))
        .isNotEqualTo(dealt);
  }

  @Test
  void plainGrpoLeavesAdvantagesAlone() {
    WeighedBatch batch = weigh(GROUP, 0, Map.of("weighting.rule", "none"));
    assertThat(weighted(batch)).containsExactly(0.75, -0.25, -0.25, -0.25);
    assertThat(batch.groups().get(0).residual()).isZero();
    assertThat(batch.summary().meanAfter()).isOne();
  }

  @Test
  void nothingIsWeighedDuringTheWarmUp() {
    for (String rule : List.of("seal", "signed", "random")) {
      Map<String, String> settings =
          Map.of("weighting.rule", rule, "weighting.tags.warmupSteps", "5");
      assertThat(weighted(weigh(GROUP, 4, settings))).containsExactly(0.75, -0.25, -0.25, -0.25);
      assertThat(weighted(weigh(GROUP, 5, settings)))
          .isNotEqualTo(new double[] {0.75, -0.25, -0.25, -0.25});
    }
  }

  @Test
  void theBudgetLooksAtTheWholeBatch() {
    List<List<RewardedSample>> groups =
        List.of(
            List.of(sample(1, 1, List.of(), SPURIOUS_TOOL_CALL), sample(0, 1, List.of(), PASS)),
            List.of(sample(1, 1, List.of(), PASS), sample(0, 1, List.of(), PASS)));
    WeighedBatch batch =
        weigh(
            groups, 0, Map.of("weighting.rule", "seal", "weighting.scale.budget.enabled", "true"));
    // Scales 2, 1, 1, 1 of mean 1.25.
    assertThat(weighted(batch)).containsExactly(new double[] {0.8, -0.4, 0.4, -0.4}, within(1e-15));
    assertThat(batch.summary().meanAfter()).isCloseTo(1, within(1e-15));
  }

  @Test
  void randomDealsTheSameDiagnosesToOtherTrajectoriesOfTheBatch() {
    List<List<RewardedSample>> groups = new ArrayList<>(Collections.nCopies(8, GROUP.get(0)));
    Map<String, String> random =
        Map.of("weighting.rule", "random", "weighting.permutedRule", "seal");
    WeighedBatch dealt = weigh(groups, 3, random);
    WeighedBatch labelled = weigh(groups, 3, Map.of("weighting.rule", "seal"));
    assertThat(scales(dealt)).containsExactlyInAnyOrderElementsOf(scales(labelled));
    assertThat(scales(dealt)).isNotEqualTo(scales(labelled));
    assertThat(scales(weigh(groups, 3, random))).isEqualTo(scales(dealt));
    assertThat(scales(weigh(groups, 4, random))).isNotEqualTo(scales(dealt));
  }

  private static List<Double> scales(WeighedBatch batch) {
    return batch.groups().stream()
        .flatMap(group -> group.samples().stream())
        .map(WeighedSample::scale)
        .toList();
  }

  @Test
  void randomCanDealForTheSignedRuleToo() {
    List<List<RewardedSample>> groups = new ArrayList<>(Collections.nCopies(8, GROUP.get(0)));
    WeighedBatch dealt =
        weigh(groups, 3, Map.of("weighting.rule", "random", "weighting.permutedRule", "signed"));
    assertThat(scales(dealt))
        .isNotEqualTo(scales(weigh(groups, 3, Map.of("weighting.rule", "signed"))));
  }

  @Test
  void anEmptyBatchHasNothingToWeigh() {
    WeighedBatch batch = weigh(List.of(), 0, Map.of());
    assertThat(batch.groups()).isEmpty();
    assertThat(batch.summary()).isEqualTo(new ScaleSummary(0, 0, 1, 1));
  }
}
