package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the results of the ground truth's calls of a turn occur among all results the policy has
 * seen so far: as a multiset of exact texts, in any order (tasks-and-checker.md 4.3).
 */
public final class ResponseCheck {
  private ResponseCheck() {}

  /**
   * The ground truth's results of this turn that are missing, in their order. Of a result that was
   * found fewer times than wanted, the last occurrences are missing.
   */
  public static List<String> missing(List<String> truth, Iterable<String> allOfPolicy) {
    // A turn has few results, and most differ in length: looking through them beats hashing texts.
    List<String> missing = new ArrayList<>(truth);
    for (String result : allOfPolicy) {
      if (missing.isEmpty()) {
        break;
      }
      missing.remove(result);
    }
    return missing;
  }
}
