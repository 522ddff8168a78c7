package org.sealflow.jobs.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.settings.TimeSpans;

/**
 * The times that transactional writing depends on. A writer's transaction stays open until the next
 * checkpoint, through an outage too; past the timeout the broker gives it up and its records are
 * lost. But a writer that died for good blocks committed readers until then.
 *
 * @param timeout how long a transaction may be open
 * @param checkpointInterval how often the job commits
 * @param longestOutage how long the job may be down without losing what it wrote
 */
public record Transactions(Duration timeout, Duration checkpointInterval, Duration longestOutage) {
  /** The timeout unless told otherwise: the longest that a broker allows unless told otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(15);

  /** The longest outage unless told otherwise. */
  public static final Duration DEFAULT_LONGEST_OUTAGE = Duration.ofMinutes(10);

  /** The broker's setting of the longest timeout it allows. */
  public static final String LONGEST_TIMEOUT = "transaction.max.timeout.ms";

  /**
   * Reports which settings contradict each other, a line each with the remedy; empty if none do.
   *
   * @param allowed what the broker allows a transaction at most
   */
  public List<String> problems(Duration allowed) {
    List<String> problems = new ArrayList<>();
    if (timeout.compareTo(allowed) > 0) {
      problems.add(
          "the broker allows at most "
              + TimeSpans.text(allowed)
              + ": lower the timeout, or raise the broker's "
              + LONGEST_TIMEOUT);
    }
    if (timeout.compareTo(checkpointInterval.plus(longestOutage)) <= 0) {
      problems.add(
          "a transaction can be open for "
              + TimeSpans.text(checkpointInterval.plus(longestOutage))
              + ", longer than its timeout: raise the timeout, or tolerate shorter outages");
    }
    return List.copyOf(problems);
  }

  /** The times together, in a line. */
  public String text() {
    return "timeout "
        + TimeSpans.text(timeout)
        + ", checkpoint interval "
        + TimeSpans.text(checkpointInterval)
        + ", longest tolerated outage "
        + TimeSpans.text(longestOutage);
  }
}
