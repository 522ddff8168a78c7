package org.sealflow.jobs.cli.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.ledger.Ledger;

/**
 * The ledger of a running job as it changes. A job that restarts goes back to its newest
 * checkpoint, and its counts with it: that is said, not just shown.
 */
final class LedgerLines {
  private Ledger shown = Ledger.EMPTY;
  private long takenBack;

  /** Lines about the ledger and what changed in it; none if nothing changed since the last call. */
  List<String> of(Ledger now) {
    if (now.equals(shown)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    long lost = shown.recordsRead() - now.recordsRead();
    if (lost > 0) {
      takenBack += lost;
      lines.add(
          String.format(
              Locale.ROOT,
              "a restart took back %,d records since the newest checkpoint, %,d in all; they are"
                  + " read again",
              lost,
              takenBack));
    }
    lines.add(now.line());
    shown = now;
    return lines;
  }
}
