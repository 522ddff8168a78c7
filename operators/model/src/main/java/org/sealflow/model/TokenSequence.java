package org.sealflow.model;

/**
 * One row of tokens, and which of them count: those sampled by the policy, as opposed to those of
 * the prompt and the environment. The arrays are handed over and changed no more.
 */
public final class TokenSequence {
  private final int[] tokens;
  private final boolean[] scored;

  /**
   * A row.
   *
   * @param tokens token ids, from the start of the context; not empty
   * @param scored as many flags; the first is false, for nothing precedes that token
   * @throws IllegalArgumentException if they do not go together
   */
  public TokenSequence(int[] tokens, boolean[] scored) {
    if (tokens.length == 0 || tokens.length != scored.length) {
      throw new IllegalArgumentException(
          "a sequence has "
              + tokens.length
              + " tokens and "
              + scored.length
              + " flags, expected at least one token and as many flags");
    }
    if (scored[0]) {
      throw new IllegalArgumentException(
          "the first token of a sequence is scored, but nothing precedes it");
    }
    this.tokens = tokens;
    this.scored = scored;
  }

  /** A row of which every token but the first counts. */
  public static TokenSequence allScored(int... tokens) {
    boolean[] scored = new boolean[tokens.length];
    for (int i = 1; i < scored.length; i++) {
      scored[i] = true;
    }
    return new TokenSequence(tokens, scored);
  }

  /** Number of tokens. */
  public int length() {
    return tokens.length;
  }

  /** The token at a position. */
  public int token(int position) {
    return tokens[position];
  }

  /** Whether the token at a position counts. */
  public boolean isScored(int position) {
    return scored[position];
  }

  /** How many first tokens stand before the place of any that counts; all where none does. */
  int context() {
    for (int position = 1; position < scored.length; position++) {
      if (scored[position]) {
        return position - 1;
      }
    }
    return tokens.length;
  }

  /** How many first tokens the model must read to score all that count; 0 if none does. */
  int inputs() {
    for (int position = scored.length - 1; position > 0; position--) {
      if (scored[position]) {
        return position;
      }
    }
    return 0;
  }
}
