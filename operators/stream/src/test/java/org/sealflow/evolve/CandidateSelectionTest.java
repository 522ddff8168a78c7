package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.settings.EvidenceSource;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.python.PyStrings;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.TurnFailure;

class CandidateSelectionTest {
  private final EvolutionState state = new EvolutionState();
  private final CategoryEvidence evidence = new CategoryEvidence(5, state);

  private void take(TestingProfiles profile) {
    evidence.advance(profile.build().getVersion());
    evidence.take(profile.build());
  }

  private List<String> chosen(EvolveSettings settings) {
    return new CandidateSelection("boxes", settings, evidence)
        .choose().stream().map(candidate -> candidate.scope().key()).toList();
  }

  @ParameterizedTest(name = "{0} of {1} at {2} called for: {3}")
  @CsvSource({
    "8, 80, 0.59, true",
    "7, 20, 0.1, false",
    "8, 81, 0.1, false",
    "8, 80, 0.6, false",
    "40, 40, 0, true",
    "40, 40, 1, false",
    "0, 0, 0, false"
  })
  void aCueIsCalledForFromTheThresholdsOn(
      long count, long failing, double rewardMean, boolean calledFor) {
    take(TestingProfiles.tool("boxes", "cd").at(0, 100, rewardMean));
    take(TestingProfiles.failure("boxes", "cd", TurnFailure.ARGUMENT_MISMATCH).at(0, count, 0));
    take(TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH).at(0, failing, 0));

    assertThat(chosen(EvolveSettings.DEFAULT).isEmpty()).isNotEqualTo(calledFor);
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_CALL, cd, SCHEMA_CUE RECOVERY_FEEDBACK",
    "ARGUMENT_MISMATCH, cd, SCHEMA_CUE",
    "RECOVERY_FAILURE, cd, RECOVERY_FEEDBACK",
    "WRONG_EFFECT, *, CAPABILITY_HINT",
    "MISSING_CALL, *, CAPABILITY_HINT",
    "WRONG_RESPONSE, *, CAPABILITY_HINT",
    "SPURIOUS_CALL, *, CAPABILITY_HINT"
  })
  void everyFailureIsAnsweredByTheLayersThatHelp(TurnFailure failure, String tool, String layers) {
    take(TestingProfiles.failure("boxes", "*", failure).at(0, 20, 0));
    take(TestingProfiles.failure("boxes", "cd", failure).at(0, 20, 0));

    List<String> keys =
        PyStrings.split(layers).stream()
            .map(layer -> "boxes/" + tool + "/" + layer + "/TOOL_FAILURE/" + tool + "::" + failure)
            .toList();
    assertThat(chosen(EvolveSettings.DEFAULT)).containsExactlyElementsOf(keys);
  }

  @Test
  void theStrongestComesFirst() {
    take(TestingProfiles.tool("boxes", "cd").at(0, 30, 0.5));
    take(TestingProfiles.tool("boxes", "ls").at(0, 30, 0));
    take(TestingProfiles.failure("boxes", "*", TurnFailure.ARGUMENT_MISMATCH).at(0, 100, 0));
    take(TestingProfiles.failure("boxes", "cd", TurnFailure.ARGUMENT_MISMATCH).at(0, 30, 0));
    take(TestingProfiles.failure("boxes", "ls", TurnFailure.ARGUMENT_MISMATCH).at(0, 20, 0));

    assertThat(chosen(EvolveSettings.DEFAULT))
        .extracting(key -> PatchScope.parse(key).orElseThrow().tool())
        .containsExactly("ls", "cd");
  }

  @Test
  void versionsBeforeTheWindowDoNotCount() {
    take(TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 20, 0).at(1, 7, 0));
    assertThat(chosen(EvolveSettings.DEFAULT)).hasSize(1);

    take(TestingProfiles.category("boxes").at(4, 1, 0));
    assertThat(chosen(EvolveSettings.DEFAULT)).hasSize(1);
    take(TestingProfiles.category("boxes").at(5, 1, 0));
    assertThat(chosen(EvolveSettings.DEFAULT)).isEmpty();
  }

  @Test
  void layersThatAreSwitchedOffAreNotCalledFor() {
    take(TestingProfiles.failure("boxes", "*", TurnFailure.INVALID_CALL).at(0, 20, 0));
    take(TestingProfiles.failure("boxes", "cd", TurnFailure.INVALID_CALL).at(0, 20, 0));
    EvolveSettings settings =
        new EvolveSettings(
            EvidenceSource.FAILURES,
            EnumSet.of(PatchLayer.SCHEMA_CUE),
            5,
            EvolveSettings.Activation.DEFAULT,
            EvolveSettings.Retirement.DEFAULT,
            null);

    assertThat(chosen(settings))
        .containsExactly("boxes/cd/SCHEMA_CUE/TOOL_FAILURE/cd::INVALID_CALL");
  }

  @Test
  void withTagsAsEvidenceFailuresGiveNoHints() {
    take(TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 20, 0));
    take(TestingProfiles.tag("boxes", "spurious_tool_call").at(0, 20, 0));

    assertThat(chosen(EvolveSettings.sealEquivalent()))
        .containsExactly("boxes/*/CAPABILITY_HINT/CATEGORY_TAG/spurious_tool_call");
    assertThat(chosen(EvolveSettings.DEFAULT))
        .containsExactly("boxes/*/CAPABILITY_HINT/TOOL_FAILURE/*::MISSING_CALL");
  }

  @Test
  void whatHappensUnderNoFailureOfTheDiagnosisIsPassedOver() {
    take(TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 20, 0));
    evidence.take(
        TestingProfiles.renamed(
            TestingProfiles.failure("boxes", "cd", TurnFailure.MISSING_CALL).at(0, 20, 0),
            "cd::NEWER_FAILURE"));

    assertThat(chosen(EvolveSettings.DEFAULT)).hasSize(1);
  }
}
