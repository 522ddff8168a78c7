package org.sealflow.jobs.bench.rollout;

/**
 * The measurements of the runner and of the bare client, which take turns.
 *
 * @param bare the bare client's answers
 */
record RolloutRound(Played runner, AnswerSpan bare) {
  /**
   * The measurements of the runner, with the heap after a full collection at two moments with
   * equally many episodes in flight.
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
