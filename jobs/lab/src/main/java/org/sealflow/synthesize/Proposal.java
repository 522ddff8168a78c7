package org.sealflow.synthesize;

import org.jspecify.annotations.Nullable;

/**
 * One proposal: a candidate, or the reason why it is malformed. Exactly one of both is there.
 *
 * @param candidate the task; null if it cannot be read as one
 * @param refusal why it cannot; null if it can
 */
public record Proposal(@Nullable Candidate candidate, @Nullable TaskRefusal refusal) {
  /**
   * Checks that there is one of both.
   *
   * @throws IllegalArgumentException if there are both or none
   */
  public Proposal {
    if ((candidate == null) == (refusal == null)) {
      throw new IllegalArgumentException(
          "a proposal is a candidate or a refusal, found both or none");
    }
  }

  static Proposal of(Candidate candidate) {
    return new Proposal(candidate, null);
  }

  static Proposal refused(TaskRefusal reason) {
    return new Proposal(null, reason);
  }
}
