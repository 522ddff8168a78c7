package org.sealflow.model.template;

import java.util.Arrays;

/** Finds the line that a position of a text is on. */
final class LineNumbers {
  private final int[] newlines;

  LineNumbers(String text) {
    this.newlines = text.chars().filter(c -> c == '\n').count() == 0 ? new int[0] : positions(text);
  }

  private static int[] positions(String text) {
    int[] positions = new int[text.length()];
    int count = 0;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      positions[count++] = i;
    }
    return Arrays.copyOf(positions, count);
  }

  /** The line of a position, from 1. */
  int of(int position) {
    int found = Arrays.binarySearch(newlines, position);
    return (found < 0 ? -found - 1 : found) + 1;
  }
}
