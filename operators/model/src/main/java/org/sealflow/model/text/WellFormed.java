package org.sealflow.model.text;

/** Text that can be written as UTF-8. */
final class WellFormed {
  private static final char REPLACEMENT = '\ufffd';

  private WellFormed() {}

  /** The text with U+FFFD for each lone surrogate. */
  static String of(String text) {
    StringBuilder repaired = null;
    for (int i = 0; i < text.length(); i++) {
      int point = text.codePointAt(i);
      if (Character.isSupplementaryCodePoint(point)) {
        i++;
      } else if (Character.isSurrogate((char) point)) {
        repaired = repaired == null ? new StringBuilder(text) : repaired;
        repaired.setCharAt(i, REPLACEMENT);
      }
    }
    return repaired == null ? text : repaired.toString();
  }
}
