package org.sealflow.synthesize;

import java.util.Locale;

/**
 * A reason to call a capability weak. The last three are CoEvolve's (arXiv 2604.15840, section
 * 3.2).
 */
public enum Signal {
  /** Episodes fail by it, beyond chance. */
  FAILING,
  /** A task that was solved lately and is not any more. */
  FORGOTTEN,
  /** A task whose newest group holds successes and failures. */
  BOUNDARY,
  /** A task whose newest episode fails in a way seldom seen. */
  RARE;

  /** The name in files and on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
