package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;

class VersionFunctionTest {
  private static final CapabilitySettings POLICY = CapabilitySettings.DEFAULT;
  private static final CapabilitySettings BATCHES =
      POLICY.withVersionRule(ProfileVersionRule.BATCHES);

  /** A manifest of groups of two. */
  private static BatchManifest plan(long batchNumber, String... groups) {
    return plan("run", Mode.TRAIN, batchNumber, groups);
  }

  private static BatchManifest plan(String run, Mode mode, long batchNumber, String... groups) {
    List<PlannedGroup> planned =
        Arrays.stream(groups).map(group -> BatchesTest.group(group, 2)).toList();
    return new BatchManifest(
        run,
        batchNumber,
        mode,
        0L,
        Instant.EPOCH,
        planned.size(),
        new ArrayList<>(planned),
        null,
        null,
        false);
  }

  private static List<Long> versions(TestingRun run) {
    return run.out().stream().map(episode -> episode.stamp().version()).toList();
  }

  private static TestingEpisode of(long batch, String group) {
    return TestingEpisode.failed("e").batch(batch).group(group, 2).tags(Tag.PASS);
  }

  private static TestingEpisode brokenOf(long batch, String group) {
    return TestingEpisode.broken("e").batch(batch).group(group, 2);
  }

  @Test
  void anEpisodeCountsUnderTheVersionOfItsPolicy() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(
          TestingEpisode.failed("1").by(3),
          TestingEpisode.failed("2").by(5),
          TestingEpisode.failed("3").by(4));

      assertThat(versions(run)).containsExactly(3L, 5L, 4L);
    }
  }

  @Test
  void anEpisodeThatNamesNoVersionCountsUnderTheNewestSeen() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(
          TestingEpisode.failed("1"),
          TestingEpisode.failed("2").by(5),
          TestingEpisode.failed("3").by(4),
          TestingEpisode.failed("4"));

      assertThat(versions(run)).containsExactly(0L, 5L, 4L, 5L);
    }
  }

  @Test
  void allButTheStampStaysAsItWas() throws Exception {
    TestingEpisode episode =
        TestingEpisode.passed("1").by(2).batch(7).tags(Tag.PASS).shown(TestingEpisode.DIGEST);
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(episode);

      assertThat(run.last())
          .isEqualTo(
              episode
                  .observation()
                  .with(new EpisodeObservation.Stamp(2, WeightSettings.SEAL.base(), List.of())));
    }
  }

  @Test
  void aSettledBatchIsAVersion() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a", "b")).send(plan(1, "c"));
      run.send(of(0, "a"), of(0, "b"), of(0, "a"), of(0, "b"));
      run.send(of(1, "c"), of(1, "c"), of(2, "d"));

      assertThat(versions(run)).containsExactly(0L, 0L, 0L, 0L, 1L, 1L, 2L);
    }
  }

  @Test
  void batchesMaySettleInAnyOrder() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(plan(1, "b"));
      run.send(of(1, "b"), of(0, "a"), of(1, "b"), of(0, "a"), of(2, "c"));

      assertThat(versions(run)).containsExactly(0L, 0L, 0L, 1L, 2L);
    }
  }

  @Test
  void aManifestMayComeAfterItsEpisodes() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(of(0, "a"), of(0, "a"))
          .send(plan(0, "a", "b"))
          .send(of(0, "b"), of(0, "b"), of(1, "c"));
      assertThat(versions(run)).containsExactly(0L, 0L, 0L, 0L, 1L);

      run.send(of(1, "c")).send(plan(1, "c")).send(of(2, "d"));
      assertThat(run.last().stamp().version()).isEqualTo(2);
    }
  }

  @Test
  void failuresOfTheInfrastructureSettleTheirGroup() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a", "b"));
      run.send(of(0, "a"), brokenOf(0, "a"), brokenOf(0, "b"), brokenOf(0, "b"), of(1, "c"));

      assertThat(versions(run)).containsExactly(0L, 0L, 0L, 0L, 1L);
    }
  }

  @Test
  void onlyPlannedTrainingBatchesOfTheRunCount() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan("run", Mode.EVAL, 0, "a")).send(plan("another run", Mode.TRAIN, 0, "a"));
      run.send(of(0, "a"), of(0, "a"), of(1, "b"));
      run.send(TestingEpisode.failed("e").group("a", 2));

      assertThat(versions(run)).containsOnly(0L);
    }
  }

  @Test
  void whatComesLateOfASettledBatchChangesNothing() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(of(0, "a"), of(0, "a"));
      assertThat(run.held("open-batches")).isZero();

      run.send(plan(0, "a")).send(of(0, "a"), of(0, "a"), of(0, "a"));
      assertThat(run.last().stamp().version()).isEqualTo(1);
      assertThat(run.held("open-batches")).isZero();
    }
  }

  @Test
  void thePolicysVersionsNeedNoManifest() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(plan(0, "a")).send(of(0, "a").by(1), of(0, "a").by(1), of(1, "b").by(1));

      assertThat(versions(run)).containsOnly(1L);
      assertThat(run.held("open-batches")).isZero();
      assertThat(run.held("settled-batches")).isZero();
    }
  }

  private static TestingEpisode mismatched(long version) {
    return TestingEpisode.failed("e").by(version).tags(Tag.STATE_MISMATCH);
  }

  private static double weight(EpisodeObservation episode) {
    return episode.stamp().tagWeights().get("state_mismatch");
  }

  @Test
  void weightsMoveOnceForEachVersionLeftBehind() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(mismatched(0), mismatched(0), mismatched(1), mismatched(0), mismatched(2));
      run.send(mismatched(2));

      double first = 0.75 + 0.25 * (1 + 2.0 / 32);
      double second = 0.75 * first + 0.25 * (1 + 4.0 / 32);
      assertThat(run.out().stream().map(VersionFunctionTest::weight))
          .containsExactly(1.0, 1.0, 1.0, first, first, second);
    }
  }

  @Test
  void weightsOfABatchComeFromAllItsEpisodes() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(plan(1, "b"));
      for (String group : List.of("a", "a", "b")) {
        run.send(
            TestingEpisode.failed("e")
                .batch(group.equals("a") ? 0 : 1)
                .group(group, 2)
                .tags(Tag.STATE_MISMATCH));
      }

      assertThat(run.out().stream().map(VersionFunctionTest::weight))
          .containsExactly(1.0, 1.0, 0.75 + 0.25 * (1 + 2.0 / 32));
    }
  }

  @Test
  void whatDoesNotCountMovesNoWeight() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(TestingEpisode.broken("1").by(0).tags(Tag.STATE_MISMATCH), mismatched(1));
      run.send(mismatched(1));

      assertThat(run.last().stamp().tagWeights()).isEqualTo(WeightSettings.SEAL.base());
    }
  }

  private static TestingEpisode showing(String tool) {
    return TestingEpisode.failed("e")
        .turn(
            new TestingTurn(0)
                .tag(Tag.EMPTY_TURN_MODEL_RESPONSE)
                .fails(TurnFailure.MISSING_CALL, FailureOrigin.OWN)
                .shows(EvidenceKind.MISSING_CALL, tool));
  }

  @Test
  void aPatternIsRareOnceEnoughOthersWereSeen() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      run.send(showing("ls"));
      for (int i = 0; i < 99; i++) {
        run.send(showing("cd"));
      }
      assertThat(run.out()).allMatch(episode -> episode.stamp().rarePatterns().isEmpty());

      run.send(showing("ls"), showing("cd"), showing("fly"));
      assertThat(run.out().subList(100, 103))
          .extracting(episode -> episode.stamp().rarePatterns())
          .containsExactly(List.of("ls::MISSING_CALL"), List.of(), List.of("other::MISSING_CALL"));
    }
  }

  @Test
  void runsAreCountedApart() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(of(0, "a"), of(0, "a"));
      run.send(of(1, "b").run("another run"), of(1, "b"));

      assertThat(versions(run)).containsExactly(0L, 0L, 0L, 1L);
      assertThat(run.held("tags")).isEqualTo(2);
    }
  }

  @Test
  void aRestoredFunctionContinuesTheSameCount() throws Exception {
    List<TestingEpisode> episodes =
        List.of(
            of(0, "a").tags(Tag.STATE_MISMATCH),
            of(0, "a"),
            of(1, "b"),
            of(1, "b").tags(Tag.RESPONSE_MISMATCH),
            of(2, "c"));
    List<EpisodeObservation> undisturbed;
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(plan(1, "b")).send(episodes);
      undisturbed = run.out();
    }
    assertThat(undisturbed.get(4).stamp().version()).isEqualTo(2);

    for (int kept = 0; kept <= episodes.size(); kept++) {
      List<EpisodeObservation> all = new ArrayList<>();
      TestingRun.State state;
      try (TestingRun run = TestingRun.open(BATCHES)) {
        run.send(plan(0, "a")).send(plan(1, "b"));
        run.send(episodes.subList(0, kept));
        state = run.snapshot();
        all.addAll(run.out());
        // What comes after the checkpoint is lost with the crash, and read again.
        run.send(episodes.subList(kept, episodes.size()));
      }
      try (TestingRun run = TestingRun.restored(BATCHES, state)) {
        run.send(episodes.subList(kept, episodes.size()));
        all.addAll(run.out());
      }
      assertThat(all).isEqualTo(undisturbed);
    }
  }

  @Test
  void aRunSaysOnlyWhatIsNew() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(of(0, "a"), of(0, "a"), of(1, "b"), of(1, "b"));

      assertThat(run.said()).extracting(RunKnowledge::version).containsExactly(0L, 1L);
    }
  }

  /** As where the state is of a release that kept none of it where episodes are stamped. */
  @Test
  void aRestoredRunSaysAgainWhatItKnows() throws Exception {
    TestingRun.State state;
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(of(0, "a"), of(0, "a"));
      state = run.snapshot();
    }
    try (TestingRun run =
        TestingRun.restored(BATCHES, new TestingRun.State(state.version(), null))) {
      run.send(of(1, "b"), of(1, "b"));

      assertThat(versions(run)).containsExactly(0L, 1L);
    }
  }

  @Test
  void aRunThatGoesOnIsRememberedAsAWhole() throws Exception {
    Duration most = BATCHES.timeToLive().multipliedBy(2).dividedBy(3);
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(of(0, "a"), of(0, "a"));
      for (int i = 0; i < 3; i++) {
        run.pass(most);
        run.send(of(9, "never planned"));
        assertThat(run.last().stamp().version()).isEqualTo(1);
      }
    }
  }

  @Test
  void aSilentRunExpires() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      run.send(plan(0, "a")).send(plan(1, "b")).send(of(0, "a"), of(0, "a"));
      run.pass(BATCHES.timeToLive().plusMillis(1));
      run.send(of(1, "b"), of(1, "b"), of(2, "c"));

      assertThat(versions(run)).containsExactly(0L, 0L, 0L, 0L, 0L);
      assertThat(run.last().stamp().tagWeights()).isEqualTo(Map.copyOf(WeightSettings.SEAL.base()));
    }
  }

  @Test
  void ofTooManyRunsThoseThatSpokeFirstAreForgotten() throws Exception {
    try (TestingRun run = TestingRun.open(POLICY)) {
      for (int i = 0; i <= StampFunction.MOST_RUNS; i++) {
        run.send(of(0, "a").run("run " + i).by(3));
        run.pass(Duration.ofMillis(1));
      }
      run.send(of(0, "a").run("run 0"), of(0, "a").run("run 2"), of(0, "a").run("run 0"));

      assertThat(versions(run).subList(StampFunction.MOST_RUNS + 1, run.out().size()))
          .containsExactly(0L, 3L, 3L);
    }
  }

  @Test
  void theStateOfALongRunIsBounded() throws Exception {
    try (TestingRun run = TestingRun.open(BATCHES)) {
      for (long batch = 0; batch < 200; batch++) {
        String group = "g" + batch;
        run.send(plan(batch, group)).send(of(batch, group), of(batch, group));
      }
      assertThat(run.last().stamp().version()).isEqualTo(199);
      assertThat(run.held("open-batches")).isZero();
      assertThat(run.held("settled-batches")).isEqualTo(1);
      assertThat(run.held("tags")).isEqualTo(1);
      assertThat(run.held("newest-version")).isZero();
      assertThat(run.last().stamp().tagWeights()).hasSize(7);
    }
  }
}
