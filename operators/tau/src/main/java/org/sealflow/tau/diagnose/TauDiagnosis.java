package org.sealflow.tau.diagnose;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The diagnosis of a conversation that failed.
 *
 * @param end its premature end; null if it ended as it should
 * @param failures in the order of their places
 * @param consequences calls as wanted that failed only because of the failures
 * @param proven whether the deterministic parts of the reward pass once exactly the failures are
 *     mended; if not, they are what deviates from the reference
 * @param executions how many times the conversation was executed for this
 */
public record TauDiagnosis(
    @Nullable EarlyEnd end,
    List<TauFailure> failures,
    List<TauFailure> consequences,
    boolean proven,
    int executions) {
  public TauDiagnosis {
    failures = List.copyOf(failures);
    consequences = List.copyOf(consequences);
  }

  /** The earliest failure; null if only the end is to blame. */
  public @Nullable TauFailure rootCause() {
    return failures.isEmpty() ? null : failures.get(0);
  }
}
