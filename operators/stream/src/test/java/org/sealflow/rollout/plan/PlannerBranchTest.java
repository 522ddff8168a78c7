package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.BranchStart;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;

/** Batches of two groups of three, branches of four. */
class PlannerBranchTest {
  private static final Branching ROOT_CAUSE =
      new Branching(BranchStart.ROOT_CAUSE, BranchEnd.TURN, 4, 1);
  private static final int EPISODES = 6;

  /** Long after what it waited for in its state. */
  private static final long RESTORED = PlannerHarness.START + 3_600_000;

  private static RolloutPlan plan(int maxStaleness) {
    return TestingPlans.plan(0, VersionRule.POLICY, maxStaleness)
        .steered(new Steering(TaskChoice.EPOCHS, ROOT_CAUSE));
  }

  private static List<PlannedGroup> branches(PlannerHarness planner, int batch) {
    return planner.manifests().get(batch).getGroups().stream()
        .filter(group -> group.getBranch() != null)
        .toList();
  }

  /** The second sample of the first group failed in its last turn, all others succeeded. */
  private static void diagnose(PlannerHarness planner, List<EpisodeRequest> batch)
      throws Exception {
    for (int i = 0; i < EPISODES; i++) {
      planner.played(batch.get(i)).diagnosed(batch.get(i), i == 1 ? 2 : -1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aFailureIsBranchedOffInTheFirstBatchPlannedAfterItsDiagnosis(int maxStaleness)
      throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(maxStaleness))) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      diagnose(planner, first);
      List<EpisodeRequest> next = planner.version(1).newRequests();

      int batch = 1 + maxStaleness;
      assertThat(planner.batches()).hasSize(batch + 1);
      for (int earlier = 0; earlier < batch; earlier++) {
        assertThat(branches(planner, earlier)).isEmpty();
      }
      PlannedGroup branch = branches(planner, batch).get(0);
      assertThat(branches(planner, batch)).hasSize(1);
      assertThat(branch.getBranch()).isEqualTo(new Branch(first.get(1).episodeId(), 0, 2));
      assertThat(branch.getSize()).isEqualTo(4);
      assertThat(branch.getTaskId()).isEqualTo(first.get(1).taskId());
      assertThat(planner.manifests().get(batch).getGroupsNeeded()).isEqualTo(2);

      List<EpisodeRequest> samples = next.subList(EPISODES, EPISODES + 4);
      assertThat(samples).extracting(EpisodeRequest::groupId).containsOnly(branch.getGroupId());
      assertThat(samples).extracting(EpisodeRequest::samplingSeed).doesNotHaveDuplicates();
      Prefix prefix = Objects.requireNonNull(samples.get(0).prefix());
      assertThat(prefix.steps())
          .extracting(AssistantStep::getText)
          .containsExactly("turn 0", "turn 1");
    }
  }

  @Test
  void aBatchWaitsForTheDiagnosesItBranchesOff() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(0))) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      for (int i = 0; i < EPISODES - 1; i++) {
        planner.played(first.get(i)).diagnosed(first.get(i), 0);
      }
      planner.version(1);
      assertThat(planner.batches()).containsExactly(0L);

      EpisodeRequest last = first.get(EPISODES - 1);
      planner.diagnosed(last, 1);
      assertThat(planner.batches()).as("its steps are not known").containsExactly(0L);

      planner.played(last);
      assertThat(planner.batches()).containsExactly(0L, 1L);
      assertThat(branches(planner, 1)).as("one of each group").hasSize(2);
    }
  }

  @Test
  void aDiagnosisThatNeverComesHoldsNobodyUpForLong() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(0))) {
      List<EpisodeRequest> first = planner.start().version(0).newRequests();
      planner.played(first.get(0)).diagnosed(first.get(0), 1).version(1);
      assertThat(planner.batches()).containsExactly(0L);

      planner.setTime(PlannerHarness.START + 59_999);
      assertThat(planner.batches()).containsExactly(0L);
      planner.setTime(PlannerHarness.START + 60_000);
      assertThat(planner.batches()).containsExactly(0L, 1L);
      assertThat(branches(planner, 1)).hasSize(1);
    }
  }

  @Test
  void anEvaluationIsNeverBranchedOff() throws Exception {
    RolloutPlan training = plan(0);
    RolloutPlan evaluation =
        new RolloutPlan(
            training.runId(),
            Mode.EVAL,
            training.tasks(),
            training.shape(),
            ArmSplit.NONE,
            training.admission(),
            training.sampling(),
            training.steering(),
            training.seed());
    try (PlannerHarness planner = PlannerHarness.open(evaluation)) {
      diagnose(planner, planner.start().version(0).newRequests());
      planner.version(1);

      assertThat(planner.manifests())
          .hasSize(2)
          .flatExtracting(BatchManifest::getGroups)
          .extracting(PlannedGroup::getBranch)
          .containsOnlyNulls();
    }
  }

  @Test
  void branchesAreNotBranchedOffAndSourcesAreForgotten() throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(0))) {
      List<EpisodeRequest> batch = planner.start().version(0).newRequests();
      int entries = 0;
      for (int version = 1; version < 5; version++) {
        for (EpisodeRequest request : batch) {
          planner.played(request).diagnosed(request, 1);
        }
        batch = planner.version(version).newRequests();
        assertThat(branches(planner, version)).hasSize(2);
        assertThat(batch).hasSize(EPISODES + 8);
        entries = version == 1 ? planner.keyedEntries() : entries;
      }
      assertThat(planner.keyedEntries()).isEqualTo(entries);
    }
  }

  @Test
  void aRestoredPlannerBranchesOffTheSame() throws Exception {
    OperatorSubtaskState state;
    List<EpisodeRequest> expected;
    try (PlannerHarness planner = PlannerHarness.open(plan(0))) {
      diagnose(planner, planner.start().version(0).newRequests());
      state = planner.snapshot();
      expected = planner.version(1).newRequests();
    }
    try (PlannerHarness planner =
        PlannerHarness.restored(plan(0), state, PlannerHarness.START + 5_000)) {
      assertThat(planner.version(1).requests()).isEqualTo(expected);
      assertThat(branches(planner, 0)).hasSize(1);
    }
  }

  /** The diagnosis of the last episode is missing, all others succeeded. */
  private static OperatorSubtaskState waiting(List<EpisodeRequest> batch) throws Exception {
    try (PlannerHarness planner = PlannerHarness.open(plan(0))) {
      batch.addAll(planner.start().version(0).newRequests());
      for (EpisodeRequest request : batch) {
        planner.played(request);
      }
      for (EpisodeRequest request : batch.subList(0, EPISODES - 1)) {
        planner.diagnosed(request, -1);
      }
      return planner.version(1).snapshot();
    }
  }

  @Test
  void aRestoredPlannerWaitsAnewForWhatIsStillToBeRead() throws Exception {
    List<EpisodeRequest> first = new ArrayList<>();
    OperatorSubtaskState state = waiting(first);
    try (PlannerHarness planner = PlannerHarness.restored(plan(0), state, RESTORED)) {
      planner.setTime(RESTORED + 59_999);
      assertThat(planner.batches()).isEmpty();

      planner.diagnosed(first.get(EPISODES - 1), 1);
      assertThat(planner.batches()).containsExactly(1L);
      assertThat(branches(planner, 0)).hasSize(1);
    }
  }

  @Test
  void aRestoredPlannerWaitsNoLongerThanAnotherOne() throws Exception {
    OperatorSubtaskState state = waiting(new ArrayList<>());
    try (PlannerHarness planner = PlannerHarness.restored(plan(0), state, RESTORED)) {
      planner.setTime(RESTORED + 60_000);
      assertThat(planner.batches()).containsExactly(1L);
      assertThat(branches(planner, 0)).isEmpty();
    }
  }
}
