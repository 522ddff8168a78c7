package org.sealflow.ledger;

import java.io.Serializable;
import java.util.Locale;
import java.util.Map;

/**
 * The count of episodes and records, which must balance: {@code started = passed + policyFailed +
 * infrastructureFailed + taskDefective + unjudged + superseded + inFlight} and {@code recordsRead =
 * recordsUsed + recordsDuplicate + recordsFailed}. Immutable; parts add up.
 *
 * @param started attempts of episodes that began
 * @param superseded attempts given up because a higher attempt of the same episode began
 * @param inFlight attempts begun and not ended
 * @param recordsUsed records that became part of an episode
 * @param recordsDuplicate records that were seen before or came after the end of their episode
 * @param recordsFailed records that became a failure
 * @param unjudged attempts that ended and nothing says whether they are right
 */
public record Ledger(
    long started,
    long passed,
    long policyFailed,
    long infrastructureFailed,
    long taskDefective,
    long superseded,
    long inFlight,
    long recordsRead,
    long recordsUsed,
    long recordsDuplicate,
    long recordsFailed,
    long unjudged)
    implements Serializable {
  /** Prefix of the accumulators of the operators' parts. */
  public static final String ACCUMULATOR = "ledger.";

  /** Nothing counted yet. */
  public static final Ledger EMPTY = new Ledger(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** A count of attempts none of which ended unjudged. */
  public Ledger(
      long started,
      long passed,
      long policyFailed,
      long infrastructureFailed,
      long taskDefective,
      long superseded,
      long inFlight,
      long recordsRead,
      long recordsUsed,
      long recordsDuplicate,
      long recordsFailed) {
    this(
        started,
        passed,
        policyFailed,
        infrastructureFailed,
        taskDefective,
        superseded,
        inFlight,
        recordsRead,
        recordsUsed,
        recordsDuplicate,
        recordsFailed,
        0);
  }

  /** Both counts together. */
  public Ledger plus(Ledger other) {
    return new Ledger(
        started + other.started,
        passed + other.passed,
        policyFailed + other.policyFailed,
        infrastructureFailed + other.infrastructureFailed,
        taskDefective + other.taskDefective,
        superseded + other.superseded,
        inFlight + other.inFlight,
        recordsRead + other.recordsRead,
        recordsUsed + other.recordsUsed,
        recordsDuplicate + other.recordsDuplicate,
        recordsFailed + other.recordsFailed,
        unjudged + other.unjudged);
  }

  /** The whole ledger out of a job's accumulators. */
  public static Ledger of(Map<String, ?> accumulators) {
    Ledger sum = EMPTY;
    for (Map.Entry<String, ?> entry : accumulators.entrySet()) {
      if (entry.getKey().startsWith(ACCUMULATOR) && entry.getValue() instanceof Ledger part) {
        sum = sum.plus(part);
      }
    }
    return sum;
  }

  /** Whether every episode begun and every record read is accounted for. */
  public boolean balances() {
    return started
            == passed
                + policyFailed
                + infrastructureFailed
                + taskDefective
                + unjudged
                + superseded
                + inFlight
        && recordsRead == recordsUsed + recordsDuplicate + recordsFailed;
  }

  /** The ledger in one line for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "episodes: %,d started = %,d passed + %,d policy failed + %,d infrastructure failed + %,d"
            + " task defective + %,d unjudged + %,d superseded + %,d in flight; records: %,d read = %,d used +"
            + " %,d duplicate + %,d failed%s",
        started,
        passed,
        policyFailed,
        infrastructureFailed,
        taskDefective,
        unjudged,
        superseded,
        inFlight,
        recordsRead,
        recordsUsed,
        recordsDuplicate,
        recordsFailed,
        balances() ? "" : " (DOES NOT BALANCE)");
  }
}
