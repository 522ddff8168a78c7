package org.sealflow.review.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the problems of one record, so that they are said in one line. */
public final class RecordProblems {
  private static final int MOST = 5;

  private final boolean strict;
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> rejections = new LinkedHashSet<>();

  public RecordProblems(boolean strict) {
    this.strict = strict;
  }

  /** The record can be used; under strict reading it is rejected. */
  public void note(String place, String problem) {
    (strict ? rejections : notes).add(line(place, problem));
  }

  /** The record can be used, under strict reading too. */
  public void noteOnly(String place, String problem) {
    notes.add(line(place, problem));
  }

  /** The record can be used without a word; under strict reading it is noted. */
  void noteIfStrict(String place, String problem) {
    if (strict) {
      notes.add(line(place, problem));
    }
  }

  /** The record cannot be used. */
  public void reject(String place, String problem) {
    rejections.add(line(place, problem));
  }

  private static String line(String place, String problem) {
    return place.isEmpty() ? problem : place + ": " + problem;
  }

  public boolean rejected() {
    return !rejections.isEmpty();
  }

  /**
   * Says what there is to say.
   *
   * @param id the record's own id; empty if it has none
   * @return whether the record can be used
   */
  public boolean report(RecordPlace place, String id, TrajectoryListener listener)
      throws IOException {
    String prefix = place + ": " + (id.isEmpty() ? "" : Quoted.cut(id, 80) + " ");
    if (rejected()) {
      listener.rejected(prefix + joined(rejections));
      return false;
    }
    if (!notes.isEmpty()) {
      listener.note(prefix + joined(notes));
    }
    return true;
  }

  private static String joined(Set<String> lines) {
    List<String> shown = new ArrayList<>(lines);
    String more = "";
    if (shown.size() > MOST) {
      more = "; … and " + (shown.size() - MOST) + " more";
      shown = shown.subList(0, MOST);
    }
    return String.join("; ", shown) + more;
  }
}
