package org.sealflow.review.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sealflow.environment.ProvedFailure;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.read.Json;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.ReviewRule;
import org.sealflow.review.rule.TrajectoryReviewer;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/**
 * A reply of the model with what its record proves of it, in the words of the stream.
 *
 * @param calls the calls of the reply
 * @param findings about the reply
 */
record ReviewedReply(List<RecordedCall> calls, List<ReviewFinding> findings) {
  private static final int MAX_VALUE = 500;

  static ReviewedReply of(RecordedMessage reply, List<ReviewFinding> findings) {
    return new ReviewedReply(reply.calls(), findings);
  }

  /** The text that stands for a call in events and diagnoses. */
  static String text(RecordedCall call) {
    return call.name() + "(" + call.arguments() + ")";
  }

  /**
   * The reply as a turn.
   *
   * @param first whether no earlier reply deviates
   */
  VerifiedTurn turn(int turn, boolean first) {
    List<VerifiedCall> made = new ArrayList<>();
    for (RecordedCall call : calls) {
      made.add(verified(made.size(), call));
    }
    boolean deviates = !findings.isEmpty();
    return new VerifiedTurn(
        turn,
        Tag.CHECKER_ERROR,
        true,
        new VerifiedTurn.TurnCalls(made, List.of(), List.of(), List.of()),
        new VerifiedTurn.TurnDeviation(
            deviates,
            deviates && first,
            List.of(),
            List.of(),
            Rerun.NOT_NEEDED,
            deviates ? proved() : null));
  }

  private VerifiedCall verified(int index, RecordedCall call) {
    RecordedResult result = call.result();
    Map<String, String> arguments = new LinkedHashMap<>();
    JsonNode given = Json.parse(call.arguments());
    if (given != null && given.isObject()) {
      given
          .properties()
          .forEach(field -> arguments.put(field.getKey(), field.getValue().toString()));
    }
    return new VerifiedCall(
        0,
        index,
        text(call),
        call.name(),
        arguments,
        status(index, call),
        result == null ? "" : result.text(),
        List.of());
  }

  private CallStatus status(int index, RecordedCall call) {
    for (ReviewFinding finding : findings) {
      if (Objects.equals(finding.position(), index)) {
        if (finding.rule() == ReviewRule.UNKNOWN_TOOL) {
          return CallStatus.UNKNOWN_NAME;
        }
        if (finding.rule() == ReviewRule.ARGUMENTS_NOT_JSON) {
          return CallStatus.MALFORMED;
        }
      }
    }
    return TrajectoryReviewer.failed(call) ? CallStatus.ERROR_RESULT : CallStatus.SUCCEEDED;
  }

  private ProvedFailure proved() {
    TurnFailure gravest =
        findings.stream()
            .map(finding -> failure(finding.rule()))
            .min(Comparator.naturalOrder())
            .orElseThrow();
    List<Evidence> evidence = new ArrayList<>();
    findings.stream()
        .sorted(Comparator.comparing(finding -> failure(finding.rule()) != gravest))
        .forEach(finding -> evidence.add(evidence(finding)));
    return new ProvedFailure(gravest, FailureOrigin.OWN, evidence);
  }

  private Evidence evidence(ReviewFinding finding) {
    Evidence evidence = new Evidence();
    evidence.setKind(kind(finding.rule()));
    evidence.setTool(finding.tool());
    evidence.setArgument(finding.argument());
    evidence.setNote(cut(finding.rule() + " " + finding.place() + ": " + finding.evidence()));
    Integer index = finding.position();
    if (index != null) {
      evidence.setStep(0);
      evidence.setCall(index);
      evidence.setCallText(cut(text(calls.get(index))));
    }
    return evidence;
  }

  private static String cut(String text) {
    return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }

  private static TurnFailure failure(ReviewRule rule) {
    return switch (rule) {
      case ARGUMENTS_NOT_JSON, UNKNOWN_TOOL -> TurnFailure.INVALID_CALL;
      case SCHEMA_VIOLATION, UNSEEN_IDENTIFIER -> TurnFailure.ARGUMENT_MISMATCH;
      case ERROR_NOT_RECOVERED -> TurnFailure.RECOVERY_FAILURE;
      case REPEATED_CALL -> TurnFailure.SPURIOUS_CALL;
      case CLAIM_AFTER_FAILURE, UNSEEN_IN_ANSWER, NO_ANSWER -> TurnFailure.WRONG_RESPONSE;
    };
  }

  private static EvidenceKind kind(ReviewRule rule) {
    return switch (rule) {
      case ARGUMENTS_NOT_JSON -> EvidenceKind.UNDECODABLE_CALL;
      case UNKNOWN_TOOL -> EvidenceKind.UNKNOWN_TOOL;
      case SCHEMA_VIOLATION -> EvidenceKind.BINDING_ERROR;
      case UNSEEN_IDENTIFIER -> EvidenceKind.UNDECLARED_VALUE;
      case ERROR_NOT_RECOVERED -> EvidenceKind.ERROR_RESULT;
      case REPEATED_CALL -> EvidenceKind.SPURIOUS_CALL;
      case CLAIM_AFTER_FAILURE, UNSEEN_IN_ANSWER, NO_ANSWER -> EvidenceKind.MISSING_RESULT;
    };
  }
}
