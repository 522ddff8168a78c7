package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.TurnFailure;

/** Shows that the uplift of a patch over the holdout decides whether the patch stays. */
class EvolveHoldoutTest {
  private static final String CUE =
      "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::ARGUMENT_MISMATCH";

  private static TestingProfiles[] mismatches(long version) {
    return new TestingProfiles[] {
      TestingProfiles.tool("boxes", "open_box").at(version, 20, 0.3),
      TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH).at(version, 20, 0),
      TestingProfiles.failure("boxes", "open_box", TurnFailure.ARGUMENT_MISMATCH).at(version, 20, 0)
    };
  }

  private static TestingObservation episode(String id, boolean success) {
    return new TestingObservation(id, "boxes").uses("open_box").success(success);
  }

  private static EvolveHarness active(EvolveSettings settings) throws Exception {
    return EvolveHarness.withTools(settings).send(mismatches(0));
  }

  private static void observe(
      EvolveHarness harness, int patched, int patchedSuccesses, int holdout, int holdoutSuccesses)
      throws Exception {
    for (int i = 0; i < patched; i++) {
      harness.send(episode("p" + i, i < patchedSuccesses).shown(CUE));
    }
    for (int i = 0; i < holdout; i++) {
      harness.send(episode("h" + i, i < holdoutSuccesses));
    }
  }

  private static EnvironmentPatch cue(EvolveHarness harness) {
    return harness.topic().get(CUE);
  }

  @Test
  void aPatchThatDoesNotHelpIsRetiredAtTheLeastNumberOfEpisodes() throws Exception {
    try (EvolveHarness harness = active(EvolveSettings.DEFAULT)) {
      observe(harness, 64, 6, 63, 30);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);

      harness.send(episode("last", true));
      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(cue(harness).getReason())
          .isEqualTo("does not help: 6 of 64 succeed with it, 31 of 64 without");
      assertThat(cue(harness).getUplift().getUpliftHigh()).isLessThan(0);
    }
  }

  @Test
  void episodesThatComeTogetherCountAsTheyDoOneByOne() throws Exception {
    EvidenceBundle together = EvidenceBundle.empty();
    for (int i = 0; i < 64; i++) {
      together.add(EvidenceBundle.of(episode("p" + i, i < 6).shown(CUE).build()));
      together.add(EvidenceBundle.of(episode("h" + i, i < 31).build()));
    }
    EvolutionKey boxes = new EvolutionKey(TestingProfiles.RUN, "boxes");
    try (EvolveHarness oneByOne = active(EvolveSettings.DEFAULT);
        EvolveHarness atOnce = active(EvolveSettings.DEFAULT)) {
      observe(oneByOne, 64, 6, 64, 31);
      atOnce.send(EvolveInput.of(boxes, together));

      assertThat(cue(atOnce).getReason()).startsWith("does not help: 6 of 64");
      assertThat(cue(atOnce).getReason()).isEqualTo(cue(oneByOne).getReason());
      assertThat(cue(atOnce).getUplift()).isEqualTo(cue(oneByOne).getUplift());
    }
  }

  @Test
  void equalArmsDecideNothing() throws Exception {
    try (EvolveHarness harness = active(EvolveSettings.DEFAULT)) {
      observe(harness, 80, 24, 80, 24);

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
    }
  }

  @Test
  void theSameContentIsNotTriedAgainBeforeTheCooldownIsOver() throws Exception {
    try (EvolveHarness harness = active(EvolveSettings.DEFAULT)) {
      observe(harness, 64, 6, 64, 31);
      assertThat(harness.state()).containsEntry("patches", 1L);

      harness.send(mismatches(9));
      assertThat(cue(harness).getState()).isEqualTo(PatchState.RETIRED);
      harness.send(mismatches(10));
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(cue(harness).getUplift().getPatchedCount()).isZero();
    }
  }

  @Test
  void theArmsAreNeverComparedWhereTheSettingsSaySo() throws Exception {
    EvolveSettings settings =
        EvolveSettings.DEFAULT.with(new EvolveSettings.Retirement(0.7, 0.05, 2, 0, 0, 10));
    try (EvolveHarness harness = active(settings)) {
      observe(harness, 100, 0, 100, 100);

      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);
    }
  }

  /**
   * Sends episodes of both arms, an eighth held out, as chance has it, until the patch is retired.
   *
   * @return how many were sent
   */
  private static int play(
      EvolveHarness harness, double patchedSuccess, double holdoutSuccess, int most)
      throws Exception {
    Random random = new Random(7);
    for (int sent = 0; sent < most; sent++) {
      boolean held = random.nextInt(8) == 0;
      boolean success = random.nextDouble() < (held ? holdoutSuccess : patchedSuccess);
      TestingObservation episode = episode("e" + sent, success);
      harness.send(held ? episode : episode.shown(CUE));
      if (cue(harness).getState() == PatchState.RETIRED) {
        return sent;
      }
    }
    return most;
  }

  @Test
  void aPlaceboIsRetiredWhereSomeUpliftIsAskedFor() throws Exception {
    EvolveSettings settings =
        EvolveSettings.DEFAULT.with(new EvolveSettings.Retirement(0.7, 0.05, 2, 64, 0.05, 10));
    try (EvolveHarness harness = active(settings)) {
      assertThat(play(harness, 0.3, 0.3, 10_000)).isLessThan(10_000);
      assertThat(cue(harness).getReason()).startsWith("does not help");
    }
  }

  @Test
  void aUsefulPatchStaysUntilMastery() throws Exception {
    try (EvolveHarness harness = active(EvolveSettings.DEFAULT)) {
      assertThat(play(harness, 0.5, 0.3, 3000)).isEqualTo(3000);
      assertThat(cue(harness).getState()).isEqualTo(PatchState.ACTIVE);

      harness.send(TestingProfiles.tool("boxes", "open_box").at(0, 20, 0.3).at(1, 200, 0.8));
      assertThat(cue(harness).getReason()).startsWith("mastered");
      assertThat(cue(harness).getUplift().getUpliftLow()).isGreaterThan(0);
    }
  }
}
