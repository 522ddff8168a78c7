package org.sealflow.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a judge decided.
 *
 * @param conversations conversations that rest on statements
 * @param open those of which a statement stayed open
 * @param met statements found to hold
 * @param unmet statements found not to hold
 */
public record JudgeCounts(long conversations, long open, long met, long unmet) {
  /** Nothing was asked yet. */
  public static final JudgeCounts NONE = new JudgeCounts(0, 0, 0, 0);

  /** With one conversation more; null decisions left it open. */
  public JudgeCounts plus(@Nullable List<Boolean> decided) {
    if (decided == null) {
      return new JudgeCounts(conversations + 1, open + 1, met, unmet);
    }
    long held = decided.stream().filter(Boolean::booleanValue).count();
    return new JudgeCounts(conversations + 1, open, met + held, unmet + decided.size() - held);
  }
}
