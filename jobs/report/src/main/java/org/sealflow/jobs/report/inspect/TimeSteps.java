package org.sealflow.jobs.report.inspect;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Cuts a span of time into at most sixty steps of a round length. */
final class TimeSteps {
  private static final int MOST_STEPS = 60;
  private static final List<Long> LENGTHS =
      LongStream.of(1, 2, 5, 10, 30, 60, 180, 360, 1_440, 4_320, 10_080, 43_200, 525_600)
          .map(TimeUnit.MINUTES::toMillis)
          .boxed()
          .toList();
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

  private final long length;

  private TimeSteps(long length) {
    this.length = length;
  }

  /** The steps between two times; null if the time between is shorter than the shortest step. */
  static @Nullable TimeSteps between(long first, long last) {
    if (last - first < LENGTHS.get(0)) {
      return null;
    }
    return new TimeSteps(
        LENGTHS.stream()
            .filter(length -> (last - first) / length < MOST_STEPS)
            .findFirst()
            .orElse(LENGTHS.get(LENGTHS.size() - 1)));
  }

  /** The step of a time: when it begins, UTC, such as {@code 2026-01-15 10:30}. */
  String of(long time) {
    return TEXT.format(Instant.ofEpochMilli(Math.floorDiv(time, length) * length));
  }
}
