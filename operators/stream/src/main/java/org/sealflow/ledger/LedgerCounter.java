package org.sealflow.ledger;

import org.apache.flink.api.common.accumulators.Accumulator;
import org.sealflow.schemas.Verdict;

/**
 * Counts for a {@link Ledger}. As a Flink accumulator it shows the counts of all parallel instances
 * together while the job runs and when it has ended; it starts from the counts in the restored
 * state, so that failovers neither lose nor double anything.
 */
public final class LedgerCounter implements Accumulator<Ledger, Ledger> {
  private static final long serialVersionUID = 1L;
  private static final Ledger USED = new Ledger(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0);

  // Written by the task's thread, read by the one that reports accumulators.
  private volatile Ledger counts;

  public LedgerCounter(Ledger counts) {
    this.counts = counts;
  }

  /** The counts so far. */
  public Ledger counts() {
    return counts;
  }

  /** A record was read and belongs to an episode. */
  public void recordUsed() {
    counts = counts.plus(USED);
  }

  /** A record was read that brings nothing new. */
  public void recordDuplicate() {
    counts = counts.plus(new Ledger(0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0));
  }

  /** A record was read and could not be used. */
  public void recordFailed() {
    counts = counts.plus(new Ledger(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1));
  }

  /** Records taken as used have turned out to be unusable. */
  public void usedRecordsFailed(int records) {
    counts = counts.plus(new Ledger(0, 0, 0, 0, 0, 0, 0, 0, -records, 0, records));
  }

  /** An attempt began. */
  public void episodeStarted() {
    counts = counts.plus(new Ledger(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0));
  }

  /** An attempt was given up for a higher one. */
  public void episodeSuperseded() {
    counts = counts.plus(new Ledger(0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0));
  }

  /** An attempt ended. */
  public void episodeEnded(Verdict verdict) {
    counts =
        counts.plus(
            switch (verdict) {
              case PASSED -> new Ledger(0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0);
              case POLICY_FAILED -> new Ledger(0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 0);
              case INFRASTRUCTURE_FAILED -> new Ledger(0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0);
              case TASK_DEFECTIVE -> new Ledger(0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0);
              case UNJUDGED -> new Ledger(0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1);
            });
  }

  @Override
  public void add(Ledger more) {
    counts = counts.plus(more);
  }

  @Override
  public Ledger getLocalValue() {
    return counts;
  }

  @Override
  public void resetLocal() {
    counts = Ledger.EMPTY;
  }

  @Override
  public void merge(Accumulator<Ledger, Ledger> other) {
    add(other.getLocalValue());
  }

  @Override
  // Accumulator declares clone, and makes it public.
  @SuppressWarnings({"MethodDoesntCallSuperMethod", "CloneableImplementsClone"})
  public LedgerCounter clone() {
    return new LedgerCounter(counts);
  }
}
