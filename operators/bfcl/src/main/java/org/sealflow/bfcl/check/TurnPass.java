package org.sealflow.bfcl.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Tag;
import org.sealflow.python.call.CallOutcome;

/**
 * The result of one turn of a verification.
 *
 * @param index index of the turn
 * @param policy per step and call of the policy what became of it
 * @param truth per ground-truth call what became of it
 * @param tag SEAL's label
 * @param missing ground-truth results the policy has not seen; empty unless states agree
 * @param checkerException class and text of what a checker itself raised, else null
 */
public record TurnPass(
    int index,
    List<List<CallOutcome>> policy,
    List<CallOutcome> truth,
    Tag tag,
    List<String> missing,
    @Nullable CheckerException checkerException) {

  /** An exception a checker raised while it compared. */
  public record CheckerException(String checker, String pythonClass, String text) {}

  /** Whether a call of the policy was refused as unsupported. */
  public boolean anyRefused() {
    for (List<CallOutcome> step : policy) {
      for (CallOutcome outcome : step) {
        if (outcome.refusedForm() != null) {
          return true;
        }
      }
    }
    return false;
  }
}
