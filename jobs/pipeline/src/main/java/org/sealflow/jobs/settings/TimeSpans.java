package org.sealflow.jobs.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them: {@code 500ms}, {@code 10s}, {@code 15m}, {@code 2h}. */
public final class TimeSpans {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private TimeSpans() {}

  /** The span a text means; empty if it means none. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    ChronoUnit unit = UNITS.get(matcher.group(2));
    return unit == null
        ? Optional.empty()
        : Optional.of(Duration.of(Long.parseLong(matcher.group(1)), unit));
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
