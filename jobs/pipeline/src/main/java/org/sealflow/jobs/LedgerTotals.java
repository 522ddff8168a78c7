package org.sealflow.jobs;

import java.util.HashMap;
import java.util.Map;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerPart;

/** Adds the parts of the ledger up: of each operator's instances the newest count. */
public final class LedgerTotals {
  private final Map<String, Map<Integer, LedgerPart>> newest = new HashMap<>();

  /** Takes a part; parts of one instance come in the order in which they were made. */
  public void take(LedgerPart part) {
    Map<Integer, LedgerPart> instances =
        newest.computeIfAbsent(part.operator(), operator -> new HashMap<>());
    instances.values().removeIf(known -> known.parallelism() != part.parallelism());
    instances.put(part.subtask(), part);
  }

  /** The whole ledger as far as it is known. */
  public Ledger sum() {
    Ledger sum = Ledger.EMPTY;
    for (Map<Integer, LedgerPart> instances : newest.values()) {
      for (LedgerPart part : instances.values()) {
        sum = sum.plus(part.counts());
      }
    }
    return sum;
  }
}
