package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.evolve.patch.Guidelines;
import org.sealflow.evolve.patch.PatchContents;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.TurnFailure;

class RetirementRuleTest {
  private static final EvolveSettings SETTINGS = EvolveSettings.DEFAULT;
  private static final Observations POOR = new Observations(40, 10);

  private static HeldPatch held(UpliftCounts uplift) {
    PatchScope scope =
        PatchScope.ofFailure("boxes", "*", PatchLayer.CAPABILITY_HINT, "MISSING_CALL");
    PatchContent content =
        new PatchContent(
            List.of(), List.of(), Guidelines.ofFailure(TurnFailure.MISSING_CALL).orElseThrow());
    EnvironmentPatch patch =
        EnvironmentPatch.newBuilder()
            .setRunId("run")
            .setCategory(scope.category())
            .setLayer(scope.layer())
            .setCapability(scope.capability())
            .setState(PatchState.ACTIVE)
            .setVersion(new PatchVersion(0, 1L))
            .setContent(content)
            .setContentDigest(PatchContents.digest(content))
            .setEvidence(new PatchEvidence(8L, 0.1, 0.5, 0L, 4L, List.of()))
            .setUplift(uplift.toRecord())
            .setReason("a test")
            .setPinned(false)
            .setActivatedAt(Instant.EPOCH)
            .setUpdatedAt(Instant.EPOCH)
            .build();
    return new HeldPatch(patch, uplift, 0, HeldPatch.NOT_COOLING);
  }

  /** Episodes of a group each. */
  private static ArmCounts alone(long episodes, long successes) {
    ArmCounts counts = ArmCounts.NONE;
    for (long i = 0; i < episodes; i++) {
      counts = counts.plus(i < successes, GroupTally.startedAt(0));
    }
    return counts;
  }

  private static Optional<String> reason(HeldPatch held, Observations helped) {
    return RetirementRule.judge(held, helped, SETTINGS).map(RetirementRule.Reason::line);
  }

  @ParameterizedTest
  @CsvSource({"40, 0.69, false", "40, 0.7, true", "8, 1, true", "7, 1, false", "0, 0, false"})
  void masteryNeedsTheRewardAndEnoughToJudgeBy(long count, double rewardMean, boolean retired) {
    Observations helped = new Observations(count, count * rewardMean);

    assertThat(reason(held(UpliftCounts.NONE), helped).isPresent()).isEqualTo(retired);
  }

  @Test
  void betweenTheThresholdsAPatchNeitherComesNorGoes() {
    Observations helped = new Observations(100, 65);

    assertThat(reason(held(UpliftCounts.NONE), helped)).isEmpty();
    assertThat(
            new PatchCandidate(
                    PatchScope.ofFailure("boxes", "*", PatchLayer.CAPABILITY_HINT, "MISSING_CALL"),
                    50,
                    0.07,
                    0.65)
                .passes(SETTINGS.activation()))
        .isFalse();
  }

  @Test
  void aFailureFadesOnlyVersionByVersion() {
    HeldPatch held = held(UpliftCounts.NONE);
    held = RetirementRule.endVersion(held, 0.04, SETTINGS.retirement());
    assertThat(reason(held, POOR)).isEmpty();
    held = RetirementRule.endVersion(held, 0.05, SETTINGS.retirement());
    held = RetirementRule.endVersion(held, 0.04, SETTINGS.retirement());
    assertThat(reason(held, POOR)).isEmpty();
    held = RetirementRule.endVersion(held, 0, SETTINGS.retirement());
    assertThat(reason(held, POOR)).contains("faded: below 5 % of the failing turns for 2 versions");
  }

  @ParameterizedTest
  @CsvSource({
    "64, 10, 64, 40, true",
    "63, 10, 64, 40, false",
    "64, 10, 63, 40, false",
    "64, 30, 64, 30, false",
    "64, 40, 64, 10, false",
    "1000, 0, 1000, 0, false"
  })
  void theArmsDecideWhereBothAreLargeEnough(
      long patched, long patchedSuccesses, long holdout, long holdoutSuccesses, boolean retired) {
    UpliftCounts uplift =
        new UpliftCounts(alone(patched, patchedSuccesses), alone(holdout, holdoutSuccesses));

    Optional<RetirementRule.Reason> reason = RetirementRule.judge(held(uplift), POOR, SETTINGS);
    assertThat(reason.isPresent()).isEqualTo(retired);
    assertThat(reason.map(RetirementRule.Reason::useless).orElse(true)).isTrue();
  }

  @Test
  void anUpliftIsUnknownWhereAnArmIsEmpty() {
    assertThat(new UpliftCounts(alone(5, 3), ArmCounts.NONE).toRecord().getUplift()).isNull();
    assertThat(new UpliftCounts(ArmCounts.NONE, alone(5, 3)).toRecord().getUpliftLow()).isNull();
    assertThat(new UpliftCounts(alone(10, 5), alone(10, 3)).toRecord().getUplift()).isEqualTo(0.2);
  }
}
