package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.sample.SamplePlace;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.step.SettledBatch;
import org.sealflow.learn.step.TrainingGroup;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.Verdict;

class PendingBatchesTest {
  private static final String OTHER_DIGEST = "cd".repeat(32);

  private PendingBatches pending;

  @BeforeEach
  void begin() {
    pending =
        new PendingBatches(TestingSamples.RUN, LearnerSettings.parse(TestingSamples.algorithm()));
  }

  private void batch(long number) {
    assertThat(pending.plan(TestingSamples.manifest(number))).isTrue();
    TestingSamples.episodes(number).forEach(episode -> assertThat(pending.add(episode)).isTrue());
  }

  private static TrainingEpisode unplanned() {
    TrainingEpisode episode = TestingSamples.episodes(0).get(0);
    return new TrainingEpisode(
        episode.runId(),
        "unplanned",
        0,
        new SamplePlace(0, "unplanned", 0, null, null, null),
        episode.findings(),
        episode.policyVersions(),
        episode.sequence());
  }

  @Test
  void aBatchSettlesWithItsLastEpisode() {
    pending.plan(TestingSamples.manifest(0));
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    episodes.subList(1, 8).forEach(pending::add);
    assertThat(pending.settled()).isEmpty();

    pending.add(episodes.get(0));
    assertThat(pending.settled().orElseThrow().complete())
        .extracting(TrainingGroup::groupId)
        .containsExactly(TestingSamples.group(0, 0), TestingSamples.group(0, 1));
  }

  @Test
  void episodesMayComeBeforeTheirManifest() {
    TestingSamples.episodes(0).forEach(pending::add);
    assertThat(pending.settled()).isEmpty();

    pending.plan(TestingSamples.manifest(0));
    assertThat(pending.settled()).isPresent();
  }

  @Test
  void batchesAreConsumedInTheirOrder() {
    batch(1);
    assertThat(pending.settled()).isEmpty();
    assertThat(pending.queuedGroups()).isEqualTo(TestingSamples.GROUPS);

    pending.startAt(1);
    assertThat(pending.settled().orElseThrow().manifest().getBatchNumber()).isEqualTo(1);
    assertThat(pending.queuedGroups()).isZero();
  }

  @Test
  void consumedBatchesComeNoMore() {
    batch(0);
    pending.startAt(1);

    assertThat(pending.count()).isZero();
    assertThat(pending.plan(TestingSamples.manifest(0))).isFalse();
    assertThat(pending.add(TestingSamples.episodes(0).get(0))).isFalse();
  }

  @Test
  void episodesThatWereNotPlannedAreDropped() {
    pending.add(unplanned());
    assertThat(pending.episodes()).hasSize(1);

    pending.plan(TestingSamples.manifest(0));
    assertThat(pending.episodes()).isEmpty();
    assertThat(pending.add(unplanned())).isFalse();
  }

  @Test
  void aManifestCountsOnce() {
    assertThat(pending.plan(TestingSamples.manifest(0))).isTrue();
    assertThat(pending.plan(TestingSamples.manifest(0))).isFalse();
    assertThat(pending.manifests()).hasSize(1);
  }

  @Test
  void whatComesAfterABatchHasSettledChangesNothing() {
    pending.plan(TestingSamples.manifest(0));
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    episodes.subList(0, 7).forEach(pending::add);
    pending.expire(0);

    assertThat(pending.add(episodes.get(7))).isFalse();
    SettledBatch settled = pending.settled().orElseThrow();
    assertThat(settled.outcome(TestingSamples.group(0, 1))).isEqualTo(GroupOutcome.EXPIRED);
    assertThat(pending.expired()).containsExactly(0L);
  }

  @Test
  void aGroupLostToTheInfrastructureIsNotCalledUntrainable() {
    pending.plan(TestingSamples.manifest(0));
    for (int sample = 0; sample < TestingSamples.GROUP_SIZE - 1; sample++) {
      pending.add(TestingSamples.episode(0, 0, sample, Verdict.INFRASTRUCTURE_FAILED, null));
      pending.add(TestingSamples.episode(0, 1, sample, Verdict.PASSED, null));
    }
    SettledBatch settled = pending.settled().orElseThrow();

    assertThat(settled.outcome(TestingSamples.group(0, 0)))
        .isEqualTo(GroupOutcome.INFRASTRUCTURE_FAILED);
    assertThat(settled.outcome(TestingSamples.group(0, 1))).isEqualTo(GroupOutcome.UNTRAINABLE);
    assertThat(settled.complete()).isEmpty();
  }

  @Test
  void anEpisodeThatWasShownOtherPatchesThanItsGroupCostsItselfAlone() {
    assertCostsItselfAlone(OTHER_DIGEST, TestingSamples.TASK_DIGEST, null);
  }

  @Test
  void anEpisodeThatPlayedAnotherTaskThanItsGroupCostsItselfAlone() {
    assertCostsItselfAlone(null, OTHER_DIGEST, null);
  }

  @Test
  void anEpisodeThatBranchedWhereItsGroupDoesNotCostsItselfAlone() {
    assertCostsItselfAlone(null, TestingSamples.TASK_DIGEST, new Branch("source", 0, 1));
  }

  private void assertCostsItselfAlone(
      @Nullable String patchSetDigest, @Nullable String taskDigest, @Nullable Branch branch) {
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    pending.plan(TestingSamples.manifest(0));
    pending.add(played(patchSetDigest, taskDigest, branch, episodes.get(0)));
    episodes.subList(1, episodes.size()).forEach(pending::add);

    assertThat(pending.settled().orElseThrow().complete().get(0).episodes())
        .hasSize(TestingSamples.GROUP_SIZE - 1)
        .doesNotContain(episodes.get(0));
  }

  @Test
  void aDefectiveTaskOfAnotherPlanDropsNoGroup() {
    pending.plan(TestingSamples.manifest(0));
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    TrainingEpisode defective =
        TestingSamples.episode(0, 0, 0, Verdict.TASK_DEFECTIVE, TestingSamples.saying(1));
    pending.add(played(null, OTHER_DIGEST, null, defective));
    episodes.subList(1, episodes.size()).forEach(pending::add);

    assertThat(pending.settled().orElseThrow().complete())
        .extracting(TrainingGroup::groupId)
        .contains(TestingSamples.group(0, 0));
  }

  @Test
  void anEpisodeOfAnEarlierStateCountsWhateverItsTaskWas() {
    List<TrainingEpisode> episodes = TestingSamples.episodes(0);
    pending.plan(TestingSamples.manifest(0));
    episodes.forEach(episode -> pending.add(played(null, null, null, episode)));

    assertThat(pending.settled().orElseThrow().complete().get(0).episodes())
        .hasSize(TestingSamples.GROUP_SIZE);
  }

  private static TrainingEpisode played(
      @Nullable String patchSetDigest,
      @Nullable String taskDigest,
      @Nullable Branch branch,
      TrainingEpisode episode) {
    SamplePlace place = episode.place();
    return new TrainingEpisode(
        episode.runId(),
        episode.episodeId(),
        episode.attempt(),
        new SamplePlace(
            place.batchNumber(),
            place.groupId(),
            place.sampleIndex(),
            patchSetDigest,
            taskDigest,
            branch),
        episode.findings(),
        episode.policyVersions(),
        episode.sequence());
  }

  @Test
  void groupsWithoutVarianceAreDroppedWhereAskedFor() {
    Map<String, String> keys = new HashMap<>(TestingSamples.algorithm());
    keys.put("batch.drop", "zero-variance");
    pending = new PendingBatches(TestingSamples.RUN, LearnerSettings.parse(keys));
    pending.plan(TestingSamples.manifest(0));
    for (int sample = 0; sample < TestingSamples.GROUP_SIZE; sample++) {
      pending.add(TestingSamples.episode(0, 0, sample, Verdict.PASSED, TestingSamples.saying(1)));
      Verdict verdict = sample == 0 ? Verdict.PASSED : Verdict.POLICY_FAILED;
      pending.add(TestingSamples.episode(0, 1, sample, verdict, TestingSamples.saying(1)));
    }
    SettledBatch settled = pending.settled().orElseThrow();

    assertThat(settled.outcome(TestingSamples.group(0, 0))).isEqualTo(GroupOutcome.ZERO_VARIANCE);
    assertThat(settled.isComplete(TestingSamples.group(0, 0))).isTrue();
    assertThat(settled.complete())
        .extracting(TrainingGroup::groupId)
        .containsExactly(TestingSamples.group(0, 1));
  }
}
