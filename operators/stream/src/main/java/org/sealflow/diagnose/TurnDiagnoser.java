package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ProvedFailure;
import org.sealflow.environment.StateDifference;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/**
 * Names what went wrong in a verified turn (the failure taxonomy of the paper's Table 5 in its
 * order of priority, design section 6): a pure function of the turn's facts.
 */
public final class TurnDiagnoser {
  /** Longest value an evidence shows, in characters. */
  private static final int MAX_VALUE = 500;

  private TurnDiagnoser() {}

  /**
   * A judgement.
   *
   * @param failure null if the turn succeeded, was not reached, or could not be judged
   * @param origin null if there is no failure
   * @param evidence what speaks for the failure first, then what else was found
   */
  public record Judgement(
      @Nullable TurnFailure failure, @Nullable FailureOrigin origin, List<Evidence> evidence) {}

  /** Judges a turn. */
  public static Judgement judge(VerifiedTurn turn) {
    ProvedFailure proved = turn.deviation().proved();
    if (proved != null) {
      return new Judgement(proved.failure(), proved.origin(), proved.evidence());
    }
    return switch (turn.tag()) {
      case PASS, CORRECT_ABSTENTION, CHECKER_ERROR, GT_ERROR ->
          new Judgement(null, null, List.of());
      case SPURIOUS_TOOL_CALL ->
          new Judgement(TurnFailure.SPURIOUS_CALL, FailureOrigin.OWN, spurious(turn));
      case EMPTY_TURN_MODEL_RESPONSE, STATE_MISMATCH, RESPONSE_MISMATCH, INSTANCE_MISMATCH ->
          turn.reached() ? failed(turn) : new Judgement(null, null, List.of());
    };
  }

  private static Judgement failed(VerifiedTurn turn) {
    List<CallAlignment.Pair> pairs = CallAlignment.of(turn.calls().made(), turn.calls().truth());
    List<List<Evidence>> signals =
        List.of(
            invalid(turn),
            mismatched(turn, pairs),
            effects(turn),
            unrecovered(turn),
            missing(pairs),
            responses(turn));
    TurnFailure[] order = {
      TurnFailure.INVALID_CALL,
      TurnFailure.ARGUMENT_MISMATCH,
      TurnFailure.WRONG_EFFECT,
      TurnFailure.RECOVERY_FAILURE,
      TurnFailure.MISSING_CALL,
      TurnFailure.WRONG_RESPONSE
    };
    TurnFailure failure = null;
    List<Evidence> evidence = new ArrayList<>();
    for (int i = 0; i < order.length; i++) {
      if (failure == null && !signals.get(i).isEmpty()) {
        failure = order[i];
      }
      evidence.addAll(signals.get(i));
    }
    return new Judgement(failure, failure == null ? null : origin(turn), evidence);
  }

  private static FailureOrigin origin(VerifiedTurn turn) {
    return switch (turn.deviation().rerun()) {
      case PASSES -> FailureOrigin.CASCADED;
      case NAMES_DRAWN_IDENTIFIERS -> FailureOrigin.UNDETERMINED;
      case FAILS, NOT_NEEDED -> FailureOrigin.OWN;
    };
  }

  private static List<Evidence> spurious(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (VerifiedCall call : turn.calls().made()) {
      evidence.add(of(EvidenceKind.SPURIOUS_CALL, call));
    }
    return evidence;
  }

  private static List<Evidence> invalid(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (VerifiedCall call : turn.calls().made()) {
      if (call.isInvalid()) {
        EvidenceKind kind =
            call.status() == CallStatus.UNKNOWN_NAME
                ? EvidenceKind.UNKNOWN_TOOL
                : EvidenceKind.REJECTED_CALL;
        evidence.add(noted(kind, call));
      }
    }
    for (String text : turn.calls().undecodable()) {
      Evidence undecodable = of(EvidenceKind.UNDECODABLE_CALL);
      undecodable.setCallText(cut(text));
      evidence.add(undecodable);
    }
    return evidence;
  }

  private static List<Evidence> mismatched(VerifiedTurn turn, List<CallAlignment.Pair> pairs) {
    List<Evidence> evidence = new ArrayList<>();
    for (VerifiedCall call : turn.calls().made()) {
      if (call.status() == CallStatus.UNBOUND) {
        evidence.add(noted(EvidenceKind.BINDING_ERROR, call));
      } else if (call.status() == CallStatus.TYPE_ERROR) {
        evidence.add(noted(EvidenceKind.TYPE_ERROR, call));
      }
      for (String argument : call.outsideEnumeration()) {
        Evidence undeclared = of(EvidenceKind.UNDECLARED_VALUE, call);
        undeclared.setArgument(argument);
        undeclared.setActual(cut(call.arguments().get(argument)));
        evidence.add(undeclared);
      }
    }
    for (CallAlignment.Pair pair : pairs) {
      VerifiedCall policy = pair.policy();
      if (policy == null || policy.arguments().isEmpty()) {
        // Missing, or nothing was bound that could be compared.
        continue;
      }
      for (String argument : pair.differing()) {
        Evidence other = of(EvidenceKind.OTHER_VALUE, policy);
        other.setArgument(argument);
        other.setExpected(cut(pair.truth().arguments().get(argument)));
        other.setActual(cut(policy.arguments().get(argument)));
        evidence.add(other);
      }
    }
    return evidence;
  }

  private static List<Evidence> effects(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (StateDifference difference : turn.deviation().differences()) {
      Evidence other = of(EvidenceKind.STATE_DIFFERENCE);
      other.setAttributePath(difference.className() + "." + difference.attribute());
      other.setExpected(cut(difference.truth()));
      other.setActual(cut(difference.policy()));
      evidence.add(other);
    }
    return evidence;
  }

  private static List<Evidence> unrecovered(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    List<VerifiedCall> calls = turn.calls().made();
    Map<String, Integer> lastSuccess = new HashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      VerifiedCall call = calls.get(i);
      if (call.status() == CallStatus.SUCCEEDED && call.tool() != null) {
        lastSuccess.put(call.tool(), i);
      }
    }
    for (int i = 0; i < calls.size(); i++) {
      VerifiedCall call = calls.get(i);
      if (call.isError() && lastSuccess.getOrDefault(call.tool(), -1) < i) {
        evidence.add(noted(EvidenceKind.ERROR_RESULT, call));
      }
    }
    return evidence;
  }

  private static List<Evidence> missing(List<CallAlignment.Pair> pairs) {
    List<Evidence> evidence = new ArrayList<>();
    for (CallAlignment.Pair pair : pairs) {
      if (pair.missing()) {
        Evidence missing = of(EvidenceKind.MISSING_CALL);
        missing.setTool(pair.truth().tool());
        missing.setExpected(cut(pair.truth().text()));
        evidence.add(missing);
      }
    }
    return evidence;
  }

  private static List<Evidence> responses(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (String result : turn.deviation().missingResults()) {
      Evidence missing = of(EvidenceKind.MISSING_RESULT);
      missing.setExpected(cut(result));
      evidence.add(missing);
    }
    return evidence;
  }

  // Setters here: Avro's builder looks up the default of every field that is left out.
  private static Evidence of(EvidenceKind kind) {
    Evidence evidence = new Evidence();
    evidence.setKind(kind);
    return evidence;
  }

  private static Evidence of(EvidenceKind kind, VerifiedCall call) {
    Evidence evidence = of(kind);
    evidence.setStep(call.step());
    evidence.setCall(call.index());
    evidence.setCallText(cut(call.text()));
    evidence.setTool(call.tool());
    return evidence;
  }

  private static Evidence noted(EvidenceKind kind, VerifiedCall call) {
    Evidence evidence = of(kind, call);
    evidence.setNote(cut(call.result()));
    return evidence;
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }
}
