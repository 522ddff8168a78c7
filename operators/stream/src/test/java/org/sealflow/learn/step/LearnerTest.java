package org.sealflow.learn.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.learn.TestingPolicy;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.algorithm.FeedbackTally;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.Snapshot;
import org.sealflow.model.file.HostTensor;
import org.sealflow.schemas.Verdict;

class LearnerTest {
  private final TestingPolicy.Hooks hooks = new TestingPolicy.Hooks();
  private final TestingPolicy policy = new TestingPolicy(hooks);

  private static LearnerSettings settings(Map<String, String> changes) {
    Map<String, String> keys = new HashMap<>(TestingSamples.algorithm());
    keys.putAll(changes);
    return LearnerSettings.parse(keys);
  }

  private Learner learner(LearnerSettings settings) {
    return new Learner(settings, 16, policy, () -> false);
  }

  private static WeightingState start(LearnerSettings settings) {
    return WeightingState.start(settings.weighting().tags());
  }

  /** A group whose first episodes said 1 and passed, and whose others said 2 and failed. */
  private static TrainingGroup group(int number, int passed) {
    List<TrainingEpisode> episodes = new ArrayList<>();
    List<Double> rewards = new ArrayList<>();
    for (int sample = 0; sample < TestingSamples.GROUP_SIZE; sample++) {
      boolean success = sample < passed;
      episodes.add(
          TestingSamples.episode(
              0,
              number,
              sample,
              success ? Verdict.PASSED : Verdict.POLICY_FAILED,
              TestingSamples.saying(success ? 1 : 2)));
      rewards.add(success ? 1.0 : 0.0);
    }
    return new TrainingGroup("group-" + number, false, episodes, rewards);
  }

  private LearnerStep step(LearnerSettings settings, List<TrainingGroup> groups) {
    return learner(settings)
        .step(0, start(settings), policy::snapshot, groups, StepRate.OF_SETTINGS);
  }

  @Test
  void whatWasRewardedBecomesMoreLikely() {
    double before = policy.probability(1);
    LearnerStep step = step(settings(Map.of()), List.of(group(0, 2), group(1, 1)));

    assertThat(step.isApplied()).isTrue();
    assertThat(policy.probability(1)).isGreaterThan(before);
    assertThat(policy.probability(2)).isLessThan(before);
  }

  @Test
  void aBranchTeachesWithItsWeight() {
    TrainingGroup begun = group(0, 2);
    TrainingGroup branch = new TrainingGroup("b", true, begun.episodes(), begun.rewards());
    LearnerSettings half = settings(Map.of("batch.epochs", "1"));
    LearnerSettings none = settings(Map.of("batch.epochs", "1", "batch.branchWeight", "0"));

    double whole = gain(half, begun);
    assertThat(gain(half, branch)).isEqualTo(whole / 2, within(whole / 20)).isPositive();
    assertThat(gain(none, branch)).isZero();
  }

  private double gain(LearnerSettings settings, TrainingGroup group) {
    Snapshot before = policy.snapshot();
    double probability = policy.probability(1);
    LearnerStep unused = step(settings, List.of(group));
    double gain = policy.probability(1) - probability;
    policy.restore(before);
    return gain;
  }

  @Test
  void anOptimizerStepIsMadeForEachMiniBatchOfEachEpoch() {
    List<TrainingGroup> groups = List.of(group(0, 2), group(1, 1));
    assertThat(step(settings(Map.of()), groups).updates().updates()).isEqualTo(4);
    assertThat(
            step(settings(Map.of("batch.miniBatchGroups", "2", "batch.epochs", "3")), groups)
                .updates()
                .updates())
        .isEqualTo(3);
  }

  @Test
  void theFirstUpdateSeesTheRatioOne() {
    LearnerSettings once = settings(Map.of("batch.miniBatchGroups", "2", "batch.epochs", "1"));
    LearnerStep step = step(once, List.of(group(0, 2), group(1, 1)));

    assertThat(step.updates().diagnostics().ratioMin()).isEqualTo(1);
    assertThat(step.updates().diagnostics().ratioMax()).isEqualTo(1);
    assertThat(step.updates().diagnostics().entropy())
        .isEqualTo(Math.log(TestingPolicy.VOCABULARY), within(1e-6));
    assertThat(step.updates().diagnostics().tokens()).isEqualTo(8);
  }

  @Test
  void laterUpdatesMeasureTheirRatioAgainstTheStartOfTheStep() {
    LearnerStep step =
        step(settings(Map.of("batch.epochs", "4")), List.of(group(0, 2), group(1, 2)));

    assertThat(step.updates().diagnostics().ratioMax()).isGreaterThan(1);
    assertThat(step.updates().diagnostics().ratioMin()).isLessThan(1);
    assertThat(step.updates().diagnostics().k3Mean()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 7, 1000})
  void howManyRowsPassTogetherChangesOnlyRounding(int passTokens) {
    LearnerSettings settings = settings(Map.of());
    List<TrainingGroup> groups = List.of(mixed(0), mixed(1));
    new Learner(settings, passTokens, policy, () -> false)
        .step(0, start(settings), policy::snapshot, groups, StepRate.OF_SETTINGS);
    TestingPolicy other = new TestingPolicy(hooks);
    new Learner(settings, 16, other, () -> false)
        .step(0, start(settings), other::snapshot, groups, StepRate.OF_SETTINGS);

    for (int token = 0; token < TestingPolicy.VOCABULARY; token++) {
      assertThat(policy.probability(token)).isEqualTo(other.probability(token), within(1e-6));
    }
  }

  private static TrainingGroup mixed(int number) {
    List<TrainingEpisode> episodes =
        TestingSamples.episodes(3).stream()
            .filter(episode -> episode.place().groupId().equals(TestingSamples.group(3, number)))
            .toList();
    List<Double> rewards =
        episodes.stream()
            .map(episode -> episode.findings().verdict() == Verdict.PASSED ? 1.0 : 0.0)
            .toList();
    return new TrainingGroup(TestingSamples.group(3, number), false, episodes, rewards);
  }

  @Test
  void theWeightsOfAStepFollowItsOwnTrajectories() {
    LearnerSettings settings = settings(Map.of("preset", "seal-faithful"));
    LearnerStep step = step(settings, List.of(group(0, 1), group(1, 0)));

    TagWeights base = settings.weighting().tags().base();
    assertThat(step.weighting().total().tags().get("state_mismatch").count()).isEqualTo(7);
    assertThat(step.weighting().total().tags().get("pass").count()).isEqualTo(8);
    assertThat(step.weighting().total().tags().get("pass").rewardSum()).isEqualTo(1);
    assertThat(step.weighting().inForce().of("state_mismatch"))
        .isGreaterThan(base.of("state_mismatch"));
    double mean = (1 + step.weighting().inForce().of("state_mismatch")) / 2;
    assertThat(step.weighed().groups().get(0).samples().get(1).scale())
        .isEqualTo(mean, within(1e-12));
  }

  @Test
  void rowsThatHaveNoGradientAreNotComputed() {
    LearnerSettings settings =
        settings(
            Map.of(
                "weighting.negativeWeight", "0",
                "objective.klCoefficient", "0",
                "batch.epochs", "1"));
    double before = policy.probability(1);
    LearnerStep step = step(settings, List.of(group(0, 2), group(1, 1)));

    assertThat(step.isApplied()).isTrue();
    assertThat(hooks.learnedRows).hasValue(2 + 1);
    assertThat(policy.probability(1)).isGreaterThan(before);
  }

  /** The same with feedback for those that failed. */
  private static TrainingGroup told(TrainingGroup group) {
    return new TrainingGroup(
        group.groupId(),
        group.branch(),
        group.episodes().stream()
            .map(
                episode ->
                    episode.findings().verdict() == Verdict.PASSED
                        ? episode
                        : episode.withFeedback(List.of(new TurnFeedback(0, "so"))))
            .toList(),
        group.rewards());
  }

  @Test
  void onlyRowsWithFeedbackAreScoredOnceMore() {
    List<TrainingGroup> groups = List.of(told(group(0, 2)), told(group(1, 3)));
    Map<String, String> once =
        Map.of("batch.miniBatchGroups", "2", "batch.epochs", "1", "objective.klCoefficient", "0");
    LearnerStep none = step(settings(once), groups);
    assertThat(hooks.scoredRows).hasValue(0);
    assertThat(none.updates().feedback()).isEqualTo(FeedbackTally.NONE);

    Map<String, String> evidence = new HashMap<>(once);
    evidence.put("feedback.rule", "evidence");
    LearnerStep told = step(settings(evidence), groups);
    assertThat(hooks.scoredRows).hasValue(2 + 1);
    assertThat(told.updates().feedback().tokens()).isEqualTo(3);
  }

  @Test
  void aTeacherThatSaysTheSameChangesNothing() {
    List<TrainingGroup> groups = List.of(told(group(0, 2)), told(group(1, 3)));
    step(settings(Map.of()), groups);
    TestingPolicy other = new TestingPolicy(hooks);
    LearnerSettings evidence = settings(Map.of("feedback.rule", "evidence"));
    new Learner(evidence, 16, other, () -> false)
        .step(0, start(evidence), other::snapshot, groups, StepRate.OF_SETTINGS);

    assertThat(other.snapshot()).isEqualTo(policy.snapshot());
  }

  @Test
  void failedEpisodesWithoutAdvantageNeedNoTeacher() {
    LearnerSettings settings =
        settings(
            Map.of(
                "feedback.rule", "evidence",
                "weighting.negativeWeight", "0",
                "batch.miniBatchGroups", "2",
                "batch.epochs", "1"));
    step(settings, List.of(told(group(0, 2)), told(group(1, 1))));

    assertThat(hooks.scoredRows).hasValue(0);
  }

  @Test
  void anEmptyStepMovesNothing() {
    LearnerSettings settings = settings(Map.of());
    Snapshot before = policy.snapshot();
    LearnerStep step = step(settings, List.of());

    assertThat(step.isApplied()).isFalse();
    assertThat(step.refusal()).isNull();
    assertThat(step.weighting()).isEqualTo(start(settings));
    assertThat(policy.snapshot()).isEqualTo(before);
  }

  @Test
  void aRefusedStepLeavesThePolicyAsItWas() {
    LearnerSettings settings = settings(Map.of());
    step(settings, List.of(group(0, 2), group(1, 1)));
    Snapshot before = policy.snapshot();
    hooks.beforePass =
        new Runnable() {
          private int passes;

          @Override
          public void run() {
            passes++;
            hooks.overflows = passes > 2;
          }
        };
    LearnerStep step =
        learner(settings)
            .step(
                1,
                start(settings),
                () -> before,
                List.of(group(0, 2), group(1, 1)),
                StepRate.OF_SETTINGS);

    assertThat(hooks.steps).hasValueGreaterThan(4);
    assertThat(step.isApplied()).isFalse();
    assertThat(step.refusal()).contains("step 1 was refused").contains("gradient");
    assertThat(policy.snapshot()).isEqualTo(before);
    assertThat(step.weighting().total().tags()).isNotEmpty();
  }

  @Test
  void aLogProbabilityThatIsNotFiniteIsRefused() {
    Snapshot before = policy.snapshot();
    float[] broken = new float[TestingPolicy.VOCABULARY];
    broken[2] = Float.NaN;
    policy.restore(
        new Snapshot(
            0,
            List.of(new HostTensor("logits", List.of((long) broken.length), broken)),
            before.firstMoments(),
            before.secondMoments()));
    LearnerStep step =
        learner(settings(Map.of()))
            .step(
                0,
                start(settings(Map.of())),
                () -> before,
                List.of(group(0, 2)),
                StepRate.OF_SETTINGS);

    assertThat(step.refusal()).contains("log-probability is NaN");
    assertThat(policy.snapshot()).isEqualTo(before);
  }

  @Test
  void sequencesWithoutSampledTokensTeachNothing() {
    TrainingSequence silent =
        new TrainingSequence(new int[] {1, 2}, new boolean[2], null, new int[] {-1, -1});
    List<TrainingEpisode> episodes =
        List.of(
            TestingSamples.episode(0, 0, 0, Verdict.PASSED, silent),
            TestingSamples.episode(0, 0, 1, Verdict.POLICY_FAILED, silent));
    LearnerStep step =
        step(
            settings(Map.of()),
            List.of(new TrainingGroup("g", false, episodes, List.of(1.0, 0.0))));

    assertThat(step.isApplied()).isFalse();
    assertThat(step.refusal()).isNull();
  }

  @Test
  void trainingBreaksOffBetweenPasses() {
    LearnerSettings settings = settings(Map.of());
    int[] asked = {0};
    Learner learner = new Learner(settings, 16, policy, () -> ++asked[0] > 3);

    assertThatThrownBy(
            () ->
                learner.step(
                    0,
                    start(settings),
                    policy::snapshot,
                    List.of(group(0, 2)),
                    StepRate.OF_SETTINGS))
        .isInstanceOf(CancellationException.class);
  }
}
