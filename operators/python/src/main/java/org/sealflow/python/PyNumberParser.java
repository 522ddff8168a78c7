package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * {@code int(text)} and {@code float(text)}: white space around is ignored, an underscore may stand
 * between two digits, decimal digits of any script count.
 *
 * <p>Source: CPython 3.11, measured; python-semantics.md 4.7 for the error texts.
 */
final class PyNumberParser {
  /** Python refuses to read longer ints. */
  private static final int MAX_INT_DIGITS = 4300;

  /** A Python text in an error about an int is cut at this length. */
  private static final int MAX_QUOTED_CHARACTERS = 200;

  /** As many digits as a {@code long} always holds. */
  private static final int SAFE_LONG_DIGITS = 18;

  /** The letter, a sign and as many digits as a power of ten is computed for. */
  private static final int MAX_EXPONENT_LENGTH = 10;

  private PyNumberParser() {}

  /** {@code int(text)}; ValueError where it is no int of base 10. */
  static Object parseInt(String text) {
    Object small = smallInt(text);
    if (small != null) {
      return small;
    }
    String digits = asciiWithoutUnderscores(text);
    if (digits == null || !isInt(digits)) {
      throw PyException.valueError("invalid literal for int() with base 10: " + quoted(text));
    }
    boolean signed = digits.charAt(0) == '+' || digits.charAt(0) == '-';
    int count = signed ? digits.length() - 1 : digits.length();
    if (count > MAX_INT_DIGITS) {
      throw PyException.valueError(
          "Exceeds the limit (4300 digits) for integer string conversion: value has "
              + count
              + " digits; use sys.set_int_max_str_digits() to increase the limit");
    }
    return PyNumbers.normalize(new BigInteger(digits));
  }

  /** The value of a text of ASCII digits alone, null if the text is anything else. */
  private static @Nullable Long smallInt(String text) {
    int length = text.length();
    if (length == 0 || length > SAFE_LONG_DIGITS) {
      return null;
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return null;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static boolean isInt(String text) {
    int start = signLength(text, 0);
    return start < text.length() && digitsEnd(text, start) == text.length();
  }

  private static String quoted(String text) {
    String repr = PyText.repr(text);
    return PyStrings.length(repr) <= MAX_QUOTED_CHARACTERS
        ? repr
        : PyStrings.slice(repr, 0, MAX_QUOTED_CHARACTERS);
  }

  /** {@code float(text)}; ValueError where it is no number. */
  static double parseFloat(String text) {
    String number = asciiWithoutUnderscores(text);
    if (number != null) {
      if (isDecimal(number)) {
        return Double.parseDouble(number);
      }
      int start = signLength(number, 0);
      String word = PyStrings.lower(number.substring(start));
      if (word.equals("inf") || word.equals("infinity")) {
        return number.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      }
      if (word.equals("nan")) {
        return Double.NaN;
      }
    }
    throw PyException.valueError("could not convert string to float: " + PyText.repr(text));
  }

  /** The exact value of a text that {@code float} reads as a finite number; null for any other. */
  static @Nullable BigDecimal parseDecimal(String text) {
    String number = asciiWithoutUnderscores(text);
    if (number == null || !isDecimal(number)) {
      return null;
    }
    int exponent = PyStrings.lower(number).indexOf('e');
    if (exponent >= 0 && number.length() - exponent > MAX_EXPONENT_LENGTH) {
      throw new PyLimitException("a number with an exponent of so many digits: " + number);
    }
    return new BigDecimal(number);
  }

  /** Digits with at most one point, at least one digit, an optional sign and exponent. */
  private static boolean isDecimal(String text) {
    int whole = signLength(text, 0);
    int at = digitsEnd(text, whole);
    int digits = at - whole;
    if (at < text.length() && text.charAt(at) == '.') {
      int fraction = at + 1;
      at = digitsEnd(text, fraction);
      digits += at - fraction;
    }
    if (digits == 0) {
      return false;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int exponent = at + 1 + signLength(text, at + 1);
      at = digitsEnd(text, exponent);
      if (at == exponent) {
        return false;
      }
    }
    return at == text.length();
  }

  private static int signLength(String text, int at) {
    return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-') ? 1 : 0;
  }

  private static int digitsEnd(String text, int start) {
    int at = start;
    while (at < text.length() && isAsciiDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isAsciiDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * The text without white space around it, digits in ASCII, underscores between digits dropped;
   * null if another underscore or a character that no number holds is met.
   */
  private static @Nullable String asciiWithoutUnderscores(String text) {
    StringBuilder ascii = new StringBuilder(text.length());
    text.codePoints().forEach(c -> ascii.append(ascii(c)));
    int start = 0;
    int end = ascii.length();
    while (start < end && isAsciiSpace(ascii.charAt(start))) {
      start++;
    }
    while (end > start && isAsciiSpace(ascii.charAt(end - 1))) {
      end--;
    }
    StringBuilder kept = new StringBuilder(end - start);
    for (int i = start; i < end; i++) {
      char c = ascii.charAt(i);
      if (c != '_') {
        kept.append(c);
      } else if (i == start
          || i == end - 1
          || !isAsciiDigit(ascii.charAt(i - 1))
          || !isAsciiDigit(ascii.charAt(i + 1))) {
        return null;
      }
    }
    return kept.length() == 0 ? null : kept.toString();
  }

  /** Python's stand-in of a character before it reads a number: {@code ?} where it is useless. */
  private static char ascii(int c) {
    if (c < 0x7f) {
      return (char) c;
    }
    if (PyStrings.isSpace(c)) {
      return ' ';
    }
    return Character.isDigit(c) ? (char) ('0' + Character.digit(c, 10)) : '?';
  }

  private static boolean isAsciiSpace(char c) {
    return c == ' ' || (c >= 0x09 && c <= 0x0d);
  }
}
