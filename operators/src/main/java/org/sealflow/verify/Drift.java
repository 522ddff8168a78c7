package org.sealflow.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.sealflow.bfcl.check.TurnPass;

/**
 * Recorded results that re-execution does not reproduce. Names of simulator instances are set
 * aside: they carry the model's name, which differs from run to run.
 */
final class Drift {
  private static final Pattern INSTANCE = Pattern.compile("\\b\\w+_(?=[A-Za-z]+_instance\\b)");

  private Drift() {}

  static List<DriftCell> of(TurnPass result, List<PolicyStep> executed, String modelName) {
    List<DriftCell> cells = new ArrayList<>();
    for (int step = 0; step < executed.size(); step++) {
      List<String> recorded = executed.get(step).recorded();
      for (int i = 0; i < Math.min(recorded.size(), result.policy().get(step).size()); i++) {
        String found = result.policy().get(step).get(i).text();
        if (result.policy().get(step).get(i).refusedForm() == null
            && !recorded.get(i).equals(found)
            && !plain(recorded.get(i)).equals(plain(found))) {
          cells.add(new DriftCell(step, i, recorded.get(i), found));
        }
      }
    }
    return cells;
  }

  private static String plain(String result) {
    return INSTANCE.matcher(result).replaceAll("");
  }
}
