package org.sealflow.learn.sample;

import org.jspecify.annotations.Nullable;
import org.sealflow.model.TokenSequence;

/**
 * The tokens of an episode from its first one on, those of the environment and those of the policy.
 * The arrays are handed over and changed no more.
 *
 * @param tokens shape [T], token ids, each 0 or more
 * @param sampled shape [T], which of them the policy sampled; never the first, for nothing precedes
 *     it
 * @param engineLogProbs shape [T], natural-log probability of each sampled token under the engine
 *     that sampled it, 0 for the others; null if the engine gave none for some step
 * @param turnOfToken shape [T], turn of each sampled token from 0, -1 for the others
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TrainingSequence(
    int[] tokens, boolean[] sampled, float @Nullable [] engineLogProbs, int[] turnOfToken) {
  /** Turn of a token that the policy did not sample. */
  public static final int NO_TURN = -1;

  /**
   * Checks that the arrays go together.
   *
   * @throws IllegalArgumentException if there is no token, the first is sampled, or lengths differ
   */
  public TrainingSequence(
      int[] tokens, boolean[] sampled, float @Nullable [] engineLogProbs, int[] turnOfToken) {
    boolean equal =
        sampled.length == tokens.length
            && turnOfToken.length == tokens.length
            && (engineLogProbs == null || engineLogProbs.length == tokens.length);
    if (tokens.length == 0 || !equal) {
      throw new IllegalArgumentException(
          "a sequence of %d tokens has %d flags and %d turns, expected as many, and at least one"
              .formatted(tokens.length, sampled.length, turnOfToken.length));
    }
    if (sampled[0]) {
      throw new IllegalArgumentException(
          "the first token of a sequence is sampled, but nothing precedes it");
    }
    this.tokens = tokens;
    this.sampled = sampled;
    this.engineLogProbs = engineLogProbs;
    this.turnOfToken = turnOfToken;
  }

  /** As the model reads it: what the policy sampled counts. */
  public TokenSequence modelSequence() {
    return new TokenSequence(tokens, sampled);
  }

  /** Number of tokens T. */
  public int length() {
    return tokens.length;
  }

  /** Number of tokens that the policy sampled, 0 to T. */
  public int sampledTokens() {
    int count = 0;
    for (boolean chosen : sampled) {
      count += chosen ? 1 : 0;
    }
    return count;
  }
}
