package org.sealflow.jobs.bench.attribution;

import java.util.Locale;
import java.util.Set;
import org.sealflow.schemas.TurnFailure;

/** The kinds of planted faults. */
public enum PlantedFaultKind {
  /** An argument has another value. */
  WRONG_VALUE,
  /** A call is left out: its effect is missing, or a later call fails, or its result is missing. */
  MISSING_CALL,
  /** A call is made in a turn that wants none. */
  SPURIOUS_CALL,
  /** A call of another tool stands in place of a wanted one. */
  WRONG_TOOL,
  /** Two calls of a turn have changed places. */
  SWAPPED_ORDER,
  /** A call is made twice. */
  REPEATED_CALL;

  /** The failures that name it rightly, given the order in which failures rank. */
  Set<TurnFailure> failures() {
    return switch (this) {
      case WRONG_VALUE -> Set.of(TurnFailure.ARGUMENT_MISMATCH);
      case MISSING_CALL, WRONG_TOOL ->
          Set.of(TurnFailure.MISSING_CALL, TurnFailure.WRONG_EFFECT, TurnFailure.RECOVERY_FAILURE);
      case SPURIOUS_CALL -> Set.of(TurnFailure.SPURIOUS_CALL);
      case SWAPPED_ORDER, REPEATED_CALL ->
          Set.of(
              TurnFailure.WRONG_EFFECT, TurnFailure.RECOVERY_FAILURE, TurnFailure.WRONG_RESPONSE);
    };
  }

  /** Its name for people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
