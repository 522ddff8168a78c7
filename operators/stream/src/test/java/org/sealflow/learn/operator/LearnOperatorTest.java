package org.sealflow.learn.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingPolicy;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.TestingUndeletableFiles;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.Verdict;

@Timeout(60)
class LearnOperatorTest {
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

  private static Path weights(PolicyUpdate update) {
    return Path.of(URI.create(update.getWeightsUri())).resolve("model.safetensors");
  }

  @Test
  void versionZeroIsPublishedAtTheStart() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      PolicyUpdate update = learner.awaitVersions(1).get(0);

      assertThat(update.getVersion()).isZero();
      assertThat(update.getParentVersion()).isNull();
      assertThat(update.getBatchNumber()).isNull();
      byte[] bytes = Files.readAllBytes(weights(update));
      assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
          .isEqualTo(update.getWeightsDigest());
      assertThat(weights(update).getParent().getFileName()).hasToString(update.getWeightsDigest());
    }
  }

  @Test
  void stepKConsumesBatchKAndMakesTheNextVersion() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      for (long batch = 0; batch < BATCHES; batch++) {
        learner.batch(batch);
      }
      List<PolicyUpdate> versions = learner.awaitVersions(BATCHES + 1);

      assertThat(versions.stream().map(PolicyUpdate::getVersion))
          .containsExactlyElementsOf(LongStream.rangeClosed(0, BATCHES).boxed().toList());
      assertThat(digests(versions)).doesNotHaveDuplicates();
      assertThat(versions.get(2).getParentVersion()).isEqualTo(1);
      assertThat(versions.get(2).getBatchNumber()).isEqualTo(1);
      assertThat(learner.steps().stream().map(TrainingStep::getBatchNumber))
          .containsExactly(0L, 1L, 2L, 3L);
    }
  }

  @Test
  void everyStepReleasesMemory() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      for (long batch = 0; batch < BATCHES; batch++) {
        learner.batch(batch);
      }
      learner.awaitVersions(BATCHES + 1);

      assertThat(learner.hooks.releases).hasValue(BATCHES);
    }
  }

  @Test
  void aStepReportsItsGroupsAndMeasures() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.batch(0);
      learner.batch(1);
      learner.awaitVersions(3);
      TrainingStep step = learner.steps().get(1);

      assertThat(step.getApplied()).isTrue();
      assertThat(step.getRefusal()).isNull();
      GroupStep group = step.getGroups().get(0);
      assertThat(group.getOutcome()).isEqualTo(GroupOutcome.USED);
      assertThat(group.getRewards()).hasSize(TestingSamples.GROUP_SIZE);
      assertThat(group.getAdvantages()).hasSize(TestingSamples.GROUP_SIZE);
      assertThat(group.getResidual())
          .isEqualTo(group.getAdvantages().stream().mapToDouble(Double::doubleValue).sum());
      assertThat(step.getStaleness()).containsExactly(entry("0", 8L), entry("1", 8L));
      assertThat(step.getTagWeights()).containsKey("state_mismatch");
      assertThat(step.getMetrics())
          .containsEntry("updates", 4.0)
          .containsEntry("learningRate", 0.1)
          .containsEntry("stalenessMax", 1.0)
          .containsKeys(
              "loss",
              "kl",
              "clipFraction",
              "ratioMin",
              "ratioMax",
              "gradientNorm",
              "entropy",
              "tokensPerSecond",
              "advantageResidual");
      assertThat(step.getMetrics().get("gradientNorm")).isPositive();
      assertThat(learner.versions().get(2).getMetrics()).isEqualTo(step.getMetrics());
    }
  }

  @Test
  void anEmptyBatchStillRaisesTheVersion() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.awaitVersions(1);
      learner.hooks.beforeSave =
          () -> {
            throw new IllegalStateException("nothing is to be written");
          };
      learner.manifest(TestingSamples.manifest(0));
      for (int group = 0; group < TestingSamples.GROUPS; group++) {
        learner.episode(
            TestingSamples.episode(0, group, 0, Verdict.TASK_DEFECTIVE, TestingSamples.saying(1)));
      }
      List<PolicyUpdate> versions = learner.awaitVersions(2);

      assertThat(versions.get(1).getVersion()).isEqualTo(1);
      assertThat(versions.get(1).getWeightsDigest()).isEqualTo(versions.get(0).getWeightsDigest());
      assertThat(learner.steps().get(0).getApplied()).isFalse();
      assertThat(learner.steps().get(0).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsOnly(GroupOutcome.TASK_DEFECTIVE);
      learner.hooks.beforeSave = () -> {};
      learner.batch(1);
      assertThat(learner.awaitVersions(3).get(2).getWeightsDigest())
          .isNotEqualTo(versions.get(0).getWeightsDigest());
    }
  }

  @Test
  void anIncompleteGroupIsLeftOutWhenItsTimeIsUp() throws Exception {
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    TrainingEpisode late = episodes.get(7);
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.awaitVersions(1);
      learner.manifest(TestingSamples.manifest(0));
      for (TrainingEpisode episode : episodes.subList(0, 7)) {
        learner.episode(episode);
      }
      learner.time(TestingSamples.DEADLINE.toMillis() - 1);
      assertThat(learner.isStepUnderWay()).isFalse();

      learner.time(TestingSamples.DEADLINE.toMillis());
      learner.episode(late);
      learner.awaitVersions(2);

      assertThat(learner.steps().get(0).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsExactly(GroupOutcome.USED, GroupOutcome.EXPIRED);
    }
  }

  @Test
  void aVersionIsPublishedOnlyAfterItsWeightsAreThere() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.awaitVersions(1);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      learner.hooks.beforeSave =
          () -> {
            begun.countDown();
            await(release);
          };
      learner.batch(0);
      await(begun);
      learner.work();
      assertThat(learner.versions()).hasSize(1);

      release.countDown();
      assertThat(weights(learner.awaitVersions(2).get(1))).exists();
    }
  }

  @Test
  void oldWeightsAreDeletedOnceNewerOnesAreCommitted() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      for (long batch = 0; batch < BATCHES; batch++) {
        learner.batch(batch);
      }
      List<PolicyUpdate> versions = learner.awaitVersions(BATCHES + 1);
      assertThat(versions).allSatisfy(version -> assertThat(weights(version)).exists());

      learner.snapshot(1);
      learner.completed(1);
      learner.batch(BATCHES);
      learner.awaitVersions(BATCHES + 2);
      learner.awaitIdle();

      assertThat(versions.subList(0, 3))
          .allSatisfy(version -> assertThat(weights(version)).doesNotExist());
      assertThat(versions.subList(3, 5))
          .allSatisfy(version -> assertThat(weights(version)).exists());
    }
  }

  @Test
  void weightsThatCannotBeDeletedStopNothingAndAreDeletedLater() throws Exception {
    TestingUndeletableFiles.register();
    LearnSettings settings =
        TestingSamples.settings(TestingUndeletableFiles.SCHEME + ":" + directory);
    try (LearnHarness learner = LearnHarness.started(settings)) {
      for (long batch = 0; batch < BATCHES; batch++) {
        learner.batch(batch);
      }
      List<PolicyUpdate> versions = learner.awaitVersions(BATCHES + 1);
      Path oldest = Path.of(URI.create(requireNonNull(versions.get(0).getWeightsUri())).getPath());

      TestingUndeletableFiles.refuse(true);
      learner.snapshot(1);
      learner.completed(1);
      learner.awaitMail();
      assertThat(oldest).exists();

      TestingUndeletableFiles.refuse(false);
      learner.snapshot(2);
      learner.completed(2);
      learner.awaitMail();
      assertThat(oldest).doesNotExist();
    } finally {
      TestingUndeletableFiles.refuse(false);
    }
  }

  @Test
  void nothingHalfWrittenIsLeft() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      PolicyUpdate version = learner.awaitVersions(1).get(0);
      Path root = weights(version).getParent().getParent();
      try (Stream<Path> listed = Files.list(root)) {
        assertThat(listed).containsExactly(weights(version).getParent());
      }
    }
  }

  @Test
  void aStepThatIsNotFiniteIsRefusedAndTheVersionRises() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.hooks.overflows = true;
      learner.batch(0);
      List<PolicyUpdate> versions = learner.awaitVersions(2);

      assertThat(learner.steps().get(0).getRefusal())
          .contains("step 0 was refused")
          .contains("NaN");
      assertThat(learner.steps().get(0).getApplied()).isFalse();
      assertThat(versions.get(1).getWeightsDigest()).isEqualTo(versions.get(0).getWeightsDigest());

      learner.hooks.overflows = false;
      learner.batch(1);
      learner.awaitVersions(3);
      assertThat(learner.steps().get(1).getApplied()).isTrue();
    }
  }

  @Test
  void whatThePolicyCannotTakeLeavesItsGroupOut() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.hooks.longest = 2;
      learner.manifest(TestingSamples.manifest(0));
      for (int sample = 0; sample < TestingSamples.GROUP_SIZE; sample++) {
        Verdict verdict = sample == 0 ? Verdict.PASSED : Verdict.POLICY_FAILED;
        learner.episode(
            TestingSamples.episode(0, 0, sample, verdict, TestingSamples.saying(sample)));
        learner.episode(
            TestingSamples.episode(
                0, 1, sample, verdict, TestingSamples.episodes(9).get(0).sequence()));
      }
      learner.awaitVersions(2);

      assertThat(learner.steps().get(0).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsExactly(GroupOutcome.USED, GroupOutcome.UNTRAINABLE);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, USED, SURPLUS", "2, UNTRAINABLE, USED"})
  void aSurplusGroupTakesThePlaceOfOneThatCannotBeTrainedOn(
      int longest, GroupOutcome first, GroupOutcome second) throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.hooks.longest = longest;
      BatchManifest manifest = TestingSamples.manifest(0);
      manifest.setGroupsNeeded(1);
      learner.manifest(manifest);
      TrainingSequence three =
          new TrainingSequence(
              new int[] {0, 1, 2}, new boolean[] {false, false, true}, null, new int[] {-1, -1, 0});
      for (int sample = 0; sample < TestingSamples.GROUP_SIZE; sample++) {
        Verdict verdict = sample == 0 ? Verdict.PASSED : Verdict.POLICY_FAILED;
        learner.episode(TestingSamples.episode(0, 0, sample, verdict, three));
        learner.episode(
            TestingSamples.episode(0, 1, sample, verdict, TestingSamples.saying(sample)));
      }
      learner.awaitVersions(2);

      assertThat(learner.steps().get(0).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsExactly(first, second);
    }
  }

  @Test
  void anEpisodeThatThePolicyCannotTakeCostsItselfAlone() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      List<TrainingEpisode> episodes = TestingSamples.episodes(0);
      learner.hooks.longest =
          episodes.stream()
                  .mapToInt(episode -> requireNonNull(episode.sequence()).length())
                  .max()
                  .orElseThrow()
              - 1;
      learner.manifest(TestingSamples.manifest(0));
      for (TrainingEpisode episode : episodes) {
        learner.episode(episode);
      }
      learner.awaitVersions(2);

      List<GroupStep> groups = learner.steps().get(0).getGroups();
      assertThat(groups)
          .extracting(GroupStep::getOutcome)
          .containsExactly(GroupOutcome.USED, GroupOutcome.USED);
      assertThat(groups.stream().mapToInt(group -> group.getAdvantages().size()).sum())
          .isBetween(4, 7);
      assertThat(groups)
          .allSatisfy(group -> assertThat(group.getRewards()).hasSameSizeAs(group.getAdvantages()));
    }
  }

  @Test
  void anEpisodeWithoutTokensLeavesItsGroupOut() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.manifest(TestingSamples.manifest(0));
      List<TrainingEpisode> episodes = TestingSamples.episodes(0);
      for (TrainingEpisode episode : episodes.subList(0, 4)) {
        learner.episode(episode);
      }
      for (int sample = 0; sample < TestingSamples.GROUP_SIZE - 1; sample++) {
        learner.episode(TestingSamples.episode(0, 1, sample, Verdict.PASSED, null));
      }
      learner.awaitVersions(2);

      assertThat(learner.steps().get(0).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsExactly(GroupOutcome.USED, GroupOutcome.UNTRAINABLE);
    }
  }

  @Test
  void anEpisodeOfAVersionYetToComeCostsItselfAlone() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.manifest(TestingSamples.manifest(0));
      List<TrainingEpisode> episodes = TestingSamples.episodes(0);
      learner.episode(actedBy(5, episodes.get(0)));
      for (TrainingEpisode episode : episodes.subList(1, episodes.size())) {
        learner.episode(episode);
      }

      assertThat(learner.awaitVersions(2).get(1).getVersion()).isEqualTo(1);
      List<GroupStep> groups = learner.steps().get(0).getGroups();
      assertThat(groups).extracting(GroupStep::getOutcome).containsOnly(GroupOutcome.USED);
      assertThat(groups)
          .extracting(group -> group.getRewards().size())
          .containsExactly(TestingSamples.GROUP_SIZE - 1, TestingSamples.GROUP_SIZE);
    }
  }

  private static TrainingEpisode actedBy(long version, TrainingEpisode episode) {
    return new TrainingEpisode(
        episode.runId(),
        episode.episodeId(),
        episode.attempt(),
        episode.place(),
        episode.findings(),
        new long[] {version},
        episode.sequence());
  }

  @Test
  void batchesOfOthersAndOfEvaluationAreLeftAlone() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.awaitVersions(1);
      learner.manifest(TestingSamples.manifest(0, "other", Mode.TRAIN));
      for (TrainingEpisode episode : TestingSamples.episodes(0)) {
        learner.episode(episode);
      }
      assertThat(learner.isStepUnderWay()).isFalse();
    }
  }

  @Test
  void theEndOfTheInputWaitsForWhatHasSettled() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.batch(0);
      learner.batch(1);
      learner.manifest(TestingSamples.manifest(2));
      learner.endInput(1);
      assertThat(learner.versions()).isEmpty();
      learner.endInput(2);

      assertThat(learner.versions()).hasSize(4);
      assertThat(learner.steps().get(2).getGroups())
          .extracting(GroupStep::getOutcome)
          .containsOnly(GroupOutcome.EXPIRED);
    }
  }

  @Test
  void whatGoesWrongOnTheThreadFailsTheTask() throws Exception {
    try (LearnHarness learner = LearnHarness.started(directory)) {
      learner.hooks.beforePass =
          () -> {
            throw new IllegalStateException("no memory");
          };
      learner.batch(0);
      assertThatThrownBy(() -> learner.awaitVersions(2))
          .hasMessageContaining("cannot make step 0")
          .hasMessageContaining("no memory");
    }
  }

  @Test
  void closingFreesThePolicy() throws Exception {
    LearnHarness learner = LearnHarness.started(directory);
    learner.awaitVersions(1);
    learner.close();
    assertThat(learner.hooks.closed).isTrue();
  }

  @Test
  void moreThanOneLearnerIsRefused() throws Exception {
    LearnSettings settings = TestingSamples.settings(directory.toUri().toString());
    var harness =
        new AbstractStreamOperatorTestHarness<>(
            new LearnOperatorFactory(
                settings, ignored -> new TestingPolicy(new TestingPolicy.Hooks())),
            2,
            2,
            0);
    harness.setup();
    harness.initializeEmptyState();
    assertThatThrownBy(harness::open).hasMessageContaining("parallelism 2, expected 1");
    harness.close();
  }
}
