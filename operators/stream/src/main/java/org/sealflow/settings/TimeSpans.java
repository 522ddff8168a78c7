package org.sealflow.settings;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Spans of time as people write them: {@code 500ms}, {@code 0.5s}, {@code 15m}, {@code 2d}, {@code
 * 1h30m}; ISO 8601's form, {@code PT15M}, is read too.
 */
public final class TimeSpans {
  private static final Pattern PART =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h|d)\\s*");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));
  private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);

  private TimeSpans() {}

  /** The span a text means, 0 or longer; empty if it means none. */
  public static Optional<Duration> parse(String text) {
    String stripped = text.strip();
    if (stripped.startsWith("P")) {
      return iso(stripped);
    }
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(stripped);
    int at = 0;
    while (at < stripped.length() && part.find(at) && part.start() == at) {
      Duration unit = UNITS.getOrDefault(part.group(2), Duration.ZERO);
      BigDecimal nanos =
          new BigDecimal(part.group(1))
              .multiply(BigDecimal.valueOf(unit.toMillis()))
              .multiply(NANOS_PER_MILLI);
      BigDecimal[] split = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000));
      sum = sum.plus(Duration.ofSeconds(split[0].longValueExact(), split[1].intValue()));
      at = part.end();
    }
    return at == 0 || at < stripped.length() ? Optional.empty() : Optional.of(sum);
  }

  private static Optional<Duration> iso(String text) {
    try {
      Duration span = Duration.parse(text);
      return span.isNegative() ? Optional.empty() : Optional.of(span);
    } catch (DateTimeException none) {
      return Optional.empty();
    }
  }

  /** The span in the largest unit that holds it without a rest, e.g. {@code 15m}. */
  public static String text(Duration span) {
    long millis = span.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    return minutes % 60 != 0 ? minutes + "m" : minutes / 60 + "h";
  }
}
