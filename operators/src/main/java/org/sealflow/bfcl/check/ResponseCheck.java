package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether the results of the ground truth's calls of a turn occur among all results the policy has
 * seen so far: as a multiset of exact texts, in any order (tasks-and-checker.md 4.3).
 */
public final class ResponseCheck {
  private ResponseCheck() {}

  /** The ground truth's results of this turn that are missing, in their order. */
  public static List<String> missing(List<String> truth, Iterable<String> allOfPolicy) {
    if (truth.isEmpty()) {
      return List.of();
    }
    Map<String, Integer> wanted = new HashMap<>();
    for (String result : truth) {
      wanted.merge(result, 1, Integer::sum);
    }
    for (String result : allOfPolicy) {
      Integer open = wanted.get(result);
      if (open != null) {
        if (open == 1) {
          wanted.remove(result);
          if (wanted.isEmpty()) {
            return List.of();
          }
        } else {
          wanted.put(result, open - 1);
        }
      }
    }
    return lastOccurrences(truth, wanted);
  }

  /** Of a result that was found fewer times than wanted, the last occurrences are missing. */
  private static List<String> lastOccurrences(List<String> truth, Map<String, Integer> wanted) {
    List<String> missing = new ArrayList<>();
    for (int i = truth.size() - 1; i >= 0; i--) {
      Integer open = wanted.get(truth.get(i));
      if (open != null && open > 0) {
        missing.add(0, truth.get(i));
        wanted.put(truth.get(i), open - 1);
      }
    }
    return missing;
  }
}
