package org.sealflow.chat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Leaves a server that failed alone for a while, which doubles with each failure in a row: the
 * caller waits for one answer a pause, not for one a request. Not thread-safe.
 */
public final class GrowingPause {
  private final Duration shortest;
  private final Duration longest;
  private final InstantSource clock;
  private Instant until = Instant.MIN;
  private Duration next;

  /** No pause at first. */
  public GrowingPause(Duration shortest, Duration longest, InstantSource clock) {
    this.shortest = shortest;
    this.longest = longest;
    this.clock = clock;
    this.next = shortest;
  }

  /** Whether the server is to be left alone now. */
  public boolean isOn() {
    return clock.instant().isBefore(until);
  }

  /** Begins after a failure; returns how long it is. */
  public Duration begin() {
    Duration now = next;
    until = clock.instant().plus(now);
    Duration twice = now.multipliedBy(2);
    next = twice.compareTo(longest) < 0 ? twice : longest;
    return now;
  }

  /** Takes note of an answer: the next pause is the shortest again. */
  public void reset() {
    next = shortest;
  }
}
