package org.sealflow.jobs.bench;

import java.util.ArrayList;
import java.util.List;

/** Rates of repeated runs; the median is what is quoted. */
final class Rates {
  private final List<Double> values = new ArrayList<>();

  void add(double rate) {
    values.add(rate);
  }

  int count() {
    return values.size();
  }

  /**
   * The middle value, or the mean of the two in the middle.
   *
   * @throws IllegalStateException where there is none
   */
  double median() {
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
