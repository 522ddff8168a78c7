package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.operator.LearnHarness;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.WeightsFormat;

@Timeout(60)
class BatchOutputTest {
  private static final int CONTEXT = 64;

  @TempDir Path directory;

  private LearnSettings settings(BatchOutput output) {
    return TestingSamples.settings(directory.toUri().toString()).withBatchOutput(output);
  }

  private LearnHarness foreign(OperatorSubtaskState restored) throws Exception {
    return LearnHarness.of(
        settings(BatchOutput.FOREIGN), new ForeignPolicyFactory(CONTEXT), restored);
  }

  @Test
  void batchesAreNotPutOutUnlessAskedFor() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(BatchOutput.NONE))) {
      learner.batch(0);
      learner.awaitVersions(2);

      assertThat(learner.samples()).isEmpty();
    }
  }

  @Test
  void aCopyOfEachBatchHoldsItsEpisodesAsTheyWereTrainedOn() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(BatchOutput.COPY))) {
      learner.batch(0);
      learner.awaitVersions(2);
      List<TrainingEpisode> episodes = TestingSamples.episodes(0);

      assertThat(learner.steps().get(0).getApplied()).isTrue();
      assertThat(learner.samples()).hasSize(episodes.size());
      for (TrainingSample sample : learner.samples()) {
        TrainingEpisode episode =
            episodes.stream()
                .filter(each -> each.episodeId().equals(sample.getEpisodeId()))
                .findFirst()
                .orElseThrow();
        assertThat(sample.getGroupId()).isEqualTo(episode.place().groupId());
        assertThat(sample.getTaskId()).isEqualTo("task-" + group(sample));
        assertThat(sample.getVerdict()).isEqualTo(episode.findings().verdict());
        assertTokens(sample, episode.sequence());
      }
    }
  }

  private static String group(TrainingSample sample) {
    return sample.getGroupId().substring(sample.getGroupId().lastIndexOf('-') + 1);
  }

  private static void assertTokens(TrainingSample sample, TrainingSequence sequence) {
    for (int token = 0; token < sequence.length(); token++) {
      assertThat(sample.getTokens().get(token)).isEqualTo(sequence.tokens()[token]);
      assertThat(sample.getSampled().get(token)).isEqualTo(sequence.sampled()[token]);
      assertThat(sample.getTurns().get(token)).isEqualTo(sequence.turnOfToken()[token]);
      assertThat(sample.getLogProbs().get(token)).isEqualTo(sequence.engineLogProbs()[token]);
      if (!sequence.sampled()[token]) {
        assertThat(sample.getAdvantages().get(token)).isZero();
      }
    }
  }

  @Test
  void theAdvantagesOfTokensCarryTheDiagnosis() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(BatchOutput.COPY))) {
      learner.batch(0);
      learner.awaitVersions(2);
      TrainingStep step = learner.steps().get(0);
      Map<String, GroupStep> groups = new TreeMap<>();
      step.getGroups().forEach(group -> groups.put(group.getGroupId(), group));

      boolean anyDiffers = false;
      for (TrainingSample sample : learner.samples()) {
        GroupStep group = groups.get(sample.getGroupId());
        assertThat(sample.getAdvantage() * sample.getWeight())
            .isEqualTo(group.getAdvantages().get(sample.getSampleIndex()), within(1e-9));
        assertThat(sample.getWeight())
            .isEqualTo(group.getWeights().get(sample.getSampleIndex()), within(1e-9));
        boolean failed = sample.getVerdict() == Verdict.POLICY_FAILED;
        assertThat(sample.getRootCauseTurn()).isEqualTo(failed ? 1 : null);
        assertThat(sample.getJudgements().get(1))
            .isEqualTo(failed ? TurnJudgement.WRONG : TurnJudgement.RIGHT);
        anyDiffers |= advantage(sample, 0) != advantage(sample, 1);
        List<Double> turns = group.getTurnAdvantages().get(sample.getSampleIndex());
        assertThat(turns.get(0)).isEqualTo(advantage(sample, 0), within(1e-6));
        assertThat(turns.get(1)).isEqualTo(advantage(sample, 1), within(1e-6));
      }
      assertThat(anyDiffers).isTrue();
    }
  }

  /** The advantage that the tokens of a turn carry, all the same. */
  private static float advantage(TrainingSample sample, int turn) {
    return (float)
        Stream.iterate(0, token -> token < sample.getTurns().size(), token -> token + 1)
            .filter(token -> sample.getTurns().get(token) == turn)
            .mapToDouble(token -> sample.getAdvantages().get(token))
            .distinct()
            .boxed()
            .reduce(
                (one, other) -> {
                  throw new AssertionError("one turn, two advantages");
                })
            .orElseThrow()
            .doubleValue();
  }

  @Test
  void aBatchIsPutOutOnceOverARestore() throws Exception {
    OperatorSubtaskState state;
    try (LearnHarness learner = LearnHarness.started(settings(BatchOutput.COPY))) {
      learner.batch(0);
      learner.awaitVersions(2);
      assertThat(learner.samples()).isNotEmpty();
      state = learner.snapshot(1);
    }
    try (LearnHarness learner = LearnHarness.restored(settings(BatchOutput.COPY), state)) {
      learner.batch(0);
      learner.batch(1);
      learner.awaitNew(1);

      assertThat(learner.samples())
          .isNotEmpty()
          .allSatisfy(sample -> assertThat(sample.getBatchNumber()).isEqualTo(1));
    }
  }

  @Test
  void whereAForeignTrainerLearnsNoWeightsAreMadeHere() throws Exception {
    OperatorSubtaskState state;
    try (LearnHarness learner = foreign(null)) {
      learner.batch(0);
      PolicyUpdate first = learner.awaitVersions(2).get(0);

      assertThat(first.getFormat()).isEqualTo(WeightsFormat.NONE);
      assertThat(first.getWeightsUri()).isNull();
      assertThat(learner.samples()).hasSize(TestingSamples.episodes(0).size());
      assertThat(learner.steps().get(0).getApplied()).isFalse();
      assertThat(learner.steps().get(0).getRefusal()).isNull();
      state = learner.snapshot(1);
      learner.completed(1);
    }
    try (LearnHarness learner = foreign(state)) {
      learner.batch(1);
      learner.awaitNew(1);

      assertThat(learner.samples())
          .isNotEmpty()
          .allSatisfy(sample -> assertThat(sample.getBatchNumber()).isEqualTo(1));
    }
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void aForeignTrainerGetsNoEpisodeLongerThanItsContext() {
    ForeignPolicy policy = new ForeignPolicy(3);

    assertThat(policy.problem(TestingSamples.saying(1))).isEmpty();
    assertThat(policy.problem(TestingSamples.sequence(new SplittableRandom(1))))
        .hasValueSatisfying(line -> assertThat(line).endsWith("at most the context length 3"));
    assertThatThrownBy(() -> policy.step(1, 1)).hasMessageContaining("a foreign trainer has");
  }
}
