package org.sealflow.python;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An ASCII text under construction, a byte for each character. Not thread-safe. */
final class AsciiText {
  private static final int FIRST_LENGTH = 256;

  private byte[] bytes = new byte[FIRST_LENGTH];
  private int length;

  /** Begins a new text in the same room. */
  void clear() {
    length = 0;
  }

  /** In characters. */
  int length() {
    return length;
  }

  /** Appends an ASCII character. */
  void append(char c) {
    if (length == bytes.length) {
      grow(1);
    }
    bytes[length++] = (byte) c;
  }

  /** Appends a text of ASCII characters. */
  @SuppressWarnings("deprecation") // It cuts characters to a byte, and none of these is longer.
  void append(String ascii) {
    if (ascii.length() > bytes.length - length) {
      grow(ascii.length());
    }
    ascii.getBytes(0, ascii.length(), bytes, length);
    length += ascii.length();
  }

  /**
   * Appends the characters of a text up to the first that is not among some.
   *
   * @param among by character whether it is, for the first so many of ASCII; others are not
   * @param from where in the text to begin
   * @return where that character stands; the text's length where there is none
   */
  int appendWhile(boolean[] among, String text, int from) {
    int end = text.length();
    if (end - from > bytes.length - length) {
      grow(end - from);
    }
    byte[] to = bytes;
    int at = length;
    int i = from;
    while (i < end) {
      char c = text.charAt(i);
      if (c >= among.length || !among[c]) {
        break;
      }
      to[at++] = (byte) c;
      i++;
    }
    length = at;
    return i;
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
