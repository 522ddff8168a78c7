package org.sealflow.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.MethodTable;
import org.sealflow.python.call.OfficialDecoding;

/**
 * Recorded results that re-execution does not reproduce (design section 6). Set aside are names of
 * simulator instances, which carry the model's name and differ from run to run; calls that are
 * refused here; and calls that the benchmark's decoding changes, as whoever recorded their results
 * executed them before it.
 */
final class Drift {
  private static final Pattern INSTANCE = Pattern.compile("\\b\\w+_(?=[A-Za-z]+_instance\\b)");

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

  private static String plain(String result) {
    return INSTANCE.matcher(result).replaceAll("");
  }
}
