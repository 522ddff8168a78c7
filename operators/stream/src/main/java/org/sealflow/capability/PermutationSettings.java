package org.sealflow.capability;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.settings.TimeSpans;

/**
 * Settings of permuting the labels of a batch.
 *
 * @param seed seed of the run
 * @param deadline how long a batch is waited for from its manifest or its first episode on,
 *     whichever comes first, positive; processing time. Beside a learner less than the learner
 *     waits, so that it still sees what was held here
 * @param timeToLive how long an unfinished episode, and that a batch has gone on, are remembered,
 *     longer than {@code deadline}; processing time
 */
public record PermutationSettings(long seed, Duration deadline, Duration timeToLive)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** How long a batch is waited for unless told otherwise. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(15);

  /**
   * Checks the times.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public PermutationSettings {
    List<String> problems = new ArrayList<>();
    if (deadline.toMillis() < 1) {
      problems.add("deadline is " + TimeSpans.text(deadline) + ", expected a millisecond or more");
    }
    if (timeToLive.compareTo(deadline) <= 0) {
      problems.add(
          "timeToLive is "
              + TimeSpans.text(timeToLive)
              + ", expected more than deadline "
              + TimeSpans.text(deadline));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "the settings of permuted labels are wrong: " + String.join("; ", problems));
    }
  }

  /** With as long a memory as capabilities have. */
  public PermutationSettings(long seed, Duration deadline) {
    this(seed, deadline, CapabilitySettings.DEFAULT.timeToLive());
  }
}
