package org.sealflow.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Remembers which batches of a run have settled, so that what comes late of them opens none again.
 *
 * @param count how many
 * @param below every batch below this number has settled, or is waited for no longer
 * @param beyond the others, ascending; at most {@link #MAX_BEYOND}
 */
public record SettledBatches(long count, long below, List<Long> beyond) {
  static final SettledBatches NONE = new SettledBatches(0, 0, List.of());

  /** After how many batches settled beyond it a missing one is waited for no longer. */
  static final int MAX_BEYOND = 1000;

  boolean contains(long batchNumber) {
    return batchNumber < below || beyond.contains(batchNumber);
  }

  /** With one more, which must not be among them. */
  SettledBatches plus(long batchNumber) {
    TreeSet<Long> next = new TreeSet<>(beyond);
    next.add(batchNumber);
    long bound = next.size() > MAX_BEYOND ? next.first() : below;
    while (next.remove(bound)) {
      bound++;
    }
    return new SettledBatches(count + 1, bound, new ArrayList<>(next));
  }
}
