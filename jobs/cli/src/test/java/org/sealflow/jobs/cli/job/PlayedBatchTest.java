package org.sealflow.jobs.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Verdict;

class PlayedBatchTest {
  private final PlayedBatch batch = new PlayedBatch();

  @Test
  void aBatchIsPlayedWhenItsBranchesHaveEndedToo() {
    batch.plan(manifest(2, 3));
    end(4);
    assertThat(batch.isPlayed(false)).isFalse();
    end(1);
    assertThat(batch.isPlayed(false)).isTrue();
    assertThat(batch.isPlayed(true)).isFalse();
    diagnose(Verdict.PASSED, Verdict.PASSED, Verdict.POLICY_FAILED, Verdict.PASSED);
    assertThat(batch.isPlayed(true)).isFalse();
    diagnose(Verdict.PASSED);
    assertThat(batch.isPlayed(true)).isTrue();
  }

  @Test
  void aBatchWhoseManifestIsReadLastIsNotPlayedBefore() {
    end(2);
    diagnose(Verdict.PASSED, Verdict.POLICY_FAILED);
    assertThat(batch.planned()).isZero();
    assertThat(batch.isPlayed(false)).isFalse();
    assertThat(batch.result()).isEmpty();
    batch.plan(manifest(2));
    assertThat(batch.planned()).isEqualTo(2);
    assertThat(batch.isPlayed(true)).isTrue();
    assertThat(batch.result()).contains("passed: holdout 1/2");
  }

  @Test
  void theResultIsToldOnceHoweverOftenTheManifestComes() {
    batch.plan(manifest(1));
    diagnose(Verdict.PASSED);
    assertThat(batch.result()).contains("passed: holdout 1/1");
    batch.plan(manifest(1));
    assertThat(batch.result()).isEmpty();
  }

  private static BatchManifest manifest(int... sizes) {
    List<PlannedGroup> groups =
        IntStream.of(sizes)
            .mapToObj(
                size -> {
                  PlannedGroup group = new PlannedGroup();
                  group.setSize(size);
                  return group;
                })
            .toList();
    BatchManifest manifest = new BatchManifest();
    manifest.setGroups(groups);
    return manifest;
  }

  private void end(int episodes) {
    IntStream.range(0, episodes).forEach(any -> batch.countEnded());
  }

  private void diagnose(Verdict... verdicts) {
    for (Verdict verdict : verdicts) {
      EpisodeDiagnosis episode = new EpisodeDiagnosis();
      episode.setVerdict(verdict);
      episode.setArm(Arm.HOLDOUT);
      batch.add(episode);
    }
  }
}
