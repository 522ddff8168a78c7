package org.sealflow.jobs.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts lines and keeps the first. */
public final class FirstLines {
  private final int kept;
  private final List<String> first = new ArrayList<>();
  private long count;

  /**
   * No line yet.
   *
   * @param kept how many are kept, from 1
   */
  public FirstLines(int kept) {
    this.kept = kept;
  }

  public void add(String line) {
    count++;
    if (first.size() < kept) {
      first.add(line);
    }
  }

  public long count() {
    return count;
  }

  /** The lines kept. */
  public List<String> first() {
    return first;
  }

  /** The first one and the number of others; null if there is none. */
  public @Nullable String summary() {
    if (first.isEmpty()) {
      return null;
    }
    return Shown.text(first.get(0)) + (count == 1 ? "" : " (and " + (count - 1) + " more)");
  }
}
