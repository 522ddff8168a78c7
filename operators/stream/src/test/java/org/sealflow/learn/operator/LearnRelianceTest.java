package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.sample.PlainEpisode;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.Verdict;

/** The reliance on patches in the records of steps. */
class LearnRelianceTest {
  private static final String CUE = "base/f/SCHEMA_CUE/TOOL_FAILURE/f::INVALID_CALL";

  @TempDir Path directory;

  private LearnSettings settings() {
    Map<String, String> algorithm = new HashMap<>(TestingSamples.algorithm());
    algorithm.put("batch.drop", "zero-variance");
    return new LearnSettings(
        TestingSamples.RUN,
        TestingSamples.POLICY,
        LearnerSettings.parse(algorithm),
        1,
        16,
        directory.toUri().toString(),
        2,
        LearnSettings.DEFAULT_STATE_LIMIT_BYTES,
        TestingSamples.DEADLINE);
  }

  /** An answer of one token that has two tokens before it, and one without patches. */
  private static TrainingEpisode episode(int group, int sample, boolean passed) {
    Verdict verdict = passed ? Verdict.PASSED : Verdict.POLICY_FAILED;
    TrainingSequence hinted =
        new TrainingSequence(
            new int[] {7, 0, sample},
            new boolean[] {false, false, true},
            null,
            new int[] {-1, -1, 0});
    TrainingEpisode episode = TestingSamples.episode(0, group, sample, verdict, hinted);
    return passed
        ? episode.withPlain(new PlainEpisode(TestingSamples.saying(sample), List.of(CUE)))
        : episode;
  }

  /** In group 0 every episode passes, in group 1 half of them. */
  private static void batch(LearnHarness learner) throws Exception {
    learner.manifest(TestingSamples.manifest(0));
    for (int sample = 0; sample < TestingSamples.GROUP_SIZE; sample++) {
      learner.episode(episode(0, sample, true));
      learner.episode(episode(1, sample, sample < 2));
    }
  }

  @Test
  void successesOfGroupsThatTeachNothingAreMeasuredToo() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings())) {
      batch(learner);
      learner.awaitVersions(2);

      TrainingStep step = learner.steps().get(0);
      assertThat(step.getGroups())
          .extracting(GroupStep::getOutcome)
          .containsExactly(GroupOutcome.ZERO_VARIANCE, GroupOutcome.USED);
      assertThat(step.getReliance()).containsOnly(Map.entry(CUE, new PatchReliance(6L, 6L, 0.0)));
    }
  }

  @Test
  void aRestoredLearnerMeasuresTheEpisodesItHadReceived() throws Exception {
    OperatorSubtaskState kept;
    try (LearnHarness learner = LearnHarness.started(settings())) {
      learner.awaitVersions(1);
      learner.episode(episode(0, 0, true));
      learner.episode(episode(0, 1, true));
      kept = learner.snapshot(1);
    }
    try (LearnHarness learner = LearnHarness.restored(settings(), kept)) {
      batch(learner);
      learner.awaitNew(1);

      assertThat(learner.steps().get(0).getReliance())
          .containsOnly(Map.entry(CUE, new PatchReliance(6L, 6L, 0.0)));
    }
  }

  @Test
  void withoutPlainFormsNothingIsMeasured() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.batch(0);
      learner.awaitVersions(2);

      assertThat(learner.steps().get(0).getReliance()).isEmpty();
      assertThat(learner.hooks.scoredRows.get())
          .as("rows of the one pass for the old log-probabilities")
          .isEqualTo(TestingSamples.GROUPS * TestingSamples.GROUP_SIZE);
    }
  }
}
