package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.BranchStart;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;

/** Batches of six episodes of six tokens each. */
class PlannerBudgetTest {
  private static RolloutPlan plan(long tokens, int maxStaleness) {
    return TestingPlans.plan(
            Mode.TRAIN,
            TestingPlans.tasks(5),
            new BatchShape(2, 2, 3, 0, tokens),
            ArmSplit.NONE,
            11)
        .admittedBy(new BatchAdmission(VersionRule.POLICY, maxStaleness))
        .plan();
  }

  private static void play(PlannerHarness planner, List<EpisodeRequest> batch) throws Exception {
    for (EpisodeRequest request : batch) {
      planner.played(request);
    }
  }

  @Test
  void noBatchStartsOnceTheBudgetIsSpentAndTheLastIsToldSoOnce() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(50, 0))) {
      play(planner, planner.start().version(0).newRequests());
      play(planner, planner.version(1).newRequests());
      planner.version(2).version(3);

      assertThat(planner.batches()).containsExactly(0L, 1L, 1L);
      assertThat(planner.manifests())
          .extracting(BatchManifest::getLast)
          .containsExactly(false, false, true);
      assertThat(planner.manifests().get(0).getBudgetSpent()).isZero();
      assertThat(planner.manifests().get(1).getBudgetSpent()).isCloseTo(0.72, within(1e-9));
    }
  }

  @Test
  void batchesUnderWayWhenItIsSpentAreTheLast() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(30, 1))) {
      List<EpisodeRequest> two = planner.start().version(0).newRequests();
      assertThat(planner.batches()).containsExactly(0L, 1L);
      play(planner, two.subList(0, 6));
      planner.version(1);

      assertThat(planner.batches()).containsExactly(0L, 1L, 1L);
      assertThat(planner.manifests().get(2).getLast()).isTrue();
    }
  }

  @Test
  void aBatchIsCountedOnceAllOfItsEpisodesHaveEnded() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(50, 0))) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      play(planner, first.subList(0, 5));
      planner.version(1);
      assertThat(planner.batches()).containsExactly(0L);

      play(planner, first.subList(5, 6));
      assertThat(planner.batches()).containsExactly(0L, 1L);
    }
  }

  @Test
  void whatABranchRepeatsCostsNothing() throws Exception {
    Branching branching = new Branching(BranchStart.ROOT_CAUSE, BranchEnd.TURN, 4, 1);
    try (PlannerHarness planner =
        PlannerHarness.open(plan(1_000, 0).steered(new Steering(TaskChoice.EPOCHS, branching)))) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      for (int i = 0; i < first.size(); i++) {
        planner.played(first.get(i)).diagnosed(first.get(i), i == 0 ? 2 : -1);
      }
      List<EpisodeRequest> second = planner.version(1).newRequests();
      assertThat(second).hasSize(10);
      for (EpisodeRequest request : second) {
        planner.played(request).diagnosed(request, -1);
      }
      planner.version(2);

      assertThat(planner.manifests().get(2).getBudgetSpent())
          .as("twelve whole episodes and the last turn of four")
          .isCloseTo((12 * 6 + 4 * 2) / 1_000.0, within(1e-9));
    }
  }

  @Test
  void whatANextAttemptTakesOverCostsNothing() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(1_000, 0))) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      planner.resumed(first.get(0));
      play(planner, first);
      planner.version(1);

      assertThat(planner.manifests().get(1).getBudgetSpent())
          .as("six whole episodes and the one turn of an attempt that went on")
          .isCloseTo((6 * 6 + 2) / 1_000.0, within(1e-9));
    }
  }

  @Test
  void aRestoredPlannerGoesOnCounting() throws Exception {
    OperatorSubtaskState state;
    try (PlannerHarness planner = PlannerHarness.open(plan(50, 0))) {
      play(planner, planner.start().version(0).newRequests());
      state = planner.snapshot();
    }
    try (PlannerHarness planner =
        PlannerHarness.restored(plan(50, 0), state, PlannerHarness.START)) {
      planner.version(1);
      assertThat(planner.manifests().get(0).getBudgetSpent()).isCloseTo(0.72, within(1e-9));
    }
  }
}
