package org.sealflow.jobs.export;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.TrainingSample;

/**
 * A stretch of an episode's tokens: an answer of the policy, or what it was shown before one.
 *
 * @param from its first token
 * @param to the token behind its last
 * @param sampled whether it is an answer
 * @param turn turn of the answer, -1 for others
 */
record TokenSpan(int from, int to, boolean sampled, int turn) {
  /** The spans of an episode, in order; together they are all its tokens. */
  static List<TokenSpan> of(TrainingSample sample) {
    List<TokenSpan> spans = new ArrayList<>();
    int length = sample.getTokens().size();
    int from = 0;
    for (int at = 1; at <= length; at++) {
      if (at == length || !isAlike(sample, at)) {
        spans.add(
            new TokenSpan(from, at, sample.getSampled().get(from), sample.getTurns().get(from)));
        from = at;
      }
    }
    return spans;
  }

  private static boolean isAlike(TrainingSample sample, int at) {
    return sample.getSampled().get(at).equals(sample.getSampled().get(at - 1))
        && sample.getTurns().get(at).equals(sample.getTurns().get(at - 1));
  }

  /** Its ids. */
  List<Integer> ids(TrainingSample sample) {
    return sample.getTokens().subList(from, to);
  }
}
