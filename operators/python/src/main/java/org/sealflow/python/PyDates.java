package org.sealflow.python;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;

/**
 * {@code datetime.strptime} for the two formats the simulators use. As lenient as Python: one or
 * two digits for everything but the year, a blank before a single-digit day, digits of any script
 * where Python's pattern says {@code \d}, any white space between date and time.
 *
 * <p>Source: tasks-and-checker.md 3.6, measured.
 */
public final class PyDates {
  private static final String DATE = "%Y-%m-%d";
  private static final String DATE_TIME = "%Y-%m-%d %H:%M:%S";

  private PyDates() {}

  /**
   * {@code datetime.strptime(text, '%Y-%m-%d')}.
   *
   * @throws PyException TypeError where {@code text} is no str, ValueError where it is no date
   */
  public static LocalDate parseDate(Object text) {
    Reader reader = new Reader(requireText(text), DATE);
    Fields fields = new Fields(reader);
    reader.requireEnd();
    return fields.date();
  }

  /**
   * {@code datetime.strptime(text, '%Y-%m-%d %H:%M:%S')}.
   *
   * @throws PyException TypeError where {@code text} is no str, ValueError where it is no time
   */
  public static LocalDateTime parseDateTime(Object text) {
    Reader reader = new Reader(requireText(text), DATE_TIME);
    Fields fields = new Fields(reader);
    reader.whiteSpace();
    int hour = reader.number(2, 3);
    reader.expect(':');
    int minute = reader.number(5, 9);
    reader.expect(':');
    int second = reader.number(6, 1);
    reader.requireEnd();
    LocalDate date = fields.date();
    if (second > 59) {
      throw PyException.valueError("second must be in 0..59");
    }
    return date.atTime(hour, minute, second);
  }

  private static String requireText(Object text) {
    if (text instanceof String given) {
      return given;
    }
    throw PyException.typeError("strptime() argument 1 must be str, not " + Py.typeName(text));
  }

  /** Year, month and day as written: Python looks whether they make a date only at the end. */
  private record Fields(int year, int month, int day) {
    Fields(Reader reader) {
      this(reader.year(), reader.month(), reader.day());
    }

    LocalDate date() {
      if (year == 0) {
        throw PyException.valueError("year 0 is out of range");
      }
      if (day > YearMonth.of(year, month).lengthOfMonth()) {
        throw PyException.valueError("day is out of range for month");
      }
      return LocalDate.of(year, month, day);
    }
  }

  /** Walks over the text the way Python's pattern for the format matches it. */
  private static final class Reader {
    private final String text;
    private final String format;
    private int at;

    Reader(String text, String format) {
      this.text = text;
      this.format = format;
    }

    int year() {
      int year = 0;
      for (int i = 0; i < 4; i++) {
        year = 10 * year + digit();
      }
      return year;
    }

    /** {@code -} and {@code 1[0-2]|0[1-9]|[1-9]}. */
    int month() {
      expect('-');
      int first = asciiDigit(at);
      int second = asciiDigit(at + 1);
      if ((first == 1 && second >= 0 && second <= 2) || (first == 0 && second > 0)) {
        at += 2;
        return 10 * first + second;
      }
      return single(first);
    }

    /** {@code -} and {@code 3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9]}. */
    int day() {
      expect('-');
      int first = asciiDigit(at);
      int second = asciiDigit(at + 1);
      if (first == 1 || first == 2) {
        at++;
        return digitAt(at) < 0 ? first : 10 * first + digit();
      }
      if ((first == 3 && (second == 0 || second == 1)) || (first == 0 && second > 0)) {
        at += 2;
        return 10 * first + second;
      }
      if (first < 0 && second > 0 && text.charAt(at) == ' ') {
        at += 2;
        return second;
      }
      return single(first);
    }

    private int single(int digit) {
      if (digit < 1) {
        throw mismatch();
      }
      at++;
      return digit;
    }

    void expect(char separator) {
      if (at >= text.length() || text.charAt(at) != separator) {
        throw mismatch();
      }
      at++;
    }

    void whiteSpace() {
      int start = at;
      while (at < text.length() && PyStrings.isSpace(text.charAt(at))) {
        at++;
      }
      if (at == start) {
        throw mismatch();
      }
    }

    /**
     * Two digits where the number does not exceed {@code highest} tens with {@code lastUnit} units,
     * else one digit. Of the highest ten the units, of the lower ones the tens have to be ASCII.
     */
    int number(int highest, int lastUnit) {
      int tens = asciiDigit(at);
      if (tens == highest && lastUnit < 9) {
        int units = asciiDigit(at + 1);
        if (units >= 0 && units <= lastUnit) {
          at += 2;
          return 10 * tens + units;
        }
        return digit();
      }
      if (tens >= 0 && tens <= highest && digitAt(at + 1) >= 0) {
        at++;
        return 10 * tens + digit();
      }
      return digit();
    }

    /** {@code \d}: one decimal digit of any script. */
    private int digit() {
      int value = digitAt(at);
      if (value < 0) {
        throw mismatch();
      }
      at += Character.charCount(text.codePointAt(at));
      return value;
    }

    private int digitAt(int index) {
      return index < text.length() ? Character.digit(text.codePointAt(index), 10) : -1;
    }

    private int asciiDigit(int index) {
      int value = index < text.length() ? text.charAt(index) - '0' : -1;
      return value >= 0 && value <= 9 ? value : -1;
    }

    void requireEnd() {
      if (at < text.length()) {
        throw PyException.valueError("unconverted data remains: " + text.substring(at));
      }
    }

    private PyException mismatch() {
      return PyException.valueError(
          "time data " + PyText.repr(text) + " does not match format '" + format + "'");
    }
  }
}
