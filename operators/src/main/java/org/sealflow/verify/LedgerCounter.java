package org.sealflow.verify;

import org.sealflow.schemas.Verdict;

/** Counts for a {@link Ledger}. */
public final class LedgerCounter {
  private Ledger counts;

  public LedgerCounter(Ledger counts) {
    this.counts = counts;
  }

  /** The counts so far. */
  public Ledger counts() {
    return counts;
  }

  /** A record was read and belongs to an episode. */
  public void recordUsed() {
    counts = counts.plus(new Ledger(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0));
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
            });
  }
}
