package org.sealflow.jobs.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.ArgumentChange;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** Diagnosed trajectories and their parts, as a run would give them. */
public final class TestingTrajectories {
  static final Instant TIME = Instant.parse("2026-01-15T08:00:00Z");
  public static final RunTotals TOTALS = new RunTotals(Ledger.EMPTY, Duration.ofMillis(2_500));

  private static final String DIGEST = "ab".repeat(32);

  private TestingTrajectories() {}

  public static EpisodeDiagnosis.Builder episode(String category, Verdict verdict) {
    boolean passed = verdict == Verdict.PASSED;
    EpisodeDiagnosis.Builder episode =
        EpisodeDiagnosis.newBuilder()
            .setTaskId(category + "_7")
            .setTaskDigest(DIGEST)
            .setCategory(category)
            .setMode(Mode.EVAL)
            .setArm(Arm.HOLDOUT)
            .setGroupId("replay/0")
            .setSampleIndex(0)
            .setGroupSize(1)
            .setVerdict(verdict)
            .setOfficialValid(passed)
            .setStrictSuccess(passed)
            .setTags(List.of())
            .setTurns(2)
            .setCalls(3)
            .setEndedAt(TIME);
    if (!passed) {
      episode.setOfficialErrorType("multi_turn:instance_state_mismatch");
    }
    return episode;
  }

  public static EpisodeDiagnosis passed(String category) {
    return episode(category, Verdict.PASSED).build();
  }

  /** A failed episode whose root cause is the turn at this index. */
  public static EpisodeDiagnosis failed(String category, int rootCause) {
    return episode(category, Verdict.POLICY_FAILED).setRootCauseTurn(rootCause).build();
  }

  /** A failed episode that other values of an argument, so many, would make pass. */
  public static EpisodeDiagnosis repaired(String tool, String argument, int edits, long line) {
    List<CallEdit> all = new ArrayList<>();
    for (int turn = 0; turn < edits; turn++) {
      all.add(
          CallEdit.newBuilder()
              .setKind(EditKind.REPLACE)
              .setTurn(turn)
              .setStep(0)
              .setCall(0)
              .setTool(tool)
              .setCallText(tool + "(" + argument + "=1)")
              .setWantedText(tool + "(" + argument + "=2)")
              .setArguments(List.of(new ArgumentChange(argument, "1", "2")))
              .build());
    }
    return episode("travel", Verdict.POLICY_FAILED)
        .setRootCauseTurn(0)
        .setSource(source("calls.jsonl", line))
        .setRepair(new Repair(RepairOutcome.FOUND, all, 2 * edits))
        .build();
  }

  /** A failed episode without a repair. */
  public static EpisodeDiagnosis unrepaired(RepairOutcome outcome) {
    return episode("travel", Verdict.POLICY_FAILED)
        .setRootCauseTurn(0)
        .setRepair(new Repair(outcome, List.of(), 5))
        .build();
  }

  public static RecordedSource source(String file, long line) {
    return new RecordedSource(file, line, line - 1, "record-" + line, 0L);
  }

  public static TurnDiagnosis.Builder turn(int index, Tag tag) {
    return TurnDiagnosis.newBuilder()
        .setTaskId("travel_7")
        .setCategory("travel")
        .setTurn(index)
        .setReached(true)
        .setTag(tag)
        .setRootCause(false)
        .setDeviating(false)
        .setCalls(0)
        .setErrors(0);
  }

  public static TurnDiagnosis.Builder passedTurn(int index) {
    return turn(index, Tag.PASS)
        .setPolicyTools(List.of("get_weather"))
        .setGroundTruthTools(List.of("get_weather"))
        .setCalls(1)
        .setPolicyCalls(List.of(call("get_weather(city='Bonn')", "{\"sky\": \"clear\"}")))
        .setGroundTruthCalls(List.of(call("get_weather(city='Bonn')", "{\"sky\": \"clear\"}")));
  }

  /** A turn whose policy books with another value than the ground truth. */
  public static TurnDiagnosis.Builder failedTurn(int index) {
    return turn(index, Tag.STATE_MISMATCH)
        .setFailure(TurnFailure.ARGUMENT_MISMATCH)
        .setOrigin(FailureOrigin.OWN)
        .setDeviating(true)
        .setRootCause(true)
        .setPolicyTools(List.of("book_flight"))
        .setGroundTruthTools(List.of("book_flight", "get_weather"))
        .setCalls(2)
        .setErrors(1)
        .setEvidence(List.of(otherValue("book_flight", "cost"), stateDifference()))
        .setPolicyCalls(
            List.of(
                errorCall(),
                new DiagnosedCall(
                    1, 0, "book_flight(cost=90)", "book_flight", CallStatus.SUCCEEDED, "{}")))
        .setGroundTruthCalls(List.of(call("book_flight(cost=80)", "{\"booked\": true}")));
  }

  public static DiagnosedCall call(String text, String result) {
    return new DiagnosedCall(
        0, 0, text, text.substring(0, text.indexOf('(')), CallStatus.SUCCEEDED, result);
  }

  private static DiagnosedCall errorCall() {
    return new DiagnosedCall(
        0,
        0,
        "book_flight(cost='90')",
        "book_flight",
        CallStatus.ERROR_RESULT,
        "{\"error\": \"no such card\"}");
  }

  public static Evidence otherValue(String tool, String argument) {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.OTHER_VALUE)
        .setStep(1)
        .setCall(0)
        .setTool(tool)
        .setArgument(argument)
        .setExpected("80")
        .setActual("90")
        .build();
  }

  private static Evidence stateDifference() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.STATE_DIFFERENCE)
        .setAttributePath("TravelAPI.booking_record")
        .setExpected("{'cost': 80}")
        .setActual("{'cost': 90}")
        .build();
  }

  public static TurnDiagnosis unreachedTurn(int index) {
    return turn(index, Tag.EMPTY_TURN_MODEL_RESPONSE).setReached(false).build();
  }
}
