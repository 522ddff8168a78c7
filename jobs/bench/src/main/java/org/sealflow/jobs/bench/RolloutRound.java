package org.sealflow.jobs.bench;

/**
 * What the runner and the bare client did when they took their turns.
 *
 * @param bare the bare client's answers
 */
record RolloutRound(Played runner, AnswerSpan bare) {
  /**
   * What the runner did, with two looks at the heap after full collections, as many episodes in
   * flight at each.
   *
   * @param middleBytes live in the middle
   * @param endBytes live at the end
   * @param episodes played between the two
   */
  record Played(AnswerSpan answers, long middleBytes, long endBytes, long episodes) {
    double bytesPerEpisode() {
      return (endBytes - middleBytes) / (double) Math.max(1, episodes);
    }
  }
}
