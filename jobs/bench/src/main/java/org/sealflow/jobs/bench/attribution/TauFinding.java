package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.tau.diagnose.TauDiagnoser;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.world.Call;

/** The diagnosis of a conversation of tau2-bench beside the fault that was planted in it. */
final class TauFinding {
  private TauFinding() {}

  static Finding of(
      PlantedFaultKind kind, TauFaultPlanter.Planted planted, @Nullable TauDiagnosis diagnosis) {
    List<TauFailure> failures = diagnosis == null ? List.of() : diagnosis.failures();
    boolean right =
        diagnosis != null
            && diagnosis.proven()
            && !failures.isEmpty()
            && failures.stream().allMatch(failure -> isAbout(failure, kind, planted));
    return new Finding(
        !failures.isEmpty() && failures.get(0).place().turn() == planted.turn(),
        right,
        failures.stream().anyMatch(failure -> isAbout(failure, kind, planted)),
        !failures.isEmpty() && names(kind, failures.get(0).kind()),
        diagnosis != null && !diagnosis.consequences().isEmpty(),
        repair(diagnosis));
  }

  /** Of two faults both must be found, and nothing else. */
  static Finding ofPair(
      PlantedFaultKind first,
      PlantedFaultKind second,
      TauFaultPlanter.PlantedPair pair,
      @Nullable TauDiagnosis diagnosis) {
    Finding one = of(first, pair.first(), diagnosis);
    Finding other = of(second, pair.second(), diagnosis);
    List<TauFailure> failures = diagnosis == null ? List.of() : diagnosis.failures();
    boolean nothingElse =
        failures.stream()
            .allMatch(
                failure ->
                    isAbout(failure, first, pair.first())
                        || isAbout(failure, second, pair.second()));
    boolean both = one.callInEvidence() && other.callInEvidence();
    return new Finding(
        one.rightTurn(),
        diagnosis != null && diagnosis.proven() && nothingElse && both,
        both,
        one.rightFailure() || other.rightFailure(),
        one.cascades(),
        repair(diagnosis));
  }

  /** Whether a failure is about the planted call, or the call that stood in its place. */
  private static boolean isAbout(
      TauFailure failure, PlantedFaultKind kind, TauFaultPlanter.Planted planted) {
    Integer call = failure.place().call();
    Call wanted = planted.wanted();
    return switch (kind) {
      case WRONG_VALUE -> call != null && call == planted.call();
      case WRONG_TOOL ->
          (call != null && call == planted.call())
              || (wanted != null && isMissing(failure, wanted));
      case MISSING_CALL -> wanted != null && isMissing(failure, wanted);
      case SPURIOUS_CALL -> call != null && call == planted.call();
      // The two are alike: to drop either is the same.
      case REPEATED_CALL -> call != null && (call == planted.call() || call == planted.call() - 1);
      // Of two that changed places, either may be put where it belongs.
      case SWAPPED_ORDER ->
          (call != null && (call == planted.call() || call == planted.call() + 1))
              || (wanted != null && isMissing(failure, wanted));
    };
  }

  private static boolean isMissing(TauFailure failure, Call wanted) {
    return failure.kind() == TurnFailure.MISSING_CALL && wanted.name().equals(failure.tool());
  }

  private static boolean names(PlantedFaultKind kind, TurnFailure failure) {
    return switch (kind) {
      case WRONG_VALUE -> failure == TurnFailure.ARGUMENT_MISMATCH;
      case MISSING_CALL -> failure == TurnFailure.MISSING_CALL;
      case SPURIOUS_CALL, REPEATED_CALL -> failure == TurnFailure.SPURIOUS_CALL;
      case WRONG_TOOL ->
          failure == TurnFailure.MISSING_CALL
              || failure == TurnFailure.SPURIOUS_CALL
              || failure == TurnFailure.ARGUMENT_MISMATCH;
      case SWAPPED_ORDER ->
          failure == TurnFailure.WRONG_EFFECT || failure == TurnFailure.RECOVERY_FAILURE;
    };
  }

  /** Diagnoses once more; for the clock. */
  static Repair repair(ReplayedEpisode episode) {
    return repair(TauDiagnoser.diagnose(episode));
  }

  private static Repair repair(@Nullable TauDiagnosis diagnosis) {
    if (diagnosis == null) {
      return new Repair(RepairOutcome.NONE_FOUND, List.of(), 0);
    }
    boolean found = diagnosis.proven() && diagnosis.end() == null;
    List<CallEdit> edits = new ArrayList<>();
    for (TauFailure failure : found ? diagnosis.failures() : List.<TauFailure>of()) {
      edits.add(
          CallEdit.newBuilder()
              .setKind(kind(failure.kind()))
              .setTurn(failure.place().turn())
              .setTool(failure.tool())
              .setCallText(failure.actual())
              .setWantedText(failure.expected())
              .build());
    }
    return new Repair(
        edits.isEmpty() ? RepairOutcome.NONE_FOUND : RepairOutcome.FOUND,
        edits,
        diagnosis.executions());
  }

  private static EditKind kind(TurnFailure failure) {
    return switch (failure) {
      case MISSING_CALL, WRONG_RESPONSE -> EditKind.INSERT;
      case SPURIOUS_CALL -> EditKind.DROP;
      case INVALID_CALL, ARGUMENT_MISMATCH, WRONG_EFFECT, RECOVERY_FAILURE -> EditKind.REPLACE;
    };
  }

  static Miss miss(
      PlantedFaultKind kind, TauFaultPlanter.Planted planted, @Nullable TauDiagnosis diagnosis) {
    List<String> found = new ArrayList<>();
    if (diagnosis != null) {
      for (TauFailure failure : diagnosis.failures()) {
        found.add(failure.kind() + " " + failure.place() + " " + failure.tool());
      }
    }
    return new Miss(
        planted.episode().recorded().id(),
        "%s in turn %d at call %d, wanted %s"
            .formatted(
                kind.label(),
                planted.turn(),
                planted.call(),
                planted.wanted() == null ? null : planted.wanted().name()),
        diagnosis == null
            ? "no diagnosis"
            : (diagnosis.proven() ? "proven: " : "not proven: ") + String.join("; ", found));
  }
}
