package org.sealflow.learn.algorithm.objective;

import java.util.List;

/**
 * The totals of a mini-batch. They are known before any model runs, so that a mini-batch can be
 * evaluated in parts whose losses and gradients add up to those of the whole.
 *
 * @param sequences number of sequences, from 1; those without a scored token count too
 * @param tokens number of scored tokens, from 0
 */
public record BatchTotals(int sequences, long tokens) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative or there is no sequence
   */
  public BatchTotals {
    if (sequences < 1 || tokens < 0) {
      throw new IllegalArgumentException(
          "a mini-batch of %d sequences and %d scored tokens, expected at least one sequence"
              .formatted(sequences, tokens));
    }
  }

  /** The totals of these sequences. */
  public static BatchTotals of(List<ObjectiveSequence> sequences) {
    long tokens = 0;
    for (ObjectiveSequence sequence : sequences) {
      tokens += sequence.scoredTokens();
    }
    return new BatchTotals(sequences.size(), tokens);
  }
}
