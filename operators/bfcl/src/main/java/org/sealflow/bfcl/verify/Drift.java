package org.sealflow.bfcl.verify;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.environment.DriftCell;
import org.sealflow.environment.PolicyStep;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.MethodTable;
import org.sealflow.python.call.decode.OfficialDecoding;

/**
 * Recorded results that re-execution does not reproduce (design section 6). Set aside are names of
 * simulator instances, which carry the model's name and differ from run to run; calls that are
 * refused here; and calls that the benchmark's decoding changes, as whoever recorded their results
 * executed them before it.
 */
final class Drift {
  private static final String INSTANCE = "_instance";

  private Drift() {}

  /**
   * The results of a turn that differ.
   *
   * @param executed the steps the turn was executed from
   * @param methods the methods of the task's involved classes
   */
  static List<DriftCell> of(TurnPass result, List<PolicyStep> executed, MethodTable methods) {
    List<DriftCell> cells = new ArrayList<>();
    for (int step = 0; step < executed.size(); step++) {
      PolicyStep given = executed.get(step);
      List<CallOutcome> outcomes = result.policy().get(step);
      for (int i = 0; i < Math.min(given.recorded().size(), outcomes.size()); i++) {
        String recorded = given.recorded().get(i);
        CallOutcome outcome = outcomes.get(i);
        if (differs(recorded, outcome)
            && !OfficialDecoding.changes(given.calls().get(i), methods)) {
          cells.add(new DriftCell(step, i, recorded, outcome.text()));
        }
      }
    }
    return cells;
  }

  private static boolean differs(String recorded, CallOutcome outcome) {
    return outcome.refusedForm() == null
        && !recorded.equals(outcome.text())
        && !plain(recorded).equals(plain(outcome.text()));
  }

  /**
   * The text without what comes before the class in names of instances, each {@code
   * NAME_CLASS_instance}. Looks at every character a fixed number of times, however long its words.
   */
  private static String plain(String result) {
    int from = result.indexOf(INSTANCE);
    if (from < 0) {
      return result;
    }
    StringBuilder plain = new StringBuilder(result.length());
    int copied = 0;
    for (int at = from; at >= 0; at = result.indexOf(INSTANCE, at + 1)) {
      int end = at + INSTANCE.length();
      if (end < result.length() && isOfWord(result.charAt(end))) {
        continue;
      }
      int className = at;
      while (className > copied && isLetter(result.charAt(className - 1))) {
        className--;
      }
      int start = className;
      while (start > copied && isOfWord(result.charAt(start - 1))) {
        start--;
      }
      boolean named = className - start > 1 && result.charAt(className - 1) == '_';
      if (className < at && named) {
        plain.append(result, copied, start);
        copied = className;
      }
    }
    return plain.append(result, copied, result.length()).toString();
  }

  private static boolean isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  }

  private static boolean isOfWord(char character) {
    return isLetter(character) || (character >= '0' && character <= '9') || character == '_';
  }
}
