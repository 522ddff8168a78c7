package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.learn.step.Learner;
import org.sealflow.learn.step.LearnerStep;
import org.sealflow.learn.step.StepRate;
import org.sealflow.learn.step.TrainingGroup;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.config.Precision;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.WeightsFormat;

class ModelPolicyTest {
  @TempDir Path folder;

  private Path model;
  private LearnSettings settings;

  @BeforeEach
  void write() {
    model = TestingModel.write(folder);
    settings = TestingSamples.settings(folder.toUri().toString());
  }

  private TrainablePolicy open(boolean adapters) {
    return (adapters ? TestingModel.adapters(model) : TestingModel.everything(model))
        .open(settings);
  }

  private static List<TrainingGroup> groups(long batch) {
    return List.of(group(batch, 0), group(batch, 1));
  }

  private static TrainingGroup group(long batch, int number) {
    List<TrainingEpisode> episodes =
        TestingSamples.episodes(batch).stream()
            .filter(
                episode -> episode.place().groupId().equals(TestingSamples.group(batch, number)))
            .toList();
    List<Double> rewards =
        episodes.stream()
            .map(episode -> episode.findings().verdict() == Verdict.PASSED ? 1.0 : 0.0)
            .toList();
    return new TrainingGroup(TestingSamples.group(batch, number), false, episodes, rewards);
  }

  /** The state of training after so many batches, from a snapshot on. */
  private Snapshot train(TrainablePolicy policy, long from, long until) {
    Learner learner = new Learner(settings.learner(), 16, policy, () -> false);
    WeightingState weighting = WeightingState.start(settings.learner().weighting().tags());
    Snapshot snapshot = policy.snapshot();
    for (long batch = from; batch < until; batch++) {
      Snapshot before = snapshot;
      LearnerStep step =
          learner.step(batch, weighting, () -> before, groups(batch), StepRate.OF_SETTINGS);
      assertThat(step.refusal()).isNull();
      assertThat(step.isApplied()).isTrue();
      snapshot = policy.snapshot();
    }
    return snapshot;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRestoredPolicyTrainsOnBitForBit(boolean adapters) {
    Snapshot middle;
    Snapshot end;
    try (TrainablePolicy policy = open(adapters)) {
      middle = train(policy, 0, 2);
      end = train(policy, 2, 4);
    }
    try (TrainablePolicy policy = open(adapters)) {
      train(policy, 5, 6);
      policy.restore(middle);
      assertThat(train(policy, 2, 4)).isEqualTo(end);
    }
    assertThat(end.steps()).isEqualTo(16);
    assertThat(end.weights()).isNotEqualTo(middle.weights());
  }

  @Test
  void trainingMovesThePolicyAndLeavesTheReference() {
    List<TrainingSequence> rows = List.of(TestingSamples.episodes(0).get(0).sequence());
    try (TrainablePolicy policy = open(true)) {
      float[][] before = policy.logProbs(rows);
      assertThat(policy.referenceLogProbs(rows)).isEqualTo(before);
      train(policy, 0, 1);

      assertThat(policy.referenceLogProbs(rows)).isEqualTo(before);
      assertThat(policy.logProbs(rows)).isNotEqualTo(before);
      assertThat(policy.updates()).isEqualTo(4);
    }
  }

  @Test
  void savedAdaptersAreThePolicy() {
    TrainingSequence row = TestingSamples.episodes(0).get(0).sequence();
    Path saved = folder.resolve("saved");
    float[][] trained;
    try (TrainablePolicy policy = open(true)) {
      train(policy, 0, 1);
      assertThat(policy.format()).isEqualTo(WeightsFormat.PEFT_ADAPTER);
      policy.save(saved);
      trained = policy.logProbs(List.of(row));
    }
    ModelOptions options = ModelOptions.onCpu(TestingModel.CONTEXT);
    try (PolicyModel loaded = PolicyModel.withAdapters(model, options, saved)) {
      TokenBatch batch = TokenBatch.of(new TokenSequence(row.tokens(), row.sampled()));
      assertThat(loaded.logProbs(batch, 1)).isEqualTo(trained);
    }
  }

  @Test
  void aFullyTrainedPolicyIsSavedAsAModel() {
    Path saved = folder.resolve("saved");
    try (TrainablePolicy policy = open(false)) {
      assertThat(policy.format()).isEqualTo(WeightsFormat.SAFETENSORS);
      policy.save(saved);
    }
    assertThat(saved.resolve("model.safetensors")).exists();
    assertThat(saved.resolve("config.json")).exists();
  }

  @Test
  void sequencesTheModelCannotTakeAreNamed() {
    try (TrainablePolicy policy = open(true)) {
      TrainingSequence foreign = TestingSamples.saying(TestingModel.VOCABULARY);
      assertThat(policy.problem(foreign))
          .hasValueSatisfying(
              problem -> assertThat(problem).contains("token 24, expected 0 to 23"));
      int length = TestingModel.CONTEXT + 1;
      TrainingSequence tooLong =
          new TrainingSequence(new int[length], new boolean[length], null, new int[length]);
      assertThat(policy.problem(tooLong))
          .hasValueSatisfying(
              problem -> assertThat(problem).contains("33 tokens, expected at most"));
      assertThat(policy.problem(TestingSamples.saying(3))).isEmpty();
    }
  }

  @Test
  void aNegativeRankIsRefused() {
    assertThatThrownBy(() -> new ModelPolicyFactory("model", -1, 0, 8, "cpu", Precision.FLOAT32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("adapterRank is -1");
  }
}
