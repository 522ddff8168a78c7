package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;

/** Batches of three groups of four, of twelve tasks. */
class PlannerLearnabilityTest {
  private static final int GROUP_SIZE = 4;
  private static final int EPISODES = 3 * GROUP_SIZE;
  private static final Offset<Double> EXACT = Offset.offset(1e-12);

  private static RolloutPlan plan() {
    return TestingPlans.plan(
            Mode.TRAIN,
            TestingPlans.tasks(12),
            new BatchShape(3, 3, GROUP_SIZE, 0),
            ArmSplit.NONE,
            11)
        .admittedBy(new BatchAdmission(VersionRule.POLICY, 0))
        .plan()
        .steered(new Steering(TaskChoice.LEARNABILITY, Branching.NONE));
  }

  /** Tasks 0 to 3 are always solved, 4 to 7 never, the others by every other sample. */
  private static int rootCause(EpisodeRequest request) {
    int number = Integer.parseInt(request.taskId().replaceAll("\\D", ""));
    boolean solved = number < 4 || (number >= 8 && request.sampleIndex() % 2 == 0);
    return solved ? -1 : 0;
  }

  private static void settle(PlannerHarness planner, List<EpisodeRequest> batch) throws Exception {
    for (EpisodeRequest request : batch) {
      planner.played(request).diagnosed(request, rootCause(request));
    }
  }

  private static List<String> tasks(PlannerHarness planner, int batch) {
    return planner.manifests().get(batch).getGroups().stream()
        .map(PlannedGroup::getTaskId)
        .toList();
  }

  @Test
  void tasksThatAreSolvedEveryOtherTimeArePlayedMoreOften() throws Exception {
    Map<Boolean, Integer> groups = new HashMap<>();
    try (PlannerHarness planner = PlannerHarness.open(plan())) {
      planner.start();
      for (int batch = 0; batch < 200; batch++) {
        settle(planner, planner.version(batch).newRequests());
        assertThat(tasks(planner, batch)).doesNotHaveDuplicates();
        for (String task : tasks(planner, batch)) {
          boolean learnable = Integer.parseInt(task.replaceAll("\\D", "")) >= 8;
          groups.merge(learnable, 1, Integer::sum);
        }
      }
    }
    double ofALearnableTask = groups.get(true) / 4.0;
    double ofAnother = groups.get(false) / 8.0;
    assertThat(ofALearnableTask).isGreaterThan(1.5 * ofAnother);
  }

  @Test
  void aBatchWaitsUntilTheOneBeforeIsDiagnosed() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan())) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      settle(planner, first.subList(0, EPISODES - 1));
      planner.version(1);
      assertThat(planner.batches()).containsExactly(0L);

      settle(planner, first.subList(EPISODES - 1, EPISODES));
      assertThat(planner.batches()).containsExactly(0L, 1L);
    }
  }

  @Test
  void aRestoredPlannerDrawsTheSameTasksInWhateverOrderDiagnosesCome() throws Exception {
    OperatorSubtaskState state;
    List<EpisodeRequest> batch;
    List<String> expected;
    try (PlannerHarness planner = PlannerHarness.open(plan())) {
      settle(planner, planner.start().version(0).newRequests());
      batch = planner.version(1).newRequests();
      state = planner.snapshot();
      settle(planner, batch);
      planner.version(2);
      expected = tasks(planner, 2);
    }
    List<EpisodeRequest> reversed = new ArrayList<>(batch);
    Collections.reverse(reversed);
    try (PlannerHarness restored = PlannerHarness.restored(plan(), state, PlannerHarness.START)) {
      settle(restored, reversed);
      settle(restored, batch);
      restored.version(2);
      assertThat(tasks(restored, 0)).isEqualTo(expected);
    }
  }

  @Test
  void aTaskWeighsByTheShareOfItsEpisodesThatAreSolvedAndNewerOnesCountMore() {
    TaskCount unseen = TaskCount.NONE;
    TaskCount solved = unseen.then(new TaskCount(8, 8));
    TaskCount forgotten = solved.then(new TaskCount(0, 8));

    assertThat(unseen.weight()).isCloseTo(0.25 + 0.05, EXACT);
    assertThat(solved.weight()).isCloseTo(0.9 * 0.1 + 0.05, EXACT);
    assertThat(forgotten).isEqualTo(new TaskCount(4, 12));
    assertThat(forgotten.weight()).isCloseTo(5.0 / 14 * 9 / 14 + 0.05, EXACT);
  }
}
