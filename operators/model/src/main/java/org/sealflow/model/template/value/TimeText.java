package org.sealflow.model.template.value;

import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** {@code strftime} in the C locale. */
public final class TimeText {
  private TimeText() {}

  /**
   * The time in a format of Python's; a {@code -} after the {@code %} leaves out leading zeros.
   *
   * @throws TemplateFault for a directive that is not known
   */
  public static String format(String format, ZonedDateTime time) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      if (format.charAt(at) != '%' || at + 1 == format.length()) {
        out.append(format.charAt(at));
        at++;
        continue;
      }
      boolean bare = format.charAt(at + 1) == '-' && at + 2 < format.length();
      String field = field(format.charAt(at + (bare ? 2 : 1)), time);
      out.append(bare ? withoutZeros(field) : field);
      at += bare ? 3 : 2;
    }
    return out.toString();
  }

  private static String withoutZeros(String field) {
    int start = 0;
    while (start < field.length() - 1
        && (field.charAt(start) == '0' || field.charAt(start) == ' ')) {
      start++;
    }
    return field.substring(start);
  }

  private static String field(char directive, ZonedDateTime time) {
    return switch (directive) {
      case 'a' -> name(time.getDayOfWeek()).substring(0, 3);
      case 'A' -> name(time.getDayOfWeek());
      case 'b', 'h' -> name(time.getMonth()).substring(0, 3);
      case 'B' -> name(time.getMonth());
      case 'd' -> digits(time.getDayOfMonth(), 2);
      case 'e' -> String.format(Locale.ROOT, "%2d", time.getDayOfMonth());
      case 'm' -> digits(time.getMonthValue(), 2);
      case 'y' -> digits(time.getYear() % 100, 2);
      case 'Y' -> String.valueOf(time.getYear());
      case 'j' -> digits(time.getDayOfYear(), 3);
      case 'H' -> digits(time.getHour(), 2);
      case 'I' -> digits(time.get(ChronoField.CLOCK_HOUR_OF_AMPM), 2);
      case 'p' -> time.getHour() < 12 ? "AM" : "PM";
      case 'M' -> digits(time.getMinute(), 2);
      case 'S' -> digits(time.getSecond(), 2);
      case 'f' -> digits(time.getNano() / 1000, 6);
      case 'F' -> format("%Y-%m-%d", time);
      case 'T' -> format("%H:%M:%S", time);
      case 'D' -> format("%m/%d/%y", time);
      case 'R' -> format("%H:%M", time);
      case 'n' -> "\n";
      case 't' -> "\t";
      case '%' -> "%";
      default -> throw new TemplateFault("strftime_now does not know the directive %" + directive);
    };
  }

  private static String name(Enum<?> value) {
    return StringMethods.capitalize(value.name());
  }

  private static String digits(int number, int width) {
    return String.format(Locale.ROOT, "%0" + width + "d", number);
  }
}
