package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.evolve.EvolveHarness.TICK;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.patch.TestingTools;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecordKind;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.TurnFailure;

/** Operators' orders about patches are obeyed, and stay in force until they are released. */
class EvolveOrdersTest {
  private static final String CUE =
      "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::ARGUMENT_MISMATCH";

  private static final TestingProfiles[] MISMATCHES = {
    TestingProfiles.tool("boxes", "open_box").at(0, 20, 0),
    TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH).at(0, 20, 0),
    TestingProfiles.failure("boxes", "open_box", TurnFailure.ARGUMENT_MISMATCH).at(0, 20, 0)
  };
  private static final TestingProfiles MASTERED =
      TestingProfiles.tool("boxes", "open_box").at(0, 20, 0.9);

  private static PatchRecord order(PatchAction action) {
    return PatchRecords.command(
        CUE, new PatchCommand(action, "a trial", TestingProfiles.TIME, TestingProfiles.RUN));
  }

  private static EnvironmentPatch cue(EvolveHarness harness) {
    return harness.topic().get(CUE);
  }

  @Test
  void aPatchRetiredByOrderStaysRetired() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES).readBack(order(PatchAction.RETIRE));
      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(cue(harness).getPinned()).isTrue();
      assertThat(cue(harness).getReason()).isEqualTo("retired by order: a trial");

      int issued = harness.records().size();
      harness.send(MISMATCHES).readBack(order(PatchAction.RETIRE)).pass(TICK);
      assertThat(harness.records()).hasSize(issued);
    }
  }

  @Test
  void anOrderGivenBeforeThePatchKeepsItFromComing() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.readBack(order(PatchAction.RETIRE)).send(MISMATCHES);

      assertThat(harness.records()).isEmpty();
    }
  }

  @Test
  void aReleasedPatchFollowsTheEvidenceAgain() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness
          .send(MISMATCHES)
          .readBack(order(PatchAction.RETIRE))
          .readBack(order(PatchAction.RELEASE));

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(cue(harness).getPinned()).isFalse();
      assertThat(harness.state()).doesNotContainKey("orders");
    }
  }

  @Test
  void anOrderThatTheTopicNoLongerHoldsIsWithdrawn() throws Exception {
    String key = PatchRecords.topicKey(order(PatchAction.RETIRE));
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES).readBack(order(PatchAction.RETIRE)).readBackAll().readRemoval(key);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(harness.state()).doesNotContainKey("orders");

      int issued = harness.records().size();
      harness.readRemoval(key);
      assertThat(harness.records()).hasSize(issued);
    }
  }

  @Test
  void aPinnedPatchStaysWhateverTheEvidence() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES).readBack(order(PatchAction.PIN)).send(MASTERED);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(cue(harness).getPinned()).isTrue();

      harness.readBack(order(PatchAction.RELEASE));
      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(cue(harness).getReason()).startsWith("mastered");
    }
  }

  @Test
  void aPatchCanBePinnedThatNoEvidenceCallsFor() throws Exception {
    try (EvolveHarness harness = EvolveHarness.open(EvolveSettings.DEFAULT)) {
      harness.send(MASTERED).readBack(order(PatchAction.PIN));
      assertThat(harness.records()).isEmpty();

      harness.broadcast(TestingTools.documentation()).pass(TICK);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(cue(harness).getPinned()).isTrue();
      assertThat(cue(harness).getEvidence().getCount()).isZero();
    }
  }

  @Test
  void aRetiredPatchCanBePinned() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES).readBack(order(PatchAction.RETIRE)).readBack(order(PatchAction.PIN));

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(cue(harness).getReason()).isEqualTo("pinned by order: a trial");
    }
  }

  @Test
  void ordersSurviveARestore() throws Exception {
    OperatorSubtaskState state;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      state = harness.send(MISMATCHES).readBack(order(PatchAction.RETIRE)).snapshot();
    }
    try (EvolveHarness harness =
        EvolveHarness.restored(EvolveSettings.DEFAULT, state, EvolveHarness.START + 1000)) {
      harness.send(MISMATCHES).pass(TICK);

      List<EnvironmentPatch> patches = harness.newPatches();
      assertThat(patches).hasSize(1);
      assertThat(patches.get(0).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(patches.get(0).getPinned()).isTrue();
      assertThat(patches.get(0).getVersion().getRestoreCount()).isEqualTo(1);
    }
  }

  @Test
  void anotherRunsRecordIsNoMatterOfAnOrder() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES);
      EnvironmentPatch active = cue(harness);
      harness
          .readBackAll()
          .readBack(order(PatchAction.RETIRE))
          .readBackAll()
          .readBack(
              PatchRecords.patch(
                  EnvironmentPatch.newBuilder(active).setRunId("another run").build()));

      assertThat(harness.newPatches()).isEmpty();
      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
    }
  }

  @Test
  void anOrderOfBeforeThatNamesNoRunIsNotObeyed() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES);
      PatchCommand nameless =
          new PatchCommand(PatchAction.RETIRE, null, TestingProfiles.TIME, null);
      harness.readBack(new PatchRecord(CUE, PatchRecordKind.COMMAND, null, nameless));

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(harness.state()).doesNotContainKey("orders");
    }
  }

  @Test
  void anOrderAboutNoPatchChangesNothing() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES);
      int issued = harness.records().size();
      for (String key : List.of("boxes", "boxes/a/b/c/d", "boxes/*/SCHEMA_CUE/TASK/x")) {
        harness.readBack(
            PatchRecords.command(
                key,
                new PatchCommand(
                    PatchAction.PIN, null, TestingProfiles.TIME, TestingProfiles.RUN)));
      }

      assertThat(harness.records()).hasSize(issued);
      assertThat(harness.state()).doesNotContainKey("orders");
    }
  }
}
