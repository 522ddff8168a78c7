package org.sealflow.nano.warm;

import org.sealflow.model.TokenSequence;

/**
 * A row to learn from. The arrays are handed over and changed no more.
 *
 * @param tokens token ids from the start of the context, at least two
 * @param weights of each token in the loss, 0 or more; of the first 0, for nothing precedes it
 */
@SuppressWarnings("ArrayRecordComponent") // A row of numbers; examples are told apart by identity.
record Example(int[] tokens, float[] weights) {
  Example {
    if (tokens.length < 2 || tokens.length != weights.length || weights[0] != 0) {
      throw new IllegalArgumentException(
          "an example has "
              + tokens.length
              + " tokens and "
              + weights.length
              + " weights, expected at least two tokens, as many weights, and 0 first");
    }
  }

  /** Number of tokens. */
  int length() {
    return tokens.length;
  }

  /** The row as the model takes it: a token is scored where it has a weight. */
  TokenSequence sequence() {
    boolean[] scored = new boolean[tokens.length];
    for (int i = 0; i < scored.length; i++) {
      scored[i] = weights[i] > 0;
    }
    return new TokenSequence(tokens, scored);
  }
}
