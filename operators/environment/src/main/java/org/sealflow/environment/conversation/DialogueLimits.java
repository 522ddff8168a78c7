package org.sealflow.environment.conversation;

import java.io.Serializable;

/**
 * Limits on an episode whose task does not fix what the user says, or has none.
 *
 * @param messages most messages of policy and user, what was executed for one of them counted as a
 *     message of its own
 * @param errors most calls that fail
 */
public record DialogueLimits(int messages, int errors) implements Serializable {
  /** As tau2-bench runs its own evaluation. */
  public static final DialogueLimits DEFAULT = new DialogueLimits(200, 10);

  /** Both numbers are at least 1. */
  public DialogueLimits {
    if (messages < 1 || errors < 1) {
      throw new IllegalArgumentException(
          "limits of " + messages + " messages and " + errors + " errors; give at least 1");
    }
  }
}
