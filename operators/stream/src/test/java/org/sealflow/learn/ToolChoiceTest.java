package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.learn.step.Learner;
import org.sealflow.learn.step.StepRate;
import org.sealflow.learn.step.TrainingGroup;
import org.sealflow.schemas.Verdict;

/**
 * A policy that begins at chance learns to call the right one of four tools: twelve intents, each
 * served by one tool, reward 1 for that tool and 0 for any other.
 */
class ToolChoiceTest {
  private static final int INTENTS = 12;
  private static final int TOOLS = 4;
  private static final int GROUP_SIZE = 8;
  private static final int STEPS = 30;

  private static final Map<String, String> ALGORITHM =
      Map.ofEntries(
          Map.entry("batch.groups", "12"),
          Map.entry("batch.groupSize", "8"),
          Map.entry("batch.plannedGroups", "12"),
          Map.entry("batch.miniBatchGroups", "12"),
          Map.entry("batch.epochs", "2"),
          Map.entry("batch.drop", "none"),
          Map.entry("weighting.rule", "none"),
          Map.entry("objective.klCoefficient", "0.001"),
          Map.entry("optimizer.learningRate.peak", "0.002"),
          Map.entry("optimizer.learningRate.warmupSteps", "0"));

  @TempDir Path folder;

  /** Tokens 0 to 11 are intents, 12 to 15 tools. */
  private static TrainingSequence answer(int intent, int tool) {
    return new TrainingSequence(
        new int[] {intent, INTENTS + tool}, new boolean[] {false, true}, null, new int[] {-1, 0});
  }

  /** Probability of each tool among the tools, for an intent. */
  private static double[] choices(TrainablePolicy policy, int intent) {
    List<TrainingSequence> rows = new ArrayList<>();
    for (int tool = 0; tool < TOOLS; tool++) {
      rows.add(answer(intent, tool));
    }
    float[][] logProbs = policy.logProbs(rows);
    double[] choices = new double[TOOLS];
    double sum = 0;
    for (int tool = 0; tool < TOOLS; tool++) {
      choices[tool] = Math.exp(logProbs[tool][1]);
      sum += choices[tool];
    }
    for (int tool = 0; tool < TOOLS; tool++) {
      choices[tool] /= sum;
    }
    return choices;
  }

  private static int draw(double[] choices, SplittableRandom random) {
    double left = random.nextDouble();
    for (int tool = 0; tool < TOOLS - 1; tool++) {
      left -= choices[tool];
      if (left < 0) {
        return tool;
      }
    }
    return TOOLS - 1;
  }

  /** Mean probability of the right tool, 0 to 1. */
  private static double accuracy(TrainablePolicy policy) {
    double sum = 0;
    for (int intent = 0; intent < INTENTS; intent++) {
      sum += choices(policy, intent)[intent % TOOLS];
    }
    return sum / INTENTS;
  }

  private static List<TrainingGroup> rollOut(
      TrainablePolicy policy, long step, SplittableRandom random) {
    List<TrainingGroup> groups = new ArrayList<>();
    for (int intent = 0; intent < INTENTS; intent++) {
      double[] choices = choices(policy, intent);
      List<TrainingEpisode> episodes = new ArrayList<>();
      List<Double> rewards = new ArrayList<>();
      for (int sample = 0; sample < GROUP_SIZE; sample++) {
        int tool = draw(choices, random);
        boolean right = tool == intent % TOOLS;
        Verdict verdict = right ? Verdict.PASSED : Verdict.POLICY_FAILED;
        episodes.add(TestingSamples.episode(step, intent, sample, verdict, answer(intent, tool)));
        rewards.add(right ? 1.0 : 0.0);
      }
      groups.add(new TrainingGroup(TestingSamples.group(step, intent), false, episodes, rewards));
    }
    return groups;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theRightToolIsLearnedFromChance(long seed) {
    LearnSettings settings =
        new LearnSettings(
            "run",
            "policy",
            LearnerSettings.parse(ALGORITHM),
            1,
            256,
            "unused",
            1,
            LearnSettings.DEFAULT_STATE_LIMIT_BYTES,
            Duration.ofHours(1));
    SplittableRandom random = new SplittableRandom(seed);
    try (TrainablePolicy policy =
        TestingModel.everything(TestingModel.write(folder)).open(settings)) {
      double before = accuracy(policy);
      assertThat(before).isBetween(0.1, 0.4);

      Learner learner = new Learner(settings.learner(), settings.passTokens(), policy, () -> false);
      WeightingState weighting = WeightingState.start(settings.learner().weighting().tags());
      for (long step = 0; step < STEPS; step++) {
        List<TrainingGroup> groups = rollOut(policy, step, random);
        weighting =
            learner
                .step(step, weighting, policy::snapshot, groups, StepRate.OF_SETTINGS)
                .weighting();
      }

      assertThat(accuracy(policy)).isGreaterThanOrEqualTo(0.95);
    }
  }
}
