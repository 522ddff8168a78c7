package org.sealflow.bfcl.check;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a checker of the benchmark.
 *
 * @param valid null if the checker itself raises or was not run
 * @param errorType the benchmark's error type; null if valid
 * @param message the benchmark's message; null if it gives none
 */
public record Verdict(
    @Nullable Boolean valid, @Nullable String errorType, @Nullable String message) {
  static final Verdict VALID = new Verdict(true, null, null);

  /** Of a checker that was not run. */
  public static final Verdict NOT_RUN = new Verdict(null, "not_run", null);

  static Verdict invalid(String errorType, String message) {
    return new Verdict(false, errorType, message);
  }

  static Verdict raised(String pythonException, String text) {
    return new Verdict(null, "exception:" + pythonException, text);
  }

  public boolean isValid() {
    return Boolean.TRUE.equals(valid);
  }
}
