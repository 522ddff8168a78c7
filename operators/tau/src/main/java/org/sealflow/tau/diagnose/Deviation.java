package org.sealflow.tau.diagnose;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.task.Action;

/**
 * A difference between a conversation and the reference solution, and the edit that takes it away.
 *
 * @param at the index of the call before or at which it is; the number of calls for the end
 * @param played the call that differs; null if none was made
 * @param wanted the reference's action; null if there is none
 * @param text what was to be said; null unless that is it
 */
record Deviation(
    Kind kind,
    int at,
    int order,
    @Nullable PlayedCall played,
    @Nullable Action wanted,
    @Nullable String text) {
  /** In the order in which deviations at one place are told. */
  enum Kind {
    /** An action of the reference was not called: it is inserted. */
    MISSING,
    /** A call differs from the action it stands for: it is replaced. */
    OTHER,
    /** A call stands for no action: it is dropped. */
    SURPLUS,
    /** The calls have another order than the reference: they are put in its order. */
    ORDER,
    /** A text was not said: it is said at the end. */
    UNSAID
  }

  static final Comparator<Deviation> BY_PLACE =
      Comparator.comparingInt(Deviation::at)
          .thenComparing(Deviation::kind)
          .thenComparingInt(Deviation::order);

  /** Whether it is something done; else something left out. */
  boolean isDone() {
    return kind != Kind.MISSING && kind != Kind.UNSAID;
  }
}
