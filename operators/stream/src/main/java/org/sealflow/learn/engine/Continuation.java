package org.sealflow.learn.engine;

import java.util.List;
import org.sealflow.model.FinishReason;

/**
 * The completion of a prompt.
 *
 * @param tokens token ids sampled, the stop token included
 * @param logProbs natural-log probability of each, under the softmax of the logits divided by the
 *     temperature (by 1 where it is 0), before any truncation to the likeliest tokens
 * @param reason why it ended
 * @param version the version of the policy that sampled all of the tokens; that of the moment at
 *     which the answer began. For an adapter asked for by name, 0
 */
public record Continuation(
    List<Integer> tokens, List<Float> logProbs, FinishReason reason, long version) {
  /** Copies the lists. */
  public Continuation {
    tokens = List.copyOf(tokens);
    logProbs = List.copyOf(logProbs);
  }
}
