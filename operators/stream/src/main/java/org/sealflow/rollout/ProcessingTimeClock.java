package org.sealflow.rollout;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.api.common.operators.ProcessingTimeService;

/** Flink's processing time as a clock, so that events, deadlines and timers know one time. */
final class ProcessingTimeClock extends Clock {
  private final ProcessingTimeService time;
  private final ZoneId zone;

  ProcessingTimeClock(ProcessingTimeService time) {
    this(time, ZoneOffset.UTC);
  }

  private ProcessingTimeClock(ProcessingTimeService time, ZoneId zone) {
    this.time = time;
    this.zone = zone;
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new ProcessingTimeClock(time, other);
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return time.getCurrentProcessingTime();
  }
}
