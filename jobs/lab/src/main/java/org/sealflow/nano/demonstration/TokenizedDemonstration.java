package org.sealflow.nano.demonstration;

import org.sealflow.model.TokenSequence;

/**
 * A demonstration as a policy reads it.
 *
 * @param tokens token ids of the whole conversation; handed over and changed no more
 * @param scored as many flags: the tokens to be imitated, the end of each answer among them
 */
@SuppressWarnings("ArrayRecordComponent") // A row of numbers, compared by nobody.
public record TokenizedDemonstration(int[] tokens, boolean[] scored) {
  public TokenizedDemonstration {
    if (tokens.length != scored.length) {
      throw new IllegalArgumentException(
          tokens.length + " tokens and " + scored.length + " flags; expected as many flags");
    }
  }

  /** Number of tokens. */
  public int length() {
    return tokens.length;
  }

  /** The row as models are trained on it. */
  public TokenSequence sequence() {
    return new TokenSequence(tokens, scored);
  }
}
