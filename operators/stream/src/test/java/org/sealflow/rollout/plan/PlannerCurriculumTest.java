package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.rollout.TestingPatches;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PlannedGroup;

/** Batches of two groups of two: easy tasks until half of two batches succeed, then all, plain. */
class PlannerCurriculumTest {
  private static final PatchRecord PATCH = TestingPatches.guideline("*", PatchState.ACTIVE);
  private static final List<Stage> STAGES =
      List.of(new Stage(List.of("easy"), false, 0.5, 2), new Stage(List.of(), true, null, 0));

  private static RolloutPlan plan(List<Stage> stages, int maxStaleness) {
    List<PlannedTask> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      tasks.add(new PlannedTask("task-" + i, "digest" + i, i < 3 ? "easy" : "hard"));
    }
    return TestingPlans.plan(
            Mode.TRAIN, tasks, new BatchShape(2, 2, 2, 0), new ArmSplit(true, 0), 11)
        .admittedBy(new BatchAdmission(VersionRule.POLICY, maxStaleness))
        .plan()
        .steered(new Steering(TaskChoice.EPOCHS, stages, Branching.NONE));
  }

  /** So many episodes of a batch succeed. */
  private static void settle(PlannerHarness planner, List<EpisodeRequest> batch, int solved)
      throws Exception {
    for (int i = 0; i < batch.size(); i++) {
      planner.played(batch.get(i)).diagnosed(batch.get(i), i < solved ? -1 : 0);
    }
  }

  private static boolean isEasy(PlannerHarness planner, int batch) {
    return planner.manifests().get(batch).getGroups().stream()
        .map(PlannedGroup::getTaskId)
        .allMatch(task -> task.compareTo("task-3") < 0);
  }

  private static boolean isPatched(PlannerHarness planner, int batch) {
    return planner.manifests().get(batch).getGroups().stream()
        .noneMatch(group -> group.getShownPatches().isEmpty());
  }

  @Test
  void theNextStageBeginsOnceEnoughEpisodesOfItsNewestBatchesSucceed() throws Exception {
    int[] solved = {3, 0, 3, 1, 0, 0, 0};
    try (PlannerHarness planner = PlannerHarness.open(plan(STAGES, 0))) {
      planner.patch(PATCH).start();
      for (int version = 0; version < solved.length; version++) {
        settle(planner, planner.version(version).newRequests(), solved[version]);
      }

      List<Integer> first = List.of(0, 1, 2, 3);
      assertThat(first).allMatch(batch -> isEasy(planner, batch) && isPatched(planner, batch));
      List<Integer> second = List.of(4, 5, 6);
      assertThat(second).as("all tasks, in an epoch").anyMatch(batch -> !isEasy(planner, batch));
      assertThat(second).as("plain").noneMatch(batch -> isPatched(planner, batch));
    }
  }

  @Test
  void batchesUnderWayWhenAStageBeginsDoNotCountForIt() throws Exception {
    List<Stage> stages =
        List.of(
            new Stage(List.of("easy"), false, 0.5, 1),
            new Stage(List.of("hard"), false, 0.5, 1),
            new Stage(List.of(), true, null, 0));
    try (PlannerHarness planner = PlannerHarness.open(plan(stages, 1))) {
      List<EpisodeRequest> two = planner.patch(PATCH).start().version(0).newRequests();
      settle(planner, two.subList(0, 4), 4);
      List<EpisodeRequest> third = planner.version(1).newRequests();
      assertThat(isEasy(planner, 2)).as("the second stage").isFalse();
      settle(planner, two.subList(4, 8), 4);
      planner.version(2);
      assertThat(isPatched(planner, 3)).as("a success of the first stage").isTrue();

      settle(planner, third, 4);
      planner.version(3);
      assertThat(isPatched(planner, 4)).as("the last stage").isFalse();
    }
  }

  @Test
  void aRestoredPlannerIsInItsStage() throws Exception {
    OperatorSubtaskState state;
    RolloutPlan plan = plan(STAGES, 0);
    try (PlannerHarness planner = PlannerHarness.open(plan)) {
      planner.start().patch(PATCH);
      settle(planner, planner.version(0).newRequests(), 4);
      settle(planner, planner.version(1).newRequests(), 4);
      planner.version(2);
      state = planner.snapshot();
    }
    try (PlannerHarness planner = PlannerHarness.restored(plan, state, PlannerHarness.START)) {
      planner.version(3);
      planner.setTime(PlannerHarness.START + 60_000);

      assertThat(planner.batches()).containsExactly(3L);
      assertThat(isPatched(planner, 0)).isFalse();
    }
  }

  @Test
  void aStageWithoutATaskIsRefused() {
    List<Stage> none = List.of(new Stage(List.of("middling"), false, null, 0));

    assertThatThrownBy(() -> plan(none, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[middling]");
    assertThatThrownBy(() -> new Stage(List.of(), false, 1.5, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("until", "batches");
  }
}
