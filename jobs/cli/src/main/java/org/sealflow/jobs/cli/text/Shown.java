package org.sealflow.jobs.cli.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.PrimitiveIterator;

/** Text of records made fit for a line on a terminal. */
public final class Shown {
  /** The longest a text gets, characters. */
  static final int LONGEST = 200;

  private static final char FIRST_SURROGATE = '\uD800';
  private static final char LAST_SURROGATE = '\uDFFF';

  private Shown() {}

  /**
   * The text on one line, cut at {@link #LONGEST} characters. What a terminal would obey instead of
   * show (line ends, escape sequences, changes of direction) is written as an escape, as a model
   * may have written anything.
   */
  public static String text(String text) {
    StringBuilder shown = new StringBuilder();
    PrimitiveIterator.OfInt characters = text.codePoints().iterator();
    for (int count = 0; characters.hasNext(); count++) {
      int character = characters.nextInt();
      if (count == LONGEST) {
        return shown.append('…').toString();
      }
      append(character, shown);
    }
    return shown.toString();
  }

  private static void append(int character, StringBuilder shown) {
    if (character == '\n') {
      shown.append("\\n");
    } else if (character == '\t') {
      shown.append("\\t");
    } else if (isObeyed(character)) {
      shown.append(String.format("\\u%04x", character));
    } else {
      shown.appendCodePoint(character);
    }
  }

  private static boolean isObeyed(int character) {
    if (character >= FIRST_SURROGATE && character <= LAST_SURROGATE) {
      return true;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** The time to the second, e.g. {@code 2026-11-21T10:15:30Z}. */
  public static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** A number and its noun, e.g. {@code 1 turn}, {@code 2 turns}. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
