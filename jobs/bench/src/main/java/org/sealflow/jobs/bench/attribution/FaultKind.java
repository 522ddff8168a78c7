package org.sealflow.jobs.bench.attribution;

import java.util.Locale;
import java.util.Set;
import org.sealflow.schemas.TurnFailure;

/** What is planted, and by which failures diagnosis may name it, given the order they rank in. */
public enum FaultKind {
  /** An argument has another value. */
  WRONG_VALUE(Set.of(TurnFailure.ARGUMENT_MISMATCH)),
  /** A call is left out: its effect is missing, or a later call fails, or its result is missing. */
  MISSING_CALL(
      Set.of(TurnFailure.MISSING_CALL, TurnFailure.WRONG_EFFECT, TurnFailure.RECOVERY_FAILURE)),
  /** A call is made in a turn that wants none. */
  SPURIOUS_CALL(Set.of(TurnFailure.SPURIOUS_CALL)),
  /** A call of another tool stands where a call is wanted. */
  WRONG_TOOL(
      Set.of(TurnFailure.MISSING_CALL, TurnFailure.WRONG_EFFECT, TurnFailure.RECOVERY_FAILURE)),
  /** Two calls of a turn have changed places. */
  SWAPPED_ORDER(
      Set.of(TurnFailure.WRONG_EFFECT, TurnFailure.RECOVERY_FAILURE, TurnFailure.WRONG_RESPONSE)),
  /** A call is made twice. */
  REPEATED_CALL(
      Set.of(TurnFailure.WRONG_EFFECT, TurnFailure.RECOVERY_FAILURE, TurnFailure.WRONG_RESPONSE));

  private final Set<TurnFailure> failures;

  FaultKind(Set<TurnFailure> failures) {
    this.failures = failures;
  }

  /** The failures that name it rightly. */
  Set<TurnFailure> failures() {
    return failures;
  }

  /** Its name for people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
