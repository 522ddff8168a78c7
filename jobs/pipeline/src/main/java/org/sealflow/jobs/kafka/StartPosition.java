package org.sealflow.jobs.kafka;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.TimeSpans;

/**
 * The position at which reading a topic begins.
 *
 * @param kind how it is given
 * @param time the first record's time at the earliest; null unless the kind is TIME
 */
public record StartPosition(Kind kind, @Nullable Instant time) {
  private static final Instant FAR_FUTURE = Instant.parse("9999-12-31T00:00:00Z");

  /** How a start is given. */
  public enum Kind {
    /** At the oldest record there is. */
    EARLIEST,
    /** After the newest record there is. */
    LATEST,
    /** At the first record of a time or later. */
    TIME
  }

  /**
   * Checks that there is a time where one is meant.
   *
   * @throws IllegalArgumentException if there is not, or one too many
   */
  public StartPosition {
    if ((kind == Kind.TIME) != (time != null)) {
      throw new IllegalArgumentException("a start of kind " + kind + " with the time " + time);
    }
  }

  /** At the oldest record there is. */
  public static StartPosition earliest() {
    return new StartPosition(Kind.EARLIEST, null);
  }

  /** After the newest record there is. */
  public static StartPosition latest() {
    return new StartPosition(Kind.LATEST, null);
  }

  /** At the first record of this time or later. */
  public static StartPosition at(Instant time) {
    return new StartPosition(Kind.TIME, time);
  }

  /** The time of a start of kind TIME as Kafka counts it, which knows none before the epoch. */
  public long epochMillis() {
    Instant start = Objects.requireNonNull(time, "time");
    if (start.isBefore(Instant.EPOCH)) {
      return 0;
    }
    return start.isBefore(FAR_FUTURE) ? start.toEpochMilli() : FAR_FUTURE.toEpochMilli();
  }

  /**
   * The start a user writes: {@code earliest}, {@code latest}, a time such as {@code
   * 2026-11-21T10:15:30Z}, or an age such as {@code 10m} or {@code 10m ago}.
   *
   * @throws IllegalArgumentException if it is none of these, saying what it may be
   */
  public static StartPosition parse(String text, Instant now) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.equals("earliest")) {
      return earliest();
    }
    if (lower.equals("latest")) {
      return latest();
    }
    String age = lower.endsWith(" ago") ? lower.substring(0, lower.length() - 4) : lower;
    return at(TimeSpans.parse(age).map(span -> before(now, span)).orElseGet(() -> time(text)));
  }

  private static Instant before(Instant now, Duration span) {
    try {
      return now.minus(span);
    } catch (DateTimeException | ArithmeticException tooLong) {
      return Instant.EPOCH;
    }
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text.strip());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no start: give earliest, latest, a time such as 2026-11-21T10:15:30Z, or an"
              + " age such as 10m",
          e);
    }
  }
}
