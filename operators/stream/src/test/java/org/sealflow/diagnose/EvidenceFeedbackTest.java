package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

class EvidenceFeedbackTest {
  private static final String SAID = "send(to='Bo', amount=5)";
  private static final String WANTED = "send(to='Ada', amount=5)";

  private static TurnDiagnosis turn(
      int turn, @Nullable FailureOrigin origin, String said, String result, String wanted) {
    return TurnDiagnosis.newBuilder()
        .setTaskId("task")
        .setCategory("base")
        .setTurn(turn)
        .setReached(true)
        .setTag(origin == null ? Tag.PASS : Tag.STATE_MISMATCH)
        .setFailure(origin == null ? null : TurnFailure.ARGUMENT_MISMATCH)
        .setOrigin(origin)
        .setRootCause(false)
        .setDeviating(origin != null)
        .setCalls(1)
        .setErrors(0)
        .setPolicyCalls(List.of(call(said, result)))
        .setGroundTruthCalls(List.of(call(wanted, "sent")))
        .build();
  }

  private static TurnDiagnosis failed(Evidence... evidence) {
    TurnDiagnosis turn = turn(0, FailureOrigin.OWN, SAID, "no such person", WANTED);
    turn.setEvidence(List.of(evidence));
    return turn;
  }

  private static DiagnosedCall call(String text, String result) {
    return new DiagnosedCall(0, 0, text, "send", CallStatus.SUCCEEDED, result);
  }

  private static Evidence evidence(EvidenceKind kind, @Nullable String note) {
    Evidence evidence = new Evidence();
    evidence.setKind(kind);
    evidence.setStep(0);
    evidence.setCall(0);
    evidence.setCallText(SAID);
    evidence.setTool("send");
    evidence.setArgument("to");
    evidence.setExpected("'Ada'");
    evidence.setActual("'Bo'");
    evidence.setNote(note);
    return evidence;
  }

  private static @Nullable String only(TurnDiagnosis turn) {
    return EvidenceFeedback.of(List.of(turn)).get(0);
  }

  @Test
  void whatThePolicyDidIsToldAndNotWhatWasWanted() {
    assertThat(only(failed(evidence(EvidenceKind.OTHER_VALUE, null))))
        .isEqualTo(
            "An earlier answer to this failed:\n"
                + "send(to='Bo', amount=5) passes a wrong value of to.");
  }

  @ParameterizedTest
  @EnumSource
  void noKindOfEvidenceTellsWhatWasWanted(EvidenceKind kind) {
    String text = only(failed(evidence(kind, "no such person")));

    if (kind == EvidenceKind.CHECKER_EXCEPTION) {
      assertThat(text).isNull();
    } else {
      assertThat(text).isNotNull().doesNotContain("Ada").doesNotContain("{");
    }
  }

  @Test
  void aLineWithAnUnseenGroundTruthValueIsDroppedAndTheOthersStay() {
    TurnDiagnosis turn =
        failed(
            evidence(EvidenceKind.ERROR_RESULT, "known people: Ada"),
            evidence(EvidenceKind.OTHER_VALUE, null));

    assertThat(only(turn)).doesNotContain("Ada").contains("wrong value of to");
  }

  @Test
  void aValueThatThePolicyWasAnsweredMayBeTold() {
    TurnDiagnosis turn = failed(evidence(EvidenceKind.ERROR_RESULT, "known people: Ada"));
    turn.setPolicyCalls(List.of(call(SAID, "known people: Ada")));
    assertThat(only(turn)).contains("known people: Ada");

    turn.setDrift(List.of(new DriftCell(0, 0, "known people: none", "known people: Ada")));
    assertThat(only(turn)).as("the policy saw the recorded result").isNull();
  }

  @Test
  void whatIsSeenLaterWasNotSeenInTheTurn() {
    TurnDiagnosis first = failed(evidence(EvidenceKind.ERROR_RESULT, "known people: Ada"));
    TurnDiagnosis second = turn(1, null, "look()", "Ada", "look()");
    assertThat(EvidenceFeedback.of(List.of(second, first))).isEmpty();

    TurnDiagnosis before = turn(0, null, "look()", "Ada", "look()");
    TurnDiagnosis after = failed(evidence(EvidenceKind.ERROR_RESULT, "known people: Ada"));
    after.setTurn(1);
    assertThat(EvidenceFeedback.of(List.of(after, before))).containsOnlyKeys(1);
  }

  @Test
  void valuesOfTheGroundTruthOfOtherTurnsAreGuardedToo() {
    TurnDiagnosis first = failed(evidence(EvidenceKind.ERROR_RESULT, "the code is 4711"));
    assertThat(EvidenceFeedback.of(List.of(first))).containsOnlyKeys(0);

    TurnDiagnosis later = turn(1, null, "look()", "nothing", "enter(code=4711)");
    assertThat(EvidenceFeedback.of(List.of(first, later))).isEmpty();
  }

  @Test
  void onlyTurnsThatFailByThemselvesHaveFeedback() {
    for (FailureOrigin origin : FailureOrigin.values()) {
      TurnDiagnosis turn = failed(evidence(EvidenceKind.OTHER_VALUE, null));
      turn.setOrigin(origin);
      assertThat(only(turn) != null).as(origin.name()).isEqualTo(origin == FailureOrigin.OWN);
    }
    assertThat(only(turn(0, null, SAID, "sent", WANTED))).isNull();
  }

  @Test
  void nothingIsToldIfTheGroundTruthIsNotKnownWhole() {
    TurnDiagnosis turn = failed(evidence(EvidenceKind.OTHER_VALUE, null));
    turn.setGroundTruthCalls(List.of(call("send(to='" + "x".repeat(2000) + "…", "sent")));
    assertThat(only(turn)).isNull();
  }

  @Test
  void feedbackIsBoundedAndSaysNothingTwice() {
    Evidence[] many = new Evidence[60];
    Arrays.setAll(many, i -> evidence(EvidenceKind.ERROR_RESULT, "y".repeat(190) + i / 2));

    String text = only(failed(many));
    assertThat(text).hasSizeBetween(EvidenceFeedback.MAX_TEXT / 2, EvidenceFeedback.MAX_TEXT);
    assertThat(text.lines()).doesNotHaveDuplicates();
  }

  static List<DiagnosisExample> examples() {
    return DiagnosisExample.all();
  }

  /** Looks for values as plain text, without the guard's own notion of a token. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void noExampleTellsAValueOfItsGroundTruthThatThePolicyHasNotSeen(DiagnosisExample example) {
    EpisodeStarted header = new EpisodeStarted();
    header.setTaskId(example.task());
    List<TurnDiagnosis> turns =
        example.verifyAll().stream().map(turn -> diagnosed(header, turn)).toList();
    List<String> values =
        turns.stream()
            .flatMap(turn -> turn.getGroundTruthCalls().stream())
            .flatMap(call -> GroundTruthValues.of(call.getText()).stream())
            .map(value -> value.toLowerCase(Locale.ROOT))
            .filter(value -> value.matches(".*\\w.*"))
            .distinct()
            .toList();
    SortedMap<Integer, String> feedback = EvidenceFeedback.of(turns);
    feedback.forEach(
        (turn, text) -> {
          String seen = seen(turns, turn);
          for (String value : values) {
            if (!seen.contains(value) && !String.join(" ", EvidenceLine.PROSE).contains(value)) {
              assertThat(text.toLowerCase(Locale.ROOT))
                  .doesNotContainPattern("(?<!\\w)" + Pattern.quote(value) + "(?!\\w)");
            }
          }
        });
    boolean ownFailure = turns.stream().anyMatch(turn -> turn.getOrigin() == FailureOrigin.OWN);
    assertThat(feedback.isEmpty() && ownFailure)
        .as("an own failure of which nothing can be told")
        .isFalse();
  }

  private static TurnDiagnosis diagnosed(EpisodeStarted header, VerifiedTurn turn) {
    return Diagnoser.turn(header, "multi_turn_base", turn, null);
  }

  private static String seen(List<TurnDiagnosis> turns, int last) {
    return turns.stream()
        .filter(turn -> turn.getTurn() <= last)
        .flatMap(turn -> turn.getPolicyCalls().stream())
        .map(call -> call.getText() + " " + call.getResultText())
        .collect(Collectors.joining("\n"))
        .toLowerCase(Locale.ROOT);
  }
}
