package org.sealflow.jobs.bench;

import java.util.ArrayList;
import java.util.List;

/** Values of repeated runs; the median is what is quoted. */
public final class Medians {
  private final List<Double> values = new ArrayList<>();

  public void add(double value) {
    values.add(value);
  }

  public int count() {
    return values.size();
  }

  /**
   * The middle value, or the mean of the two in the middle.
   *
   * @throws IllegalStateException if there is none
   */
  public double median() {
    if (values.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    List<Double> ascending = values.stream().sorted().toList();
    int middle = ascending.size() / 2;
    return ascending.size() % 2 == 1
        ? ascending.get(middle)
        : (ascending.get(middle - 1) + ascending.get(middle)) / 2;
  }
}
