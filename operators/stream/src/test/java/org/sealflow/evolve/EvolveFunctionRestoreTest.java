package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.evolve.EvolveHarness.TICK;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.TurnFailure;

/** The topic follows the state, whatever lives there were before. */
class EvolveFunctionRestoreTest {
  private static final String CUE =
      "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::ARGUMENT_MISMATCH";
  private static final String HINT = "boxes/*/CAPABILITY_HINT/TOOL_FAILURE/*::MISSING_CALL";
  private static final long LATER = EvolveHarness.START + 60_000;

  private static final TestingProfiles[] MISMATCHES = {
    TestingProfiles.tool("boxes", "open_box").at(0, 20, 0),
    TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH).at(0, 20, 0),
    TestingProfiles.failure("boxes", "open_box", TurnFailure.ARGUMENT_MISMATCH).at(0, 20, 0)
  };
  private static final TestingProfiles[] MISSING_CALLS = {
    TestingProfiles.category("boxes").at(0, 20, 0),
    TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 20, 0)
  };

  /** A checkpoint with an active cue, whose record was read back. */
  private static OperatorSubtaskState checkpoint() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      return harness.send(MISMATCHES).readBackAll().snapshot();
    }
  }

  private static EvolveHarness restored(OperatorSubtaskState state) throws Exception {
    return EvolveHarness.restored(EvolveSettings.DEFAULT, state, LATER);
  }

  @Test
  void everyPatchIsIssuedAgainWithAHigherRestoreCount() throws Exception {
    try (EvolveHarness harness = restored(checkpoint())) {
      harness.pass(TICK);

      List<EnvironmentPatch> patches = harness.newPatches();
      assertThat(patches).hasSize(1);
      assertThat(PatchRecords.key(patches.get(0))).isEqualTo(CUE);
      assertThat(patches.get(0).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(patches.get(0).getVersion()).isEqualTo(new PatchVersion(1, 1L));

      harness.pass(TICK).send(MISMATCHES);
      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void anInputBeforeTheTimerIssuesThemAgainOnce() throws Exception {
    try (EvolveHarness harness = restored(checkpoint())) {
      harness.send(MISMATCHES).pass(TICK).pass(TICK);

      assertThat(harness.records()).hasSize(1);
      assertThat(harness.timers()).isEqualTo(2);
    }
  }

  @Test
  void restoreCountsGoOnRising() throws Exception {
    OperatorSubtaskState second;
    try (EvolveHarness harness = restored(checkpoint())) {
      second = harness.snapshot();
    }
    try (EvolveHarness harness = restored(second)) {
      harness.pass(TICK);

      assertThat(harness.topic().get(CUE).getVersion()).isEqualTo(new PatchVersion(2, 1L));
    }
  }

  @Test
  void evidenceAndUpliftGoOnWhereTheyWere() throws Exception {
    OperatorSubtaskState state;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      state =
          harness
              .send(MISMATCHES)
              .send(new TestingObservation("a", "boxes").uses("open_box").success(true))
              .snapshot();
    }
    try (EvolveHarness harness = restored(state)) {
      harness
          .send(new TestingObservation("b", "boxes").uses("open_box"))
          .send(MISSING_CALLS)
          .send(TestingProfiles.category("boxes").at(0, 20, 0).at(1, 1, 0));

      assertThat(harness.topic().get(CUE).getUplift().getHoldoutCount()).isEqualTo(2);
      assertThat(harness.topic().get(CUE).getUplift().getHoldoutSuccesses()).isEqualTo(1);
      assertThat(harness.topic().get(HINT).getEvidence().getPrevalence()).isEqualTo(0.5);
    }
  }

  @Test
  void toolDocumentationSurvives() throws Exception {
    OperatorSubtaskState state;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      state = harness.snapshot();
    }
    try (EvolveHarness harness = restored(state)) {
      assertThat(harness.send(MISMATCHES).topic()).containsOnlyKeys(CUE);
    }
  }

  @Test
  void anActivePatchOfALifeAfterTheCheckpointIsRetired() throws Exception {
    OperatorSubtaskState checkpoint = checkpoint();
    List<PatchRecord> lost;
    try (EvolveHarness former = restored(checkpoint)) {
      lost = former.send(MISSING_CALLS).records();
      assertThat(former.topic()).containsOnlyKeys(CUE, HINT);
    }
    try (EvolveHarness harness = restored(checkpoint)) {
      harness.pass(TICK);
      List<PatchRecord> own = new ArrayList<>(harness.newRecords());
      for (PatchRecord record : lost) {
        harness.readBack(record);
      }
      own.forEach(record -> assertThat(record.getPatchKey()).isEqualTo(CUE));
      assertThat(harness.topic().get(CUE).getVersion()).isEqualTo(new PatchVersion(1, 1L));

      EnvironmentPatch orphan = harness.topic().get(HINT);
      assertThat(orphan.getState()).isEqualTo(PatchState.RETIRED);
      assertThat(orphan.getVersion().getRestoreCount()).isEqualTo(2);

      for (PatchRecord record : own) {
        harness.readBack(record);
      }
      harness.readBackAll();
      assertThat(harness.newRecords()).isEmpty();
      assertThat(harness.state()).doesNotContainKey("awaited");
    }
  }

  @Test
  void anOtherwiseRecordOfAFormerLifeIsReplacedByTheStates() throws Exception {
    EnvironmentPatch issued;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      issued = harness.send(MISMATCHES).readBackAll().topic().get(CUE);
      PatchRecord other =
          PatchRecords.patch(
              EnvironmentPatch.newBuilder(issued)
                  .setState(PatchState.RETIRED)
                  .setVersion(new PatchVersion(7, 3L))
                  .build());
      harness.readBack(other);

      EnvironmentPatch again = harness.topic().get(CUE);
      assertThat(again.getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(again.getVersion()).isEqualTo(new PatchVersion(8, 1L));
      assertThat(again.getContent()).isEqualTo(issued.getContent());
      harness.readBackAll();
      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void whatIsReadBeforeAnAwaitedRecordIsReplacedAlready() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      PatchRecord own = harness.send(MISMATCHES).newRecords().get(0);
      EnvironmentPatch patch = harness.topic().get(CUE);
      harness
          .readBack(
              PatchRecords.patch(
                  EnvironmentPatch.newBuilder(patch).setState(PatchState.RETIRED).build()))
          .readBack(own);

      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void ownRecordsAreIgnoredEvenTwice() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      PatchRecord own = harness.send(MISMATCHES).newRecords().get(0);
      harness.readBack(own).readBack(own);

      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void ownRecordsThatCameAndWentAreIgnored() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(MISMATCHES).send(TestingProfiles.tool("boxes", "open_box").at(0, 20, 0.9));
      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.RETIRED);

      harness.readBackAll();
      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void patchesOfALifeWhoseStateIsLostAreRetiredOnceTheRunGoesOn() throws Exception {
    List<PatchRecord> earlier;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      earlier = harness.send(MISMATCHES).records();
    }
    try (EvolveHarness harness = EvolveHarness.open(EvolveSettings.DEFAULT)) {
      harness.readBack(earlier.get(0));
      assertThat(harness.records()).isEmpty();
      assertThat(harness.state()).isEqualTo(Map.of("unclaimed", 1L));

      harness.send(TestingProfiles.category("boxes").at(0, 1, 0));
      EnvironmentPatch retired = harness.topic().get(CUE);
      assertThat(retired.getState()).isEqualTo(PatchState.RETIRED);
      assertThat(retired.getReason()).startsWith("left behind");

      harness.readBackAll();
      assertThat(harness.newRecords()).isEmpty();
      assertThat(harness.state()).isEmpty();
    }
  }

  @Test
  void aHeldPatchThatIsRemovedFromTheTopicIsIssuedAgain() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      EnvironmentPatch patch = harness.send(MISMATCHES).readBackAll().topic().get(CUE);
      harness.readRemoval(PatchRecords.topicKey(patch));

      EnvironmentPatch again = harness.topic().get(CUE);
      assertThat(again.getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(again.getVersion()).isGreaterThan(patch.getVersion());
    }
  }

  @Test
  void anIssuedPatchThatIsStillToBeReadIsNotIssuedAgainForARemovalBefore() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      EnvironmentPatch patch = harness.send(MISMATCHES).topic().get(CUE);
      int issued = harness.records().size();
      harness.readRemoval(PatchRecords.topicKey(patch));

      assertThat(harness.records()).hasSize(issued);
    }
  }

  @Test
  void anUnknownPatchThatIsRemovedFromTheTopicIsForgotten() throws Exception {
    PatchRecord earlier;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      earlier = harness.send(MISMATCHES).records().get(0);
    }
    try (EvolveHarness harness = EvolveHarness.open(EvolveSettings.DEFAULT)) {
      harness.readBack(earlier).readRemoval(PatchRecords.topicKey(earlier));
      harness.send(TestingProfiles.category("boxes").at(0, 1, 0));

      assertThat(harness.records()).isEmpty();
    }
  }

  @Test
  void anotherRunsWordOnItsOwnPatchIsNotDisputed() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      EnvironmentPatch patch = harness.send(MISMATCHES).readBackAll().topic().get(CUE);
      harness.readBack(
          PatchRecords.patch(
              EnvironmentPatch.newBuilder(patch)
                  .setRunId("another run")
                  .setState(PatchState.RETIRED)
                  .build()));

      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void aRetiredPatchOfNobodyIsNoMatter() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      EnvironmentPatch patch = harness.send(MISMATCHES).topic().get(CUE);
      try (EvolveHarness other = EvolveHarness.open(EvolveSettings.DEFAULT)) {
        other.readBack(
            PatchRecords.patch(
                EnvironmentPatch.newBuilder(patch).setState(PatchState.RETIRED).build()));
        assertThat(other.records()).isEmpty();
        assertThat(other.state()).isEmpty();
      }
    }
  }
}
