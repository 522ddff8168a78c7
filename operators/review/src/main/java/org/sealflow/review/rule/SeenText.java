package org.sealflow.review.rule;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Everything that the policy was shown so far, to look identifiers up in it. */
final class SeenText {
  private static final Pattern PARTS = Pattern.compile("\\p{L}+|\\d+");
  private static final List<List<String>> NUMBER_WORDS =
      List.of(
          List.of("zero"),
          List.of("one", "first"),
          List.of("two", "second"),
          List.of("three", "third"),
          List.of("four"),
          List.of("five", "fifth"),
          List.of("six"),
          List.of("seven"),
          List.of("eight"),
          List.of("nine", "ninth"),
          List.of("ten"),
          List.of("eleven"),
          List.of("twelve", "twelfth"));

  private final StringBuilder text = new StringBuilder();
  private int messages;

  /** Adds a message or another text. */
  void add(String shown) {
    text.append(shown.toLowerCase(Locale.ROOT)).append('\n');
    messages++;
  }

  int messages() {
    return messages;
  }

  boolean contains(String value) {
    return text.indexOf(value.toLowerCase(Locale.ROOT)) >= 0;
  }

  /**
   * Whether an identifier was shown, or can be put together from what was: each of its words and
   * numbers occurs, also as a number word, or it is the next one after an identifier that occurs.
   */
  boolean explains(String identifier) {
    String value = identifier.toLowerCase(Locale.ROOT);
    if (contains(value) || isNextOfShown(value)) {
      return true;
    }
    Matcher parts = PARTS.matcher(value);
    while (parts.find()) {
      if (!containsPart(parts.group())) {
        return false;
      }
    }
    return true;
  }

  private boolean containsPart(String part) {
    if (!Character.isDigit(part.charAt(0))) {
      return contains(part);
    }
    String number = part.replaceFirst("^0+(?=.)", "");
    if (contains(part) || contains(number)) {
      return true;
    }
    return number.length() <= 2
        && Integer.parseInt(number) < NUMBER_WORDS.size()
        && NUMBER_WORDS.get(Integer.parseInt(number)).stream().anyMatch(this::contains);
  }

  /** Whether the identifier ends with a number, and the same with the number before was shown. */
  private boolean isNextOfShown(String value) {
    int digits = value.length();
    while (digits > 0 && value.charAt(digits - 1) >= '0' && value.charAt(digits - 1) <= '9') {
      digits--;
    }
    int width = value.length() - digits;
    if (digits == 0 || width == 0 || width > 9) {
      return false;
    }
    int before = Integer.parseInt(value.substring(digits)) - 1;
    return before >= 0
        && contains(
            value.substring(0, digits) + String.format(Locale.ROOT, "%0" + width + "d", before));
  }
}
