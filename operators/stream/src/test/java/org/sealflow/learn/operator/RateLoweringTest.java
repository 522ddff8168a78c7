package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.TestingSamples;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.TrainingStep;

/** A guard's wish in the log of the batches reaches the steps it is for, and only these. */
@Timeout(60)
class RateLoweringTest {
  private static final int BATCHES = 4;
  private static final double RATE = 0.1;
  private static final RateLowering FIRST = new RateLowering(1, 0.5, "base success fell");
  private static final RateLowering SECOND = new RateLowering(2, 0.25, "empty turns doubled");

  @TempDir Path directory;

  private static BatchManifest lowering(long batch, RateLowering lowering) {
    return lowering(TestingSamples.manifest(batch), lowering);
  }

  private static BatchManifest lowering(BatchManifest manifest, RateLowering lowering) {
    return BatchManifest.newBuilder(manifest).setRateLowering(lowering).build();
  }

  /** All batches, the rate lowered after manifest 1 and again after manifest 2. */
  private static List<Object> elements() {
    List<Object> elements = new ArrayList<>();
    for (long batch = 0; batch < BATCHES; batch++) {
      elements.add(TestingSamples.manifest(batch));
      if (batch == 1) {
        elements.add(lowering(1, FIRST));
      }
      if (batch == 2) {
        elements.add(lowering(2, SECOND));
      }
      elements.addAll(TestingSamples.episodes(batch));
    }
    return elements;
  }

  private static List<Double> rates(List<TrainingStep> steps) {
    return steps.stream().map(step -> step.getMetrics().get("learningRate")).toList();
  }

  private static List<String> digests(List<PolicyUpdate> versions) {
    return versions.stream().map(PolicyUpdate::getWeightsDigest).toList();
  }

  @Test
  void aRepeatedManifestLowersTheRateOfTheBatchesPublishedAfterIt() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      for (Object element : elements()) {
        learner.element(element);
      }
      learner.awaitVersions(BATCHES + 1);

      assertThat(learner.steps())
          .extracting(TrainingStep::getRateLowering)
          .containsExactly(null, null, FIRST, SECOND);
      assertThat(rates(learner.steps())).containsExactly(RATE, RATE, RATE * 0.5, RATE * 0.25);
    }
  }

  @Test
  void aBatchThatIsPublishedWithALoweringHasItItself() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.manifest(lowering(0, FIRST));
      TestingSamples.episodes(0).forEach(episode -> send(learner, episode));
      learner.awaitVersions(2);

      assertThat(rates(learner.steps())).containsExactly(RATE * 0.5);
    }
  }

  @Test
  void aLoweringCountsOnceAndNoneRaisesTheRateAgain() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.manifest(lowering(0, SECOND));
      learner.manifest(lowering(0, FIRST));
      learner.manifest(lowering(0, new RateLowering(2, 0.01, "told by another")));
      TestingSamples.episodes(0).forEach(episode -> send(learner, episode));
      learner.batch(1);
      learner.awaitVersions(3);

      assertThat(learner.steps())
          .extracting(TrainingStep::getRateLowering)
          .containsExactly(SECOND, SECOND);
    }
  }

  @Test
  void loweringsOfOtherRunsAndOfEvaluationsArePassedOver() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.manifest(lowering(TestingSamples.manifest(0, "other", Mode.TRAIN), FIRST));
      learner.manifest(lowering(TestingSamples.manifest(0, TestingSamples.RUN, Mode.EVAL), FIRST));
      learner.batch(0);
      learner.awaitVersions(2);

      assertThat(rates(learner.steps())).containsExactly(RATE);
    }
  }

  /** Every point between two elements: pending batches, consumed ones and none at all. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereverTheLearnerIsKilledTheSameStepsHaveTheSameRates(boolean stepsFirst) throws Exception {
    List<Object> elements = elements();
    List<String> expected;
    try (LearnHarness learner = LearnHarness.started(directory.resolve("undisturbed"))) {
      for (Object element : elements) {
        learner.element(element);
      }
      expected = digests(learner.awaitVersions(BATCHES + 1));
    }
    for (int kill = 0; kill <= elements.size(); kill++) {
      assertThat(killedAt(kill, stepsFirst)).as("killed at " + kill).isEqualTo(expected);
    }
  }

  private List<String> killedAt(int kill, boolean stepsFirst) throws Exception {
    List<Object> elements = elements();
    Path own = directory.resolve("killed-" + kill);
    List<PolicyUpdate> committed = new ArrayList<>();
    OperatorSubtaskState checkpoint;
    try (LearnHarness learner = LearnHarness.started(own)) {
      for (Object element : elements.subList(0, kill)) {
        learner.element(element);
      }
      if (stepsFirst) {
        learner.awaitIdle();
      }
      checkpoint = learner.snapshot(1);
      committed.addAll(learner.versions());
    }
    try (LearnHarness learner = LearnHarness.restored(own, checkpoint)) {
      for (Object element : elements.subList(kill, elements.size())) {
        learner.element(element);
      }
      committed.addAll(learner.awaitVersion(BATCHES));
    }
    // A restored learner says its newest version again.
    return digests(committed.stream().distinct().toList());
  }

  private static void send(LearnHarness learner, Object element) {
    try {
      learner.element(element);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }
}
