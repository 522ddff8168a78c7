package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.rollout.ShownPatches;
import org.sealflow.rollout.TestingPatches;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.BranchStart;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PlannedGroup;

/** A manifest fixes the patches of each of its groups. Batches of two groups of three. */
class PlannerPatchTest {
  private static final String CATEGORY = "multi_turn_base";
  private static final PatchRecord GUIDELINE = active(CATEGORY);
  private static final PatchRecord CUE = TestingPatches.required(CATEGORY, "cd", "folder");

  private static PatchRecord active(String category) {
    return TestingPatches.guideline(category, PatchState.ACTIVE);
  }

  private static PatchRecord retired(String category) {
    return TestingPatches.guideline(category, PatchState.RETIRED);
  }

  private static RolloutPlan plan(ArmSplit arms) {
    return TestingPlans.plan(
            Mode.TRAIN, TestingPlans.tasks(5), new BatchShape(2, 2, 3, 0), arms, 11)
        .admittedBy(new BatchAdmission(VersionRule.POLICY, 0))
        .plan();
  }

  private static PlannerHarness patched() throws Exception {
    return PlannerHarness.open(plan(new ArmSplit(true, 0)));
  }

  private static List<String> keys(List<EnvironmentPatch> patches) {
    return PatchSet.of(patches).keys();
  }

  @Test
  void allEpisodesOfAGroupAreShownWhatItsManifestSays() throws Exception {
    try (PlannerHarness planner = patched()) {
      planner.patch(GUIDELINE).patch(CUE).start().version(0);

      PatchSet set = PatchSet.of(CATEGORY, List.of(GUIDELINE.getPatch(), CUE.getPatch()));
      assertThat(planner.manifests().get(0).getGroups())
          .hasSize(2)
          .allSatisfy(
              group -> {
                assertThat(group.getPatchSetDigest()).isEqualTo(set.digest());
                assertThat(group.getShownPatches())
                    .containsExactlyInAnyOrder(GUIDELINE.getPatchKey(), CUE.getPatchKey());
              });
      assertThat(planner.newRequests())
          .hasSize(6)
          .allSatisfy(
              request ->
                  assertThat(ShownPatches.of(request.patches()).digest()).isEqualTo(set.digest()));
    }
  }

  @Test
  void whatComesOrGoesLaterIsForLaterBatches() throws Exception {
    try (PlannerHarness planner = patched()) {
      planner.start().version(0).patch(GUIDELINE).version(1).patch(retired(CATEGORY)).version(2);

      assertThat(planner.manifests().stream().map(PlannerPatchTest::shown))
          .containsExactly(List.of(), List.of(GUIDELINE.getPatchKey()), List.of());
      assertThat(planner.manifests().get(0).getGroups())
          .extracting(PlannedGroup::getPatchSetDigest)
          .containsOnlyNulls();
    }
  }

  @Test
  void aPatchThatTheTopicNoLongerHoldsIsNotShownAndTheRemovalOfAnOrderChangesNothing()
      throws Exception {
    String key = PatchRecords.topicKey(GUIDELINE);
    try (PlannerHarness planner = patched()) {
      planner
          .start()
          .patch(GUIDELINE)
          .version(0)
          .patchRemoved("command/" + key)
          .version(1)
          .patchRemoved(key)
          .version(2);

      assertThat(planner.manifests().stream().map(PlannerPatchTest::shown))
          .containsExactly(
              List.of(GUIDELINE.getPatchKey()), List.of(GUIDELINE.getPatchKey()), List.of());
    }
  }

  private static List<String> shown(BatchManifest manifest) {
    return manifest.getGroups().get(0).getShownPatches();
  }

  @Test
  void patchesOfOtherCategoriesAndRunsAreNotShownAndThoseOfAllAre() throws Exception {
    try (PlannerHarness planner = patched()) {
      planner
          .patch(active("multi_turn_miss_func"))
          .patch(TestingPatches.of("another run", GUIDELINE))
          .patch(TestingPatches.command(CATEGORY))
          .start()
          .version(0)
          .patch(active("*"))
          .version(1);

      assertThat(shown(planner.manifests().get(0))).isEmpty();
      assertThat(shown(planner.manifests().get(1))).containsExactly(active("*").getPatchKey());
    }
  }

  @Test
  void theHoldoutAndEvaluationsAreShownNone() throws Exception {
    for (Mode mode : Mode.values()) {
      ArmSplit arms = new ArmSplit(mode == Mode.EVAL, 1);
      RolloutPlan plan =
          TestingPlans.plan(mode, TestingPlans.tasks(5), new BatchShape(2, 2, 3, 1), arms, 11)
              .admittedBy(new BatchAdmission(VersionRule.POLICY, 0))
              .plan();
      try (PlannerHarness planner = PlannerHarness.open(plan)) {
        planner.patch(GUIDELINE).start().version(0);

        assertThat(planner.requests())
            .isNotEmpty()
            .allSatisfy(
                request -> {
                  assertThat(request.arm()).isEqualTo(Arm.HOLDOUT);
                  assertThat(request.patches()).isEmpty();
                });
        assertThat(shown(planner.manifests().get(0))).isEmpty();
      }
    }
  }

  @Test
  void aRestoredPlannerShowsWhatWasActive() throws Exception {
    RolloutPlan plan = plan(new ArmSplit(true, 0));
    OperatorSubtaskState state;
    try (PlannerHarness planner = PlannerHarness.open(plan)) {
      state =
          planner
              .start()
              .version(0)
              .patch(GUIDELINE)
              .patch(CUE)
              .patch(retired(CATEGORY))
              .snapshot();
    }
    try (PlannerHarness planner = PlannerHarness.restored(plan, state, PlannerHarness.START)) {
      planner.version(1);

      assertThat(shown(planner.manifests().get(0))).containsExactly(CUE.getPatchKey());
    }
  }

  @Test
  void aBranchIsShownWhatItsSourceWas() throws Exception {
    RolloutPlan plan =
        plan(new ArmSplit(true, 0))
            .steered(
                new Steering(
                    TaskChoice.EPOCHS,
                    new Branching(BranchStart.ROOT_CAUSE, BranchEnd.TURN, 4, 1)));
    try (PlannerHarness planner = PlannerHarness.open(plan)) {
      List<EpisodeRequest> first = planner.patch(GUIDELINE).start().version(0).newRequests();
      for (EpisodeRequest request : first) {
        planner.played(request).diagnosed(request, 1);
      }
      List<EpisodeRequest> next =
          planner.patch(CUE).patch(retired(CATEGORY)).version(1).newRequests();

      assertThat(planner.manifests().get(1).getGroups())
          .filteredOn(group -> group.getBranch() != null)
          .hasSize(2)
          .allSatisfy(
              group -> {
                assertThat(group.getPatchSetDigest())
                    .isEqualTo(PatchSet.of(List.of(GUIDELINE.getPatch())).digest());
                assertThat(group.getShownPatches()).containsExactly(GUIDELINE.getPatchKey());
              });
      assertThat(next.stream().filter(request -> request.prefix() != null))
          .hasSize(8)
          .allSatisfy(
              request ->
                  assertThat(keys(request.patches())).containsExactly(GUIDELINE.getPatchKey()));
      assertThat(next.stream().filter(request -> request.prefix() == null))
          .hasSize(6)
          .allSatisfy(
              request -> assertThat(keys(request.patches())).containsExactly(CUE.getPatchKey()));
    }
  }
}
