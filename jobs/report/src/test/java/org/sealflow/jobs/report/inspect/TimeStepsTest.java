package org.sealflow.jobs.report.inspect;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeStepsTest {
  private static final long START = Instant.parse("2026-01-15T08:07:31Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  private static TimeSteps lasting(long minutes) {
    return requireNonNull(TimeSteps.between(START, START + minutes * MINUTE));
  }

  @Test
  void thereAreAtMostSixtyStepsOfARoundLength() {
    assertThat(lasting(50).of(START)).isEqualTo("2026-01-15 08:07");
    assertThat(lasting(100).of(START)).isEqualTo("2026-01-15 08:06");
    assertThat(lasting(24 * 60).of(START)).isEqualTo("2026-01-15 08:00");
    assertThat(lasting(90L * 24 * 60).of(START)).isEqualTo("2026-01-13 00:00");
  }

  @Test
  void aMomentHasNoSteps() {
    assertThat(TimeSteps.between(START, START + MINUTE - 1)).isNull();
  }
}
