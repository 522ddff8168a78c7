package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;

class TurnObservationsTest {
  @Test
  void aPassingTurnUsesToolsAndBlamesNone() {
    TurnObservation turn =
        new TestingTurn(2).policyUses("ls", "cd").groundTruthUses("cd", "mkdir").observation();

    assertThat(turn)
        .isEqualTo(
            new TurnObservation(
                2,
                true,
                "pass",
                "",
                "",
                false,
                List.of("ls", "cd", "mkdir"),
                List.of(),
                List.of()));
    assertThat(turn.failsByItself()).isFalse();
  }

  @Test
  void toolsTheSimulatorsDoNotKnowCountAsOneOther() {
    TurnObservation turn =
        new TestingTurn(0)
            .policyUses("launch_rocket", "cd", "other", "sudo")
            .groundTruthUses("cd")
            .observation();

    assertThat(turn.tools()).containsExactly("other", "cd");
  }

  @Test
  void onlyEvidenceOfTheFailureItselfBlamesATool() {
    TurnObservation turn =
        new TestingTurn(0)
            .tag(Tag.STATE_MISMATCH)
            .fails(TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.OWN)
            .groundTruthUses("cd", "mkdir")
            .shows(EvidenceKind.OTHER_VALUE, "cd", "folder")
            .shows(EvidenceKind.BINDING_ERROR, "cd")
            .shows(EvidenceKind.UNDECLARED_VALUE, "grep", "pattern")
            .shows(EvidenceKind.STATE_DIFFERENCE, null)
            .shows(EvidenceKind.MISSING_CALL, "mkdir")
            .observation();

    assertThat(turn.blamedTools()).containsExactly("cd", "grep");
    assertThat(turn.blamedArguments()).containsExactly("cd::folder", "grep::pattern");
    assertThat(turn.failurePatterns())
        .containsExactly("cd::ARGUMENT_MISMATCH", "grep::ARGUMENT_MISMATCH");
  }

  @Test
  void whereEvidenceNamesNoToolThoseOfTheGroundTruthAreBlamed() {
    TurnObservation turn =
        new TestingTurn(0)
            .tag(Tag.STATE_MISMATCH)
            .fails(TurnFailure.WRONG_EFFECT, FailureOrigin.OWN)
            .policyUses("ls")
            .groundTruthUses("cd", "mkdir")
            .shows(EvidenceKind.STATE_DIFFERENCE, null)
            .shows(EvidenceKind.ERROR_RESULT, "ls")
            .observation();

    assertThat(turn.blamedTools()).containsExactly("cd", "mkdir");
  }

  @Test
  void argumentsTheMethodDoesNotHaveCountAsOther() {
    TurnObservation turn =
        new TestingTurn(0)
            .fails(TurnFailure.INVALID_CALL, FailureOrigin.OWN)
            .shows(EvidenceKind.UNKNOWN_TOOL, "launch_rocket")
            .shows(EvidenceKind.OTHER_VALUE, "launch_rocket", "folder")
            .shows(EvidenceKind.OTHER_VALUE, "cd", "speed")
            .shows(EvidenceKind.OTHER_VALUE, "cd", "colour")
            .shows(EvidenceKind.OTHER_VALUE, "cd", "folder")
            .observation();

    assertThat(turn.blamedTools()).containsExactly("other");
    assertThat(turn.blamedArguments()).containsExactly("other::other", "cd::other", "cd::folder");
  }

  @ParameterizedTest
  @EnumSource(FailureOrigin.class)
  void onlyACascadedFailureIsNotTheTurnsOwn(FailureOrigin origin) {
    TurnObservation turn =
        new TestingTurn(0)
            .fails(TurnFailure.MISSING_CALL, origin)
            .groundTruthUses("cd")
            .shows(EvidenceKind.MISSING_CALL, "cd")
            .observation();

    boolean own = origin != FailureOrigin.CASCADED;
    assertThat(turn.failsByItself()).isEqualTo(own);
    assertThat(turn.failurePatterns()).hasSize(own ? 1 : 0);
    assertThat(turn.origin()).isEqualTo(origin.name());
  }

  @Test
  void aTurnThatWasNotReachedFailsInNoWay() {
    TurnObservation padding =
        new TurnObservation(
            3, false, "pass", "MISSING_CALL", "OWN", false, List.of(), List.of("cd"), List.of());

    assertThat(padding.failsByItself()).isFalse();
    assertThat(padding.failurePatterns()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(TurnFailure.class)
  void everyFailureHasEvidenceThatBlames(TurnFailure failure) {
    TestingTurn turn =
        new TestingTurn(0).fails(failure, FailureOrigin.OWN).groundTruthUses("mkdir");
    for (EvidenceKind kind : EvidenceKind.values()) {
      turn.shows(kind, kind == EvidenceKind.CHECKER_EXCEPTION ? "cd" : null);
    }
    assertThat(turn.observation().blamedTools()).containsExactly("mkdir");

    for (EvidenceKind kind : EvidenceKind.values()) {
      turn.shows(kind, kind == EvidenceKind.CHECKER_EXCEPTION ? "cd" : "ls");
    }
    assertThat(turn.observation().blamedTools()).containsExactly("ls");
  }
}
