package org.sealflow.jobs.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.Successes;

/**
 * Some batches in a row, counted together: single batches are too small to show more than chance.
 *
 * @param batches the batches, in order
 */
record RunWindow(List<BatchLine> batches) {
  /** Batches of a window. */
  static final int BATCHES = 8;

  private static final double MILLIS_PER_MINUTE = 60_000;

  /**
   * The windows that end at each batch; the first ones are shorter. Of a long run every second,
   * third, … one, so that there are no more than asked for; the last one always.
   */
  static List<RunWindow> over(List<BatchLine> batches, int most) {
    List<RunWindow> windows = new ArrayList<>();
    for (int end : positions(batches.size(), most)) {
      windows.add(new RunWindow(batches.subList(Math.max(0, end + 1 - BATCHES), end + 1)));
    }
    return windows;
  }

  /** Positions from 0 below a length, evenly apart up to the last one, no more than asked for. */
  static List<Integer> positions(int length, int most) {
    int stride = Math.max(1, (length + most - 1) / most);
    List<Integer> positions = new ArrayList<>();
    for (int at = (length - 1) % stride; at >= 0 && at < length; at += stride) {
      positions.add(at);
    }
    return positions;
  }

  /** The batch it ends at. */
  BatchLine last() {
    return batches.get(batches.size() - 1);
  }

  /** Successes by some name. */
  Map<String, Successes> successes(Function<BatchLine, Map<String, Successes>> part) {
    Map<String, Successes> sum = new TreeMap<>();
    batches.forEach(
        batch -> part.apply(batch).forEach((name, each) -> sum.merge(name, each, Successes::plus)));
    return sum;
  }

  /** Successes of all episodes. */
  Successes all() {
    return batches.stream().map(BatchLine::all).reduce(Successes.NONE, Successes::plus);
  }

  /** Counts by some name. */
  Map<String, Integer> counts(Function<BatchLine, Map<String, Integer>> part) {
    Map<String, Integer> sum = new TreeMap<>();
    batches.forEach(
        batch -> part.apply(batch).forEach((name, count) -> sum.merge(name, count, Integer::sum)));
    return sum;
  }

  /** Episodes played per minute from the first plan to the last end; NaN if no time passed. */
  double episodesPerMinute() {
    long from = batches.stream().mapToLong(BatchLine::plannedAt).min().orElseThrow();
    long to = batches.stream().mapToLong(BatchLine::endedAt).max().orElseThrow();
    long episodes = batches.stream().mapToLong(BatchLine::episodes).sum();
    return to <= from ? Double.NaN : episodes * MILLIS_PER_MINUTE / (to - from);
  }
}
