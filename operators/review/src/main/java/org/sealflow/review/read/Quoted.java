package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;

/** Shows offending values within one line. */
public final class Quoted {
  private static final int LONGEST = 40;

  private Quoted() {}

  /** A value in quotation marks: one line, at most 40 characters. */
  public static String of(JsonNode value) {
    return of(value.isTextual() ? value.textValue() : value.toString());
  }

  /** A text in quotation marks: one line, at most 40 characters. */
  public static String of(String text) {
    return "'" + cut(text, LONGEST) + "'";
  }

  /** A text on one line, without control characters, with this many characters at most. */
  public static String cut(String text, int longest) {
    StringBuilder line = new StringBuilder();
    for (int at = 0; at < text.length() && line.length() <= longest; at++) {
      char character = text.charAt(at);
      line.append(isObeyed(character) ? ' ' : character);
    }
    if (line.length() <= longest) {
      return line.toString();
    }
    int end = longest - 1;
    return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** Whether a terminal would obey a character instead of showing it. */
  private static boolean isObeyed(char character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
