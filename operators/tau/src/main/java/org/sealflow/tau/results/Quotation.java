package org.sealflow.tau.results;

/** Shows values of a file within one line. */
final class Quotation {
  private static final int LONGEST = 40;

  private Quotation() {}

  /** The text in quotation marks, without control characters, cut to 40 characters. */
  static String of(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    int points = line.codePointCount(0, line.length());
    return points <= LONGEST
        ? "'" + line + "'"
        : "'" + line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "…'";
  }
}
