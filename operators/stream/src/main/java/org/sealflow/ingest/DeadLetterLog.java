package org.sealflow.ingest;

import java.time.Instant;
import org.sealflow.schemas.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failures as they are made, at most one a second: a stream of bad input must not become a
 * stream of logs. All of them are in the topic of the failures.
 */
public final class DeadLetterLog {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);
  private static final long PERIOD_MILLIS = 1_000;

  private long next;
  private long unsaid;

  /** Logs a failure, or counts it towards the next that is logged. */
  public void note(Failure failure, Instant now) {
    if (now.toEpochMilli() < next) {
      unsaid++;
      return;
    }
    next = now.toEpochMilli() + PERIOD_MILLIS;
    LOG.warn(
        "dead letter at {}, run {}, episode {}: {}; {} more since the last one logged",
        failure.getBoundary(),
        failure.getRunId(),
        failure.getEpisodeId(),
        failure.getReason(),
        unsaid);
    unsaid = 0;
  }
}
