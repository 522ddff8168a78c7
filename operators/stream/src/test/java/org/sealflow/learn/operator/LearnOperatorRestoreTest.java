package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingStep;

/** Restarts, the order of arrival and barriers change nothing about a run. */
@Timeout(60)
class LearnOperatorRestoreTest {
  private static final int BATCHES = 4;

  @TempDir Path directory;

  private static List<String> digests(List<PolicyUpdate> versions) {
    return versions.stream().map(PolicyUpdate::getWeightsDigest).toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static List<Object> elements() {
    List<Object> elements = new ArrayList<>();
    for (long batch = 0; batch < BATCHES; batch++) {
      elements.add(TestingSamples.manifest(batch));
      elements.addAll(TestingSamples.episodes(batch));
    }
    return elements;
  }

  private List<String> undisturbed() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory.resolve("undisturbed"))) {
      for (Object element : elements()) {
        learner.element(element);
      }
      return digests(learner.awaitVersions(BATCHES + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theOrderOfArrivalDoesNotMatter(long seed) throws Exception {
    List<String> expected = undisturbed();
    List<Object> elements = elements();
    elements.addAll(elements());
    Collections.shuffle(elements, new Random(seed));
    try (LearnHarness learner = LearnHarness.started(directory)) {
      for (Object element : elements) {
        learner.element(element);
      }
      assertThat(digests(learner.awaitVersions(BATCHES + 1))).isEqualTo(expected);
    }
  }

  @Test
  void aCheckpointOfAnotherRunIsRefused() throws Exception {
    OperatorSubtaskState checkpoint;
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.awaitVersions(1);
      checkpoint = learner.snapshot(1);
    }
    LearnSettings own = TestingSamples.settings(directory.toUri().toString());
    LearnSettings others =
        new LearnSettings(
            "next",
            own.policyName(),
            own.learner(),
            own.temperature(),
            own.passTokens(),
            own.weightsDirectory(),
            own.keptVersions(),
            own.stateLimitBytes(),
            own.batchDeadline());

    assertThatThrownBy(() -> LearnHarness.restored(others, checkpoint))
        .hasMessageContaining("the checkpoint is of run run, but the settings say run next");
  }

  /**
   * A source that goes back to where it was at the last checkpoint, and a learner killed at points
   * drawn from the seed, most of them while a step or the writing of weights is under way.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void killsLeaveNoTrace(long seed) throws Exception {
    List<String> expected = undisturbed();
    List<Object> elements = elements();
    Random random = new Random(seed);
    List<PolicyUpdate> committed = new ArrayList<>();
    List<TrainingStep> steps = new ArrayList<>();
    LearnHarness learner = LearnHarness.started(directory);
    int source = 0;
    for (int kill = 0; kill < 4; kill++) {
      int until = source + random.nextInt(elements.size() - source + 1);
      for (; source < until; source++) {
        learner.element(elements.get(source));
        if (random.nextBoolean()) {
          learner.work();
        }
      }
      if (random.nextBoolean()) {
        learner.awaitIdle();
      }
      var checkpoint = learner.snapshot(kill);
      committed.addAll(learner.versions());
      steps.addAll(learner.steps());
      long applied = steps.size();
      lose(learner, elements, source, random);
      learner = LearnHarness.restored(directory, checkpoint);
      learner.awaitIdle();
      if (!committed.isEmpty()) {
        assertThat(learner.hooks.restored).containsExactly(applied * 4);
      }
    }
    for (; source < elements.size(); source++) {
      learner.element(elements.get(source));
    }
    committed.addAll(learner.awaitVersion(BATCHES));
    steps.addAll(learner.steps());
    learner.close();

    // A restored learner says its newest version again.
    List<PolicyUpdate> once = committed.stream().distinct().toList();
    assertThat(digests(once)).isEqualTo(expected);
    assertThat(once.stream().map(PolicyUpdate::getVersion)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(steps.stream().flatMap(step -> step.getGroups().stream()))
        .extracting(GroupStep::getGroupId)
        .doesNotHaveDuplicates()
        .hasSize(BATCHES * TestingSamples.GROUPS);
  }

  /** Goes on for a while and dies: in a pass, while writing weights, or in between. */
  private static void lose(LearnHarness learner, List<Object> elements, int from, Random random)
      throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Runnable stop =
        () -> {
          reached.countDown();
          await(release);
        };
    switch (random.nextInt(3)) {
      case 0 -> learner.hooks.beforePass = stop;
      case 1 -> learner.hooks.beforeSave = stop;
      default -> reached.countDown();
    }
    int more = random.nextInt(elements.size() - from + 1);
    for (Object element : elements.subList(from, from + more)) {
      learner.element(element);
    }
    while (learner.isStepUnderWay() && reached.getCount() > 0 && !learner.hasMail()) {
      LockSupport.parkNanos(1_000_000);
    }
    learner.work();
    release.countDown();
    learner.close();
  }

  @Test
  void aRestoredLearnerSaysItsNewestVersionAgain() throws Exception {
    OperatorSubtaskState checkpoint;
    PolicyUpdate newest;
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.batch(0);
      newest = learner.awaitVersions(2).get(1);
      checkpoint = learner.snapshot(1);
    }
    try (LearnHarness learner = LearnHarness.restored(directory, checkpoint)) {
      learner.awaitIdle();
      assertThat(learner.versions()).containsExactly(newest);
    }
  }

  /** Versions 0 to 3 are deleted once version 4 is committed; the snapshot goes back to 1. */
  @Test
  void theWeightsOfTheVersionThatIsSaidAgainAreThere() throws Exception {
    LearnSettings settings = keepingOne(directory);
    OperatorSubtaskState savepoint;
    PolicyUpdate first;
    try (LearnHarness learner = LearnHarness.started(settings)) {
      learner.batch(0);
      first = learner.awaitVersions(2).get(1);
      savepoint = learner.snapshot(1);
      goOn(learner);
      assertThat(weights(first)).doesNotExist();
    }
    try (LearnHarness learner = LearnHarness.restored(settings, savepoint)) {
      learner.awaitIdle();
      assertThat(learner.versions()).containsExactly(first);
      assertThat(weights(first)).isNotEmptyDirectory();
      assertThat(WeightsDigest.of(weights(first))).isEqualTo(first.getWeightsDigest());
    }
  }

  @Test
  void weightsThatAreWrittenElsewhereAreSaidToBeThere() throws Exception {
    OperatorSubtaskState savepoint;
    PolicyUpdate first;
    try (LearnHarness learner = LearnHarness.started(keepingOne(directory))) {
      learner.batch(0);
      first = learner.awaitVersions(2).get(1);
      savepoint = learner.snapshot(1);
      goOn(learner);
    }
    LearnSettings elsewhere = keepingOne(directory.resolve("elsewhere"));
    try (LearnHarness learner = LearnHarness.restored(elsewhere, savepoint)) {
      learner.awaitIdle();
      PolicyUpdate again = learner.versions().get(0);
      assertThat(again.getVersion()).isEqualTo(1);
      assertThat(again.getWeightsDigest()).isEqualTo(first.getWeightsDigest());
      assertThat(weights(again)).startsWith(directory.resolve("elsewhere")).isNotEmptyDirectory();
      assertThat(weights(first)).doesNotExist();
    }
  }

  private static LearnSettings keepingOne(Path directory) {
    LearnSettings usual = TestingSamples.settings(directory.toUri().toString());
    return new LearnSettings(
        usual.runId(),
        usual.policyName(),
        usual.learner(),
        usual.temperature(),
        usual.passTokens(),
        usual.weightsDirectory(),
        1,
        usual.stateLimitBytes(),
        usual.batchDeadline());
  }

  /** Learns on to the last version, each committed by a checkpoint. */
  private static void goOn(LearnHarness learner) throws Exception {
    for (int batch = 1; batch < BATCHES; batch++) {
      learner.batch(batch);
      learner.awaitVersions(batch + 2);
      learner.snapshot(batch + 1);
      learner.completed(batch + 1);
      learner.awaitMail();
    }
  }

  private static Path weights(PolicyUpdate update) {
    return Path.of(URI.create(update.getWeightsUri()));
  }

  @Test
  void anExpiredBatchTakesTheSameGroupsAfterARestore() throws Exception {
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    LearnHarness learner = LearnHarness.started(directory);
    learner.awaitVersions(1);
    CountDownLatch release = new CountDownLatch(1);
    learner.hooks.beforePass = () -> await(release);
    learner.manifest(TestingSamples.manifest(0));
    for (TrainingEpisode episode : episodes.subList(0, 7)) {
      learner.episode(episode);
    }
    learner.time(TestingSamples.DEADLINE.toMillis());
    var checkpoint = learner.snapshot(1);
    release.countDown();
    learner.close();

    try (LearnHarness restored = LearnHarness.restored(directory, checkpoint)) {
      restored.episode(episodes.get(7));
      restored.awaitNew(1);
      assertThat(restored.steps().get(0).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsExactly(GroupOutcome.USED, GroupOutcome.EXPIRED);
    }
  }

  @Test
  void aBatchGetsItsWholeTimeAnewAfterARestore() throws Exception {
    LearnHarness learner = LearnHarness.started(directory);
    learner.awaitVersions(1);
    learner.manifest(TestingSamples.manifest(0));
    var checkpoint = learner.snapshot(1);
    learner.close();

    try (LearnHarness restored = LearnHarness.restored(directory, checkpoint)) {
      restored.awaitIdle();
      restored.time(TestingSamples.DEADLINE.toMillis());
      assertThat(restored.awaitNew(1).get(0).getVersion()).isEqualTo(1);
    }
  }

  @Test
  void aCheckpointDuringTheOpeningHoldsWhatWasRestored() throws Exception {
    List<String> expected = undisturbed();
    LearnHarness learner = LearnHarness.started(directory);
    learner.batch(0);
    learner.awaitVersions(2);
    var checkpoint = learner.snapshot(1);
    learner.close();
    LearnHarness opening = LearnHarness.restored(directory, checkpoint);
    var second = opening.snapshot(2);
    opening.close();

    try (LearnHarness restored = LearnHarness.restored(directory, second)) {
      restored.batch(1);
      assertThat(digests(restored.awaitNew(1))).isEqualTo(expected.subList(2, 3));
    }
  }

  /** The step goes on only after all checkpoints have been taken: one that waited never would. */
  @Test
  void aBarrierDoesNotWaitForAStep() throws Exception {
    LearnHarness learner = LearnHarness.started(directory);
    learner.awaitVersions(1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    learner.hooks.beforePass =
        () -> {
          begun.countDown();
          await(release);
        };
    learner.batch(0);
    await(begun);

    for (int checkpoint = 1; checkpoint <= 20; checkpoint++) {
      learner.snapshot(checkpoint);
    }

    assertThat(learner.versions()).hasSize(1);
    assertThat(learner.isStepUnderWay()).isTrue();
    release.countDown();
    learner.awaitVersions(2);
    learner.close();
  }
}
