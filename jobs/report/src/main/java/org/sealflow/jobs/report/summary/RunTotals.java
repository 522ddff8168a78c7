package org.sealflow.jobs.report.summary;

import java.time.Duration;
import org.sealflow.ledger.Ledger;

/**
 * The totals of a run when it ends.
 *
 * @param ledger the count of episodes and records
 * @param elapsed how long the run took, not negative
 */
public record RunTotals(Ledger ledger, Duration elapsed) {
  private static final double NANOS = 1e9;

  public RunTotals {
    if (elapsed.isNegative()) {
      throw new IllegalArgumentException("a run cannot take " + elapsed);
    }
  }

  /** The time it took, seconds. */
  double seconds() {
    return elapsed.toNanos() / NANOS;
  }

  /** So many things in that time, per second; 0 for a run too short to measure. */
  double perSecond(long things) {
    return elapsed.isZero() ? 0 : things / seconds();
  }
}
