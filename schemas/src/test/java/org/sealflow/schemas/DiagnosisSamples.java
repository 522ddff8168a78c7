package org.sealflow.schemas;

import static org.sealflow.schemas.Samples.DIGEST;
import static org.sealflow.schemas.Samples.TIME;

import java.util.List;

/** Diagnoses. Their bytes are stored, see {@link Samples}. */
final class DiagnosisSamples {
  private DiagnosisSamples() {}

  static TurnDiagnosis turnFailed() {
    return turn()
        .setEndedAt(TIME)
        .setReached(true)
        .setTag(Tag.STATE_MISMATCH)
        .setFailure(TurnFailure.ARGUMENT_MISMATCH)
        .setEvidence(List.of(otherValue(), stateDifference()))
        .setOrigin(FailureOrigin.OWN)
        .setRootCause(true)
        .setDeviating(true)
        .setDrift(List.of(new DriftCell(0, 1, "None", "{}")))
        .setPolicyTools(List.of("create_ticket"))
        .setGroundTruthTools(List.of("create_ticket", "logout"))
        .setCalls(2)
        .setErrors(1)
        .setUnsupported(List.of("ls()[0].x"))
        .setPolicyCalls(List.of(new DiagnosedCall(0, 0, "ls()", "ls", CallStatus.SUCCEEDED, "{}")))
        .setGroundTruthCalls(
            List.of(new DiagnosedCall(0, 0, "cat('a')", "cat", CallStatus.ERROR_RESULT, "no")))
        .build();
  }

  static TurnDiagnosis turnUnreached() {
    return turn()
        .setTurn(4)
        .setReached(false)
        .setTag(Tag.EMPTY_TURN_MODEL_RESPONSE)
        .setRootCause(false)
        .setDeviating(false)
        .setCalls(0)
        .setErrors(0)
        .build();
  }

  private static TurnDiagnosis.Builder turn() {
    return TurnDiagnosis.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setCategory("multi_turn_base")
        .setTurn(1)
        .setMode(Mode.TRAIN)
        .setArm(Arm.PATCHED)
        .setGroupId("b3/g0")
        .setBatchNumber(3L);
  }

  private static Evidence otherValue() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.OTHER_VALUE)
        .setStep(0)
        .setCall(1)
        .setCallText("create_ticket(title='b')")
        .setTool("create_ticket")
        .setArgument("title")
        .setExpected("'a'")
        .setActual("'b'")
        .build();
  }

  private static Evidence stateDifference() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.STATE_DIFFERENCE)
        .setExpected("'a'")
        .setActual("'b'")
        .setAttributePath("TicketAPI.ticket_queue[0]['title']")
        .setNote("first of 3 differences")
        .build();
  }

  static EpisodeDiagnosis episodeFailed() {
    return episode()
        .setPatchSetDigest(DIGEST)
        .setArm(Arm.PATCHED)
        .setMode(Mode.TRAIN)
        .setBatchNumber(3L)
        .setPolicyVersionMin(11L)
        .setPolicyVersionMax(12L)
        .setVerdict(Verdict.POLICY_FAILED)
        .setOfficialValid(false)
        .setOfficialErrorType("multi_turn:instance_state_mismatch")
        .setIrrelevanceValid(true)
        .setSealProgress(0.5)
        .setSealProgressWithIrrelevance(2.0 / 3)
        .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH, Tag.CORRECT_ABSTENTION))
        .setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG, TurnJudgement.UNJUDGED))
        .setRootCauseTurn(1)
        .setTurns(3)
        .setCalls(7)
        .setAsOfDate("2026-11-21")
        .setRepair(new Repair(RepairOutcome.FOUND, List.of(replacedCall(), insertedCall()), 14))
        .build();
  }

  private static CallEdit replacedCall() {
    return CallEdit.newBuilder()
        .setKind(EditKind.REPLACE)
        .setTurn(1)
        .setStep(0)
        .setCall(0)
        .setTool("tail")
        .setCallText("tail('log.txt', 5)")
        .setWantedText("tail(file_name='log.txt', lines=1)")
        .setArguments(List.of(new ArgumentChange("lines", "5", "1")))
        .build();
  }

  private static CallEdit insertedCall() {
    return CallEdit.newBuilder()
        .setKind(EditKind.INSERT)
        .setTurn(1)
        .setTool("wc")
        .setWantedText("wc(file_name='log.txt')")
        .build();
  }

  static EpisodeDiagnosis episodeDefective() {
    return episode()
        .setArm(Arm.HOLDOUT)
        .setMode(Mode.EVAL)
        .setVerdict(Verdict.TASK_DEFECTIVE)
        .setVerdictReason("the ground truth calls tail before it is revealed")
        .setTags(List.of())
        .setTurns(0)
        .setCalls(0)
        .build();
  }

  static EpisodeDiagnosis episodeUnjudged() {
    return episode()
        .setArm(Arm.HOLDOUT)
        .setMode(Mode.EVAL)
        .setVerdict(Verdict.UNJUDGED)
        .setVerdictReason("no reference says what it should have done")
        .setOfficialErrorType("unjudged:no_reference")
        .setTags(List.of())
        .setTurns(3)
        .setCalls(2)
        .build();
  }

  private static EpisodeDiagnosis.Builder episode() {
    return EpisodeDiagnosis.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setTaskDigest(DIGEST)
        .setCategory("multi_turn_base")
        .setGroupId("run-7/b3/g2")
        .setSampleIndex(0)
        .setGroupSize(8)
        .setStrictSuccess(false)
        .setEndedAt(TIME);
  }
}
