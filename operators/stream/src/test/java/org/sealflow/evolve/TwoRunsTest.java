package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.evolve.EvolveHarness.LONGEST_SILENCE;
import static org.sealflow.evolve.EvolveHarness.TICK;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.TurnFailure;

/** Many runs share one function, and each evolves as if it were alone. */
class TwoRunsTest {
  private static final String FIRST = TestingProfiles.RUN;
  private static final String SECOND = "a second run";
  private static final String CUE =
      "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::ARGUMENT_MISMATCH";

  /** The input of a run at once. */
  private interface Step {
    void send(EvolveHarness harness, String run) throws Exception;
  }

  private static EvolveHarness open() throws Exception {
    return EvolveHarness.withTools(EvolveSettings.DEFAULT);
  }

  private static Step mismatches(long version) {
    return (harness, run) ->
        harness.send(
            TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH)
                .run(run)
                .at(version, 30, 0.2),
            TestingProfiles.tool("boxes", "open_box").run(run).at(version, 40, 0.25),
            TestingProfiles.failure("boxes", "open_box", TurnFailure.ARGUMENT_MISMATCH)
                .run(run)
                .at(version, 10, 0.1));
  }

  private static Step missingCalls(String category, long version) {
    return (harness, run) ->
        harness.send(
            TestingProfiles.category(category).run(run).at(version, 40, 0.25),
            TestingProfiles.failure(category, "*", TurnFailure.MISSING_CALL)
                .run(run)
                .at(version, 12, 0.1));
  }

  private static Step episode(String category, long version, boolean success, String... shown) {
    return (harness, run) -> {
      TestingObservation episode =
          new TestingObservation("an episode of " + run, category)
              .run(run)
              .version(version)
              .success(success)
              .fails("open_box", TurnFailure.MISSING_CALL, FailureOrigin.OWN);
      harness.send(shown.length == 0 ? episode : episode.shown(shown));
    };
  }

  private static Step mastered(long version) {
    return (harness, run) ->
        harness.send(TestingProfiles.tool("boxes", "open_box").run(run).at(version, 400, 0.9));
  }

  private static Step order(PatchAction action) {
    return (harness, run) ->
        harness.readBack(
            PatchRecords.command(
                CUE, new PatchCommand(action, "a trial", TestingProfiles.TIME, run)));
  }

  /** A run that has come far, is measured, and masters what it was cued. */
  private static final List<Step> OLD =
      List.of(
          mismatches(40),
          missingCalls("boxes", 40),
          episode("boxes", 40, true, CUE),
          episode("crates", 40, false),
          missingCalls("*", 41),
          episode("boxes", 41, false),
          missingCalls("boxes", 42),
          mastered(43),
          mismatches(44));

  /** A run at its beginning, of whose patches one is ordered away and let go again. */
  private static final List<Step> YOUNG =
      List.of(
          episode("boxes", 0, false),
          episode("crates", 0, false),
          missingCalls("*", 0),
          mismatches(0),
          order(PatchAction.RETIRE),
          episode("boxes", 1, true),
          mismatches(1),
          order(PatchAction.RELEASE),
          mismatches(2));

  /** The patches of a run whenever they came: what else happens takes time of its own. */
  private static List<EnvironmentPatch> patches(EvolveHarness harness, String run) {
    return harness.patches(run).stream()
        .map(
            patch ->
                EnvironmentPatch.newBuilder(patch)
                    .setActivatedAt(TestingProfiles.TIME)
                    .setUpdatedAt(TestingProfiles.TIME)
                    .build())
        .toList();
  }

  /** The patches that a run makes if it is alone. */
  private static List<EnvironmentPatch> alone(String run, List<Step> steps) throws Exception {
    try (EvolveHarness harness = open()) {
      for (Step step : steps) {
        step.send(harness, run);
        harness.readBackAll();
      }
      return patches(harness, run);
    }
  }

  @Test
  void twoRunsSideBySideEvolveAsEachAlone() throws Exception {
    try (EvolveHarness harness = open()) {
      for (int step = 0; step < OLD.size(); step++) {
        OLD.get(step).send(harness, FIRST);
        YOUNG.get(step).send(harness, SECOND);
        harness.readBackAll();
      }

      assertThat(patches(harness, FIRST)).hasSizeGreaterThan(4).isEqualTo(alone(FIRST, OLD));
      assertThat(patches(harness, SECOND)).hasSizeGreaterThan(3).isEqualTo(alone(SECOND, YOUNG));
    }
  }

  @Test
  void theSameHappensOneAfterTheOther() throws Exception {
    try (EvolveHarness harness = open()) {
      for (Step step : OLD) {
        step.send(harness, FIRST);
        harness.readBackAll();
      }
      for (Step step : YOUNG) {
        step.send(harness, SECOND);
        harness.readBackAll();
      }

      assertThat(patches(harness, FIRST)).isEqualTo(alone(FIRST, OLD));
      assertThat(patches(harness, SECOND)).isEqualTo(alone(SECOND, YOUNG));
    }
  }

  @Test
  void aSecondRunsPatchesBeginAtItsOwnVersion() throws Exception {
    try (EvolveHarness harness = open()) {
      mismatches(40).send(harness, FIRST);
      mismatches(0).send(harness, SECOND);

      EnvironmentPatch patch = harness.patches(SECOND).get(0);
      assertThat(PatchRecords.key(patch)).isEqualTo(CUE);
      assertThat(patch.getVersion()).isEqualTo(new PatchVersion(0, 1L));
      assertThat(patch.getEvidence().getToVersion()).isZero();
    }
  }

  @Test
  void anOrderIsObeyedInItsOwnRunAlone() throws Exception {
    try (EvolveHarness harness = open()) {
      mismatches(0).send(harness, FIRST);
      mismatches(0).send(harness, SECOND);
      order(PatchAction.RETIRE).send(harness, SECOND);

      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.ACTIVE);
      List<EnvironmentPatch> second = harness.patches(SECOND);
      assertThat(second.get(second.size() - 1).getState()).isEqualTo(PatchState.RETIRED);
    }
  }

  @Test
  void aJobOfItsOwnForASecondRunLeavesThePatchesOfTheFirstAlone() throws Exception {
    List<PatchRecord> topic;
    try (EvolveHarness harness = open()) {
      mismatches(40).send(harness, FIRST);
      topic = new ArrayList<>(harness.records());
    }
    try (EvolveHarness harness = open()) {
      for (PatchRecord record : topic) {
        harness.readBack(record);
      }
      for (Step step : YOUNG) {
        step.send(harness, SECOND);
        harness.readBack(topic.get(0));
        harness.readBackAll();
      }

      assertThat(harness.patches(FIRST)).isEmpty();
      assertThat(patches(harness, SECOND)).isEqualTo(alone(SECOND, YOUNG));
      assertThat(harness.state()).containsEntry("unclaimed", 1L);
    }
  }

  @Test
  void twoRunsAreRestoredSideBySide() throws Exception {
    OperatorSubtaskState state;
    try (EvolveHarness harness = open()) {
      mismatches(40).send(harness, FIRST);
      mismatches(0).send(harness, SECOND);
      state = harness.readBackAll().snapshot();
    }
    try (EvolveHarness harness =
        EvolveHarness.restored(EvolveSettings.DEFAULT, state, EvolveHarness.START + 60_000)) {
      harness.pass(TICK);

      for (String run : List.of(FIRST, SECOND)) {
        assertThat(harness.patches(run)).as(run).hasSize(1);
        assertThat(harness.patches(run).get(0).getVersion()).isEqualTo(new PatchVersion(1, 1L));
      }
    }
  }

  @Test
  void aRunThatIsSilentForTooLongIsOverAndLeavesNothing() throws Exception {
    try (EvolveHarness harness = open()) {
      mismatches(40).send(harness, FIRST);
      order(PatchAction.PIN).send(harness, FIRST);
      harness.readBackAll().pass(LONGEST_SILENCE);
      mismatches(0).send(harness, SECOND);
      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.ACTIVE);

      harness.readBackAll().pass(LONGEST_SILENCE.dividedBy(4));
      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(harness.topic().get(CUE).getReason()).startsWith("its run is over");
      assertThat(harness.patches(SECOND)).hasSize(1);

      harness.readBackAll().pass(LONGEST_SILENCE.multipliedBy(2)).readBackAll();
      assertThat(harness.state()).isEmpty();
      assertThat(harness.timers()).isZero();
    }
  }

  @Test
  void aRunThatComesBackAfterItWasOverBeginsAnew() throws Exception {
    try (EvolveHarness harness = open()) {
      mismatches(40).send(harness, FIRST);
      harness.readBackAll().pass(LONGEST_SILENCE.multipliedBy(2)).readBackAll();
      mismatches(41).send(harness, FIRST);

      EnvironmentPatch patch = harness.topic().get(CUE);
      assertThat(patch.getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(patch.getVersion()).isEqualTo(new PatchVersion(0, 3L));
      assertThat(patch.getEvidence().getCount()).isEqualTo(10);
    }
  }

  @Test
  void anOutageIsNoSilence() throws Exception {
    OperatorSubtaskState state;
    try (EvolveHarness harness = open()) {
      mismatches(40).send(harness, FIRST);
      state = harness.readBackAll().snapshot();
    }
    Duration outage = LONGEST_SILENCE.multipliedBy(9);
    try (EvolveHarness harness =
        EvolveHarness.restored(
            EvolveSettings.DEFAULT, state, EvolveHarness.START + outage.toMillis())) {
      harness.pass(TICK).pass(TICK);

      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(harness.state()).isEqualTo(Map.of("patches", 1L, "awaited", 1L));
    }
  }
}
