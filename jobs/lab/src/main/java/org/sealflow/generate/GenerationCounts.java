package org.sealflow.generate;

import java.util.Map;
import java.util.TreeMap;
import org.sealflow.generate.family.DropReason;
import org.sealflow.generate.family.SlotCounts;

/**
 * Counts of a generator.
 *
 * @param made category → tasks handed out
 * @param dropped reason → draws thrown away
 * @param slots what fills the slots of the tasks handed out
 */
public record GenerationCounts(
    Map<String, Long> made, Map<DropReason, Long> dropped, SlotCounts slots) {
  public GenerationCounts {
    made = new TreeMap<>(made);
    dropped = new TreeMap<>(dropped);
  }

  /** Tasks handed out, of all categories. */
  public long total() {
    return made.values().stream().mapToLong(Long::longValue).sum();
  }
}
