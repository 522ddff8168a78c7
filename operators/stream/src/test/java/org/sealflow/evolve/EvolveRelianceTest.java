package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TurnFailure;

/** Shows that a patch which successes lean on retires unless they come without it as well. */
class EvolveRelianceTest {
  private static final String CUE =
      "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::ARGUMENT_MISMATCH";
  private static final EvolveSettings SETTINGS =
      EvolveSettings.DEFAULT.with(new EvolveSettings.Reliance(2, 16));

  /** The step from a version, in which so many successes lean on the cue with a sum of nats. */
  static TrainingStep step(long version, long episodes, double logRatio) {
    return TrainingStep.newBuilder()
        .setRunId(TestingProfiles.RUN)
        .setPolicyName("policy")
        .setBatchNumber(version)
        .setVersion(version + 1)
        .setApplied(true)
        .setGroups(List.of())
        .setMetrics(Map.of())
        .setStartedAt(Instant.EPOCH)
        .setEndedAt(Instant.EPOCH)
        .setReliance(Map.of(CUE, new PatchReliance(episodes, 20 * episodes, logRatio)))
        .build();
  }

  private static EvolveHarness active(EvolveSettings settings) throws Exception {
    return EvolveHarness.withTools(settings)
        .send(
            TestingProfiles.tool("boxes", "open_box").at(0, 20, 0.3),
            TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH).at(0, 20, 0),
            TestingProfiles.failure("boxes", "open_box", TurnFailure.ARGUMENT_MISMATCH)
                .at(0, 20, 0));
  }

  private static void observe(EvolveHarness harness, int patchedSuccesses, int holdoutSuccesses)
      throws Exception {
    for (int i = 0; i < 64; i++) {
      harness.send(
          new TestingObservation("p" + i, "boxes")
              .uses("open_box")
              .success(i < patchedSuccesses)
              .shown(CUE));
      harness.send(
          new TestingObservation("h" + i, "boxes").uses("open_box").success(i < holdoutSuccesses));
    }
  }

  private static void measure(EvolveHarness harness, long from, long to, double nats)
      throws Exception {
    for (long version = from; version <= to; version++) {
      harness.send(EvolveInput.of(step(version, 8, 8 * nats)).toArray(EvolveInput[]::new));
    }
  }

  private static EnvironmentPatch cue(EvolveHarness harness) {
    return harness.topic().get(CUE);
  }

  @Test
  void aPatchThatIsLeanedOnWithoutTransferRetiresOnceAWindowOfVersionsHasPassed() throws Exception {
    try (EvolveHarness harness = active(SETTINGS)) {
      observe(harness, 50, 10);
      measure(harness, 0, 4, 2.5);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);

      measure(harness, 5, 5, 2.5);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(cue(harness).getReason())
          .isEqualTo(
              "RELIANCE: 40 successes are 2.5 nats likelier with it than without, which does not"
                  + " transfer: 50 of 64 succeed with it, 10 of 64 without");
      assertThat(cue(harness).getReliance()).isEqualTo(new PatchReliance(40L, 800L, 100.0));
    }
  }

  @Test
  void aPatchThatIsLeanedOnAndTransfersStays() throws Exception {
    try (EvolveHarness harness = active(SETTINGS)) {
      observe(harness, 40, 40);
      measure(harness, 0, 9, 2.5);

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
    }
  }

  @Test
  void aPatchThatIsLittleLeanedOnStaysThoughItHelps() throws Exception {
    try (EvolveHarness harness = active(SETTINGS)) {
      observe(harness, 50, 10);
      measure(harness, 0, 9, 2);

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
    }
  }

  @Test
  void withoutALimitNobodyAsks() throws Exception {
    try (EvolveHarness harness = active(EvolveSettings.DEFAULT)) {
      observe(harness, 50, 10);
      measure(harness, 0, 9, 20);

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
    }
  }

  @Test
  void theSameContentIsNotTriedAgainBeforeTheCooldownIsOver() throws Exception {
    try (EvolveHarness harness = active(SETTINGS)) {
      observe(harness, 50, 10);
      measure(harness, 0, 5, 2.5);
      harness.send(
          TestingProfiles.failure("boxes", "open_box", TurnFailure.ARGUMENT_MISMATCH).at(9, 20, 0));

      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
    }
  }

  @Test
  void aRestoredFunctionRetiresItAtTheSameMeasure() throws Exception {
    OperatorSubtaskState kept;
    try (EvolveHarness harness = active(SETTINGS)) {
      observe(harness, 50, 10);
      measure(harness, 0, 4, 2.5);
      kept = harness.snapshot();
    }
    try (EvolveHarness harness =
        EvolveHarness.restored(SETTINGS, kept, EvolveHarness.START + 600_000)) {
      harness.pass(EvolveHarness.TICK);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(cue(harness).getReliance()).isEqualTo(new PatchReliance(40L, 800L, 100.0));

      measure(harness, 5, 5, 2.5);
      assertThat(cue(harness).getReason()).startsWith("RELIANCE: 40 successes");
    }
  }

  @Test
  void measuresOfPatchesThatAreNotActiveChangeNothing() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(SETTINGS)) {
      measure(harness, 0, 9, 20);

      assertThat(harness.records()).isEmpty();
      assertThat(harness.state()).isEmpty();
    }
  }
}
