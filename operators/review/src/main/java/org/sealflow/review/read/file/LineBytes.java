package org.sealflow.review.read.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines as bytes, each into the same buffer; longer ones than the limit are skipped. */
final class LineBytes {
  private final InputStream input;
  private final int longest;
  private final byte[] chunk = new byte[1 << 16];
  private int chunkEnd;
  private int chunkAt;
  private byte[] line = new byte[1 << 12];
  private int length;
  private boolean tooLong;
  private long number;

  /**
   * @param longest the longest line in bytes
   */
  LineBytes(InputStream input, int longest) {
    this.input = input;
    this.longest = longest;
  }

  /** Reads the next line; false at the end. */
  boolean next() throws IOException {
    length = 0;
    tooLong = false;
    boolean any = false;
    while (chunkAt < chunkEnd || fill()) {
      any = true;
      int end = chunkAt;
      while (end < chunkEnd && chunk[end] != '\n') {
        end++;
      }
      append(chunkAt, end);
      chunkAt = end;
      if (end < chunkEnd) {
        chunkAt++;
        break;
      }
    }
    if (any) {
      number++;
    }
    return any;
  }

  private boolean fill() throws IOException {
    chunkAt = 0;
    chunkEnd = Math.max(0, input.read(chunk, 0, chunk.length));
    return chunkEnd > 0;
  }

  private void append(int from, int to) {
    int more = to - from;
    tooLong |= more > longest - length;
    if (tooLong) {
      return;
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(length + more, Math.min(longest, line.length * 2)));
    }
    System.arraycopy(chunk, from, line, length, more);
    length += more;
  }

  byte[] bytes() {
    return line;
  }

  int length() {
    return length;
  }

  /** The number of the line, from 1. */
  long number() {
    return number;
  }

  boolean isTooLong() {
    return tooLong;
  }

  /** Whether the line holds nothing, or a byte-order mark alone. */
  boolean isBlank() {
    for (int at = hasMark() ? 3 : 0; at < length; at++) {
      if (line[at] > ' ' || line[at] < 0) {
        return false;
      }
    }
    return !tooLong;
  }

  private boolean hasMark() {
    return length >= 3
        && line[0] == (byte) 0xEF
        && line[1] == (byte) 0xBB
        && line[2] == (byte) 0xBF;
  }

  /** Whether the line is an opening bracket alone: a document over several lines begins here. */
  boolean isBracketAlone() {
    int printed = 0;
    for (int at = hasMark() ? 3 : 0; at < length; at++) {
      if (line[at] > ' ' || line[at] < 0) {
        printed++;
      }
    }
    return printed == 1;
  }
}
