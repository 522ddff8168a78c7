package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PlannedGroup;

class PlannerFunctionTest {
  private static final int BATCHES = 6;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void noBatchStartsFurtherAheadOfThePolicyThanAllowed(int staleness) throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(0, VersionRule.POLICY, staleness))) {
      planner.start();
      assertThat(planner.batches()).as("without a policy").isEmpty();

      for (long version = 0; version < BATCHES; version++) {
        planner.version(version);
        assertThat(planner.batches()).hasSize((int) version + staleness + 1);
      }
      assertThat(planner.manifests())
          .allSatisfy(
              manifest ->
                  assertThat(manifest.getBatchNumber() - manifest.getPolicyVersion())
                      .isBetween(0L, (long) staleness));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void withoutALearnerBatchesWaitForThoseBeforeThemToSettle(int staleness) throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.BATCHES, staleness))) {
      planner.start();
      assertThat(planner.batches()).hasSize(staleness + 1);

      for (int settled = 1; settled <= BATCHES; settled++) {
        List<EpisodeRequest> batch = planner.requests().subList(6 * (settled - 1), 6 * settled);
        for (EpisodeRequest request : batch.subList(1, 6)) {
          planner.ended(request);
        }
        assertThat(planner.batches()).hasSize(Math.min(BATCHES, settled + staleness));
        planner.ended(batch.get(0));
        assertThat(planner.batches()).hasSize(Math.min(BATCHES, settled + staleness + 1));
      }
      assertThat(planner.batches()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }
  }

  @Test
  void aLaterBatchThatSettlesFirstAdmitsNothing() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.BATCHES, 1))) {
      planner.start();
      for (EpisodeRequest request : planner.requests().subList(6, 12)) {
        planner.ended(request);
      }
      assertThat(planner.batches()).containsExactly(0L, 1L);

      for (EpisodeRequest request : planner.requests().subList(0, 6)) {
        planner.ended(request);
      }
      assertThat(planner.batches()).containsExactly(0L, 1L, 2L, 3L);
    }
  }

  @Test
  void anEndToldTwiceCountsOnce() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.BATCHES, 0))) {
      planner.start();
      EpisodeRequest one = planner.requests().get(0);
      for (int i = 0; i < 10; i++) {
        planner.ended(one);
      }

      assertThat(planner.batches()).containsExactly(0L);
    }
  }

  @Test
  void nothingStartsBeforeTheRunDoes() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.POLICY, 0))) {
      planner.version(2);
      assertThat(planner.batches()).isEmpty();

      planner.start();
      assertThat(planner.batches()).containsExactly(0L, 1L, 2L);
    }
  }

  @Test
  void theEpisodesOfANewRunAreFirstAttempts() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.POLICY, 0))) {
      planner.start();
      planner.setTime(PlannerHarness.START + 90_000);
      planner.version(0);

      assertThat(planner.requests())
          .isNotEmpty()
          .allMatch(request -> request.attempt() == 0)
          .allMatch(request -> request.runStartedAt() == PlannerHarness.START);
    }
  }

  @Test
  void aRunThatBeganBeforeIsPlayedAsLaterAttempts() throws Exception {
    long begun = PlannerHarness.START - 90_000;
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.POLICY, 0))) {
      planner.send(PlannerSignal.startAgain(TestingPlans.RUN, begun)).version(1);

      assertThat(planner.batches()).containsExactly(0L, 1L);
      assertThat(planner.requests())
          .allMatch(request -> request.attempt() == 90)
          .allMatch(request -> request.runStartedAt() == begun);
    }
  }

  @Test
  void aRunThatBeganJustNowIsNotPlayedAsFirstAttemptsAgain() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.POLICY, 0))) {
      planner
          .send(PlannerSignal.startAgain(TestingPlans.RUN, PlannerHarness.START + 300))
          .version(0);

      assertThat(planner.requests()).isNotEmpty().allMatch(request -> request.attempt() == 1);
    }
  }

  @Test
  void startingTwiceAndOlderVersionsChangeNothing() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.POLICY, 0))) {
      planner.start().version(1).start().version(0).version(1);

      assertThat(planner.batches()).containsExactly(0L, 1L);
    }
  }

  @Test
  void signalsOfOtherRunsAreNotHeard() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(BATCHES, VersionRule.POLICY, 0))) {
      planner
          .send(PlannerSignal.start("other"))
          .send(PlannerSignal.policyVersion("other", 3))
          .start();

      assertThat(planner.batches()).isEmpty();
      assertThat(planner.requests()).isEmpty();
    }
  }

  @Test
  void everyRequestIsAnnouncedAndEveryAnnouncedOneIsMade() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(4, VersionRule.POLICY, 0))) {
      planner.start().version(7);

      assertThat(planner.batches()).containsExactly(0L, 1L, 2L, 3L);
      assertThat(planner.requests())
          .extracting(EpisodeRequest::groupId)
          .containsExactlyElementsOf(
              planner.manifests().stream()
                  .flatMap(manifest -> manifest.getGroups().stream())
                  .flatMap(group -> java.util.Collections.nCopies(3, group).stream())
                  .map(PlannedGroup::getGroupId)
                  .toList());
    }
  }

  @Test
  void openEpisodesAreForgottenAsTheyEnd() throws Exception {
    try (PlannerHarness planner =
        PlannerHarness.open(TestingPlans.plan(1, VersionRule.BATCHES, 0))) {
      planner.start();
      int whileOpen = planner.keyedEntries();
      for (EpisodeRequest request : planner.requests()) {
        planner.ended(request);
      }

      assertThat(planner.keyedEntries()).isLessThan(whileOpen);
      assertThat(planner.batches()).as("after the last batch").containsExactly(0L);
    }
  }

  @Test
  void aRestoredPlannerGoesOnWhereItStoodAndPlansTheSame() throws Exception {
    RolloutPlan plan = TestingPlans.plan(BATCHES, VersionRule.POLICY, 1);
    OperatorSubtaskState state;
    List<EpisodeRequest> third;
    try (PlannerHarness planner = PlannerHarness.open(plan)) {
      planner.start().version(0);
      state = planner.snapshot();
      planner.newRequests();
      third = planner.version(1).newRequests();
    }
    long later = PlannerHarness.START + 60_000;
    try (PlannerHarness planner = PlannerHarness.restored(plan, state, later)) {
      planner.start().version(1);

      assertThat(planner.batches()).containsExactly(2L);
      assertThat(planner.requests()).isEqualTo(third);
      assertThat(planner.manifests())
          .extracting(BatchManifest::getPlannedAt)
          .containsExactly(Instant.ofEpochMilli(later));
    }
  }

  @Test
  void aRestoredPlannerRemembersWhichEpisodesAreOpen() throws Exception {
    RolloutPlan plan = TestingPlans.plan(BATCHES, VersionRule.BATCHES, 0);
    OperatorSubtaskState state;
    List<EpisodeRequest> first;
    try (PlannerHarness planner = PlannerHarness.open(plan)) {
      first = planner.start().requests();
      for (EpisodeRequest request : first.subList(0, 4)) {
        planner.ended(request);
      }
      state = planner.snapshot();
    }
    try (PlannerHarness planner = PlannerHarness.restored(plan, state, PlannerHarness.START)) {
      planner.ended(first.get(4));
      assertThat(planner.batches()).isEmpty();

      planner.ended(first.get(5));
      assertThat(planner.batches()).containsExactly(1L);
    }
  }
}
