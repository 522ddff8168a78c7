package org.sealflow.serve.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that goes on when it is told to. */
public final class TestingClock extends Clock {
  private final AtomicLong millis =
      new AtomicLong(Instant.parse("2026-01-15T00:00:00Z").toEpochMilli());

  /** Lets time pass. */
  public void pass(Duration time) {
    millis.addAndGet(time.toMillis());
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
