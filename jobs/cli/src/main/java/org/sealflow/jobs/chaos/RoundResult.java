package org.sealflow.jobs.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How a round went.
 *
 * @param number counts rounds from 1
 * @param faults those that were played
 * @param took from its start to the end of its checks
 * @param episodes that were planned
 * @param versions that the policy learned
 * @param lostTokens share of the sampled tokens that did not count
 * @param recoveries after kills, from the kill to the diagnosis of an episode that began after it
 * @param hangs waits that were given up
 * @param verdicts of the checks
 */
record RoundResult(
    int number,
    List<PlannedFault> faults,
    Duration took,
    int episodes,
    long versions,
    double lostTokens,
    List<Duration> recoveries,
    int hangs,
    Invariants.Verdicts verdicts) {

  boolean holds() {
    return hangs == 0 && verdicts.violations().isEmpty();
  }

  /** The longest recovery and how many there were; a dash if nothing was killed. */
  String recovery() {
    return recoveries.isEmpty()
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.1f s of %d",
            recoveries.stream().mapToLong(Duration::toMillis).max().orElse(0) / 1e3,
            recoveries.size());
  }
}
