package org.sealflow.tau.results;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the problems of one simulation, so that they are said in one line. */
final class SimulationProblems {
  private static final int MOST = 5;

  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> rejections = new LinkedHashSet<>();
  private @Nullable String unverifiable;

  /** The simulation can be used. */
  void note(String place, String problem) {
    notes.add(place + ": " + problem);
  }

  /** The simulation can be used, but not executed again. */
  void unverifiable(String place, String problem) {
    note(place, problem);
    if (unverifiable == null) {
      unverifiable = place + ": " + problem;
    }
  }

  /** The simulation cannot be used. */
  void reject(String place, String problem) {
    rejections.add(place + ": " + problem);
  }

  /** Why the simulation cannot be executed again; null if it can. */
  @Nullable String unverifiable() {
    return unverifiable;
  }

  /**
   * Says what there is to say.
   *
   * @return whether the simulation can be used
   */
  boolean report(String place, String id, ResultListener listener) throws IOException {
    String prefix = place + ": " + (id.isEmpty() ? "" : id.replaceAll("\\p{Cntrl}", " ") + " ");
    if (!rejections.isEmpty()) {
      listener.rejected(prefix + joined(rejections));
      return false;
    }
    if (!notes.isEmpty()) {
      listener.note(
          prefix + joined(notes) + (unverifiable == null ? "" : "; it is not executed again"));
    }
    return true;
  }

  private static String joined(Set<String> lines) {
    List<String> all = new ArrayList<>(lines);
    return all.size() <= MOST
        ? String.join("; ", all)
        : String.join("; ", all.subList(0, MOST)) + "; … and " + (all.size() - MOST) + " more";
  }
}
