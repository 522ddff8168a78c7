package org.sealflow.jobs.cli.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares two lists of checks. */
final class CheckChanges {
  private CheckChanges() {}

  /**
   * The checks that are new or whose status differs. What a sound one found may change: free memory
   * does all the time.
   */
  static List<Check> between(List<Check> before, List<Check> now) {
    Set<String> known = new HashSet<>();
    before.forEach(check -> known.add(mark(check)));
    List<Check> changed = new ArrayList<>();
    for (Check check : now) {
      if (!known.contains(mark(check))) {
        changed.add(check);
      }
    }
    return List.copyOf(changed);
  }

  /** A failure is known by what was found: of one name there may be several. */
  private static String mark(Check check) {
    return check.name()
        + "/"
        + check.status()
        + (check.status() == Check.Status.FAIL ? "/" + check.found() : "");
  }
}
