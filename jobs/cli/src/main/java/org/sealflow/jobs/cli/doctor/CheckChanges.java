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
  static List<MachineCheck> between(List<MachineCheck> before, List<MachineCheck> now) {
    Set<String> known = new HashSet<>();
    before.forEach(check -> known.add(mark(check)));
    List<MachineCheck> changed = new ArrayList<>();
    for (MachineCheck check : now) {
      if (!known.contains(mark(check))) {
        changed.add(check);
      }
    }
    return List.copyOf(changed);
  }

  /** A failure is known by what was found: of one name there may be several. */
  private static String mark(MachineCheck check) {
    return check.name()
        + "/"
        + check.status()
        + (check.status() == MachineCheck.Status.FAIL ? "/" + check.found() : "");
  }
}
