package org.sealflow.capability;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tags;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

/** Takes from a diagnosed turn what profiles need of it. */
final class TurnObservations {
  private TurnObservations() {}

  /** The observation of a turn. */
  static TurnObservation of(TurnDiagnosis turn) {
    TurnFailure failure = turn.getFailure();
    FailureOrigin origin = turn.getOrigin();
    return new TurnObservation(
        turn.getTurn(),
        turn.getReached(),
        Tags.lowerCase(turn.getTag()),
        failure == null ? "" : failure.name(),
        origin == null ? "" : origin.name(),
        turn.getRootCause(),
        counted(turn.getPolicyTools(), turn.getGroundTruthTools()),
        failure == null ? List.of() : blamedTools(turn, failure),
        failure == null ? List.of() : blamedArguments(turn));
  }

  /** Beside what speaks for the failure, a turn's evidence holds what else was found. */
  private static List<String> blamedTools(TurnDiagnosis turn, TurnFailure failure) {
    Set<String> named = new LinkedHashSet<>();
    for (Evidence evidence : turn.getEvidence()) {
      String tool = evidence.getTool();
      if (tool != null && speaksFor(failure, evidence.getKind())) {
        named.add(tool);
      }
    }
    return counted(named.isEmpty() ? turn.getGroundTruthTools() : named);
  }

  private static boolean speaksFor(TurnFailure failure, EvidenceKind kind) {
    return switch (kind) {
      case REJECTED_CALL, UNDECODABLE_CALL, UNKNOWN_TOOL -> failure == TurnFailure.INVALID_CALL;
      case BINDING_ERROR, TYPE_ERROR, UNDECLARED_VALUE, OTHER_VALUE ->
          failure == TurnFailure.ARGUMENT_MISMATCH;
      case STATE_DIFFERENCE, PRIVATE_STATE_DIFFERENCE -> failure == TurnFailure.WRONG_EFFECT;
      case ERROR_RESULT -> failure == TurnFailure.RECOVERY_FAILURE;
      case MISSING_CALL -> failure == TurnFailure.MISSING_CALL;
      case MISSING_RESULT -> failure == TurnFailure.WRONG_RESPONSE;
      case SPURIOUS_CALL -> failure == TurnFailure.SPURIOUS_CALL;
      case CHECKER_EXCEPTION -> false;
    };
  }

  @SafeVarargs
  private static List<String> counted(Collection<String>... uses) {
    Set<String> counted = new LinkedHashSet<>();
    for (Collection<String> tools : uses) {
      tools.forEach(tool -> counted.add(KnownTools.tool(tool)));
    }
    return List.copyOf(counted);
  }

  private static List<String> blamedArguments(TurnDiagnosis turn) {
    Set<String> blamed = new LinkedHashSet<>();
    for (Evidence evidence : turn.getEvidence()) {
      String tool = evidence.getTool();
      String argument = evidence.getArgument();
      if (tool != null && argument != null) {
        blamed.add(KnownTools.argument(tool, argument));
      }
    }
    return List.copyOf(blamed);
  }
}
