package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.verify.StateDifference;
import org.sealflow.verify.VerifiedCall;
import org.sealflow.verify.VerifiedTurn;

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
   * @param failure null where the turn succeeded, was not reached, or could not be judged
   * @param origin null where there is no failure
   * @param evidence what speaks for the failure first, then what else was found
   */
  public record Judgement(
      @Nullable TurnFailure failure, @Nullable FailureOrigin origin, List<Evidence> evidence) {}

  /** Judges a turn. */
  public static Judgement judge(VerifiedTurn turn) {
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
    List<CallAlignment.Pair> pairs = CallAlignment.of(turn.calls(), turn.truth());
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
    return switch (turn.rerun()) {
      case PASSES -> FailureOrigin.CASCADED;
      case NAMES_DRAWN_IDENTIFIERS -> FailureOrigin.UNDETERMINED;
      case FAILS, NOT_NEEDED -> FailureOrigin.OWN;
    };
  }

  private static List<Evidence> spurious(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (VerifiedCall call : turn.calls()) {
      evidence.add(of(EvidenceKind.SPURIOUS_CALL, call).build());
    }
    return evidence;
  }

  private static List<Evidence> invalid(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (VerifiedCall call : turn.calls()) {
      if (call.isInvalid()) {
        EvidenceKind kind =
            call.status() == CallStatus.UNKNOWN_NAME
                ? EvidenceKind.UNKNOWN_TOOL
                : EvidenceKind.REJECTED_CALL;
        evidence.add(of(kind, call).setNote(cut(call.result())).build());
      }
    }
    for (String text : turn.undecodable()) {
      evidence.add(
          Evidence.newBuilder()
              .setKind(EvidenceKind.UNDECODABLE_CALL)
              .setCallText(cut(text))
              .build());
    }
    return evidence;
  }

  private static List<Evidence> mismatched(VerifiedTurn turn, List<CallAlignment.Pair> pairs) {
    List<Evidence> evidence = new ArrayList<>();
    for (VerifiedCall call : turn.calls()) {
      if (call.status() == CallStatus.UNBOUND) {
        evidence.add(of(EvidenceKind.BINDING_ERROR, call).setNote(cut(call.result())).build());
      } else if (call.status() == CallStatus.TYPE_ERROR) {
        evidence.add(of(EvidenceKind.TYPE_ERROR, call).setNote(cut(call.result())).build());
      }
      for (String argument : call.outsideEnumeration()) {
        evidence.add(
            of(EvidenceKind.UNDECLARED_VALUE, call)
                .setArgument(argument)
                .setActual(cut(call.arguments().get(argument)))
                .build());
      }
    }
    for (CallAlignment.Pair pair : pairs) {
      VerifiedCall policy = pair.policy();
      if (policy == null || policy.arguments().isEmpty()) {
        // Missing, or nothing was bound that could be compared.
        continue;
      }
      for (String argument : pair.differing()) {
        evidence.add(
            of(EvidenceKind.OTHER_VALUE, policy)
                .setArgument(argument)
                .setExpected(cut(pair.truth().arguments().get(argument)))
                .setActual(cut(policy.arguments().get(argument)))
                .build());
      }
    }
    return evidence;
  }

  private static List<Evidence> effects(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (StateDifference difference : turn.differences()) {
      evidence.add(
          Evidence.newBuilder()
              .setKind(EvidenceKind.STATE_DIFFERENCE)
              .setAttributePath(difference.className() + "." + difference.attribute())
              .setExpected(cut(difference.truth()))
              .setActual(cut(difference.policy()))
              .build());
    }
    return evidence;
  }

  private static List<Evidence> unrecovered(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    List<VerifiedCall> calls = turn.calls();
    for (int i = 0; i < calls.size(); i++) {
      VerifiedCall call = calls.get(i);
      if (call.isError() && !succeedsLater(call, calls.subList(i + 1, calls.size()))) {
        evidence.add(of(EvidenceKind.ERROR_RESULT, call).setNote(cut(call.result())).build());
      }
    }
    return evidence;
  }

  private static boolean succeedsLater(VerifiedCall failed, List<VerifiedCall> later) {
    for (VerifiedCall call : later) {
      if (call.status() == CallStatus.SUCCEEDED
          && call.tool() != null
          && call.tool().equals(failed.tool())) {
        return true;
      }
    }
    return false;
  }

  private static List<Evidence> missing(List<CallAlignment.Pair> pairs) {
    List<Evidence> evidence = new ArrayList<>();
    for (CallAlignment.Pair pair : pairs) {
      if (pair.missing()) {
        evidence.add(
            Evidence.newBuilder()
                .setKind(EvidenceKind.MISSING_CALL)
                .setTool(pair.truth().tool())
                .setExpected(cut(pair.truth().text()))
                .build());
      }
    }
    return evidence;
  }

  private static List<Evidence> responses(VerifiedTurn turn) {
    List<Evidence> evidence = new ArrayList<>();
    for (String result : turn.missingResults()) {
      evidence.add(
          Evidence.newBuilder()
              .setKind(EvidenceKind.MISSING_RESULT)
              .setExpected(cut(result))
              .build());
    }
    return evidence;
  }

  private static Evidence.Builder of(EvidenceKind kind, VerifiedCall call) {
    return Evidence.newBuilder()
        .setKind(kind)
        .setStep(call.step())
        .setCall(call.index())
        .setCallText(cut(call.text()))
        .setTool(call.tool());
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }
}
