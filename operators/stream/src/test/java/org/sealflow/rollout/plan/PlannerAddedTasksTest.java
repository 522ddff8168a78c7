package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;

/** Batches of two groups, of five tasks and one that is made while the run goes on. */
class PlannerAddedTasksTest {
  private static final PlannedTask MADE = new PlannedTask("made", "digest", "multi_turn_base");

  private static RolloutPlan plan(Mode mode) {
    return TestingPlans.plan(
            mode, TestingPlans.tasks(5), new BatchShape(2, 2, 1, 0), ArmSplit.NONE, 11)
        .admittedBy(new BatchAdmission(VersionRule.POLICY, 0))
        .plan();
  }

  /** Plays versions from one to another, the latter left out; the tasks of their batches. */
  private static Set<String> play(PlannerHarness planner, int from, int to) throws Exception {
    int known = planner.manifests().size();
    for (int version = from; version < to; version++) {
      for (EpisodeRequest request : planner.version(version).newRequests()) {
        planner.ended(request);
      }
    }
    Set<String> tasks = new HashSet<>();
    planner.manifests().stream()
        .skip(known)
        .flatMap(manifest -> manifest.getGroups().stream())
        .map(PlannedGroup::getTaskId)
        .forEach(tasks::add);
    return tasks;
  }

  private static PlannerSignal made(String run) {
    return PlannerSignal.task(run, MADE);
  }

  private static PlannerSignal removed(String key) {
    return PlannerSignal.taskRemoved(TestingPlans.RUN, key);
  }

  @Test
  void aTaskMadeForTheRunIsPlayedFromThenOn() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(Mode.TRAIN))) {
      assertThat(play(planner.start(), 0, 5)).doesNotContain("made");
      assertThat(play(planner.send(made(TestingPlans.RUN)), 5, 11)).contains("made").hasSize(6);
    }
  }

  @Test
  void aTaskThatIsRemovedIsPlayedNoMore() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(Mode.TRAIN))) {
      play(planner.start().send(made(TestingPlans.RUN)), 0, 1);
      planner.send(removed("made/another"));
      assertThat(play(planner, 1, 7)).contains("made");

      planner.send(removed("made/digest")).send(removed("d".repeat(64)));
      assertThat(play(planner, 7, 13)).doesNotContain("made").hasSize(5);
    }
  }

  @Test
  void aTaskOfAnotherRunIsNot() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(Mode.TRAIN))) {
      assertThat(play(planner.start().send(made("other")), 0, 6)).doesNotContain("made");
    }
  }

  @Test
  void anEvaluationPlaysItsOwnTasksAlone() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(Mode.EVAL))) {
      assertThat(play(planner.start().send(made(TestingPlans.RUN)), 0, 6)).doesNotContain("made");
    }
  }

  @Test
  void aTaskThatWasMadeBeforeARestartIsPlayedAfterIt() throws Exception {
    OperatorSubtaskState state;
    try (PlannerHarness planner = PlannerHarness.open(plan(Mode.TRAIN))) {
      play(planner.start().send(made(TestingPlans.RUN)), 0, 1);
      state = planner.snapshot();
    }
    try (PlannerHarness planner =
        PlannerHarness.restored(plan(Mode.TRAIN), state, PlannerHarness.START)) {
      assertThat(play(planner, 1, 7)).contains("made");
    }
  }
}
