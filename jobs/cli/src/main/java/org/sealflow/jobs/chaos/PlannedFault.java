package org.sealflow.jobs.chaos;

import java.time.Duration;
import java.util.Locale;

/**
 * A fault as planned.
 *
 * @param number counts all faults of a schedule from 1
 * @param kind what happens
 * @param target which of several processes or jobs it hits; taken modulo their number
 * @param gap time between the fault before it, or the recovery from that, and this one
 * @param length time from its beginning to its end
 * @param seed what is drawn while it lasts starts from this
 * @param onTop whether it comes before the system has recovered from the fault before it
 */
public record PlannedFault(
    int number,
    ChaosFault kind,
    int target,
    Duration gap,
    Duration length,
    long seed,
    boolean onTop) {

  /** The fault in a line for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%4d  +%4.1f s  %-20s %4.1f s%s",
        number,
        gap.toMillis() / 1e3,
        kind.word(),
        length.toMillis() / 1e3,
        onTop ? "  before recovery" : "");
  }
}
