package org.sealflow.jobs.report.summary;

/** A number for each position from 0; the last one stands for itself and all beyond. */
final class PositionCount {
  /** Positions kept apart. The benchmark's tasks have at most nine turns. */
  static final int POSITIONS = 64;

  private final long[] counts = new long[POSITIONS];

  void increment(int position) {
    counts[Math.min(position, POSITIONS - 1)]++;
  }

  long of(int position) {
    return counts[position];
  }

  /** One more than the last position counted, 0 if none was. */
  int length() {
    int length = POSITIONS;
    while (length > 0 && counts[length - 1] == 0) {
      length--;
    }
    return length;
  }
}
