package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SampledTokens;

/**
 * What a conversation keeps of an answer until it ends: not the words, which its last request
 * repeats, nor what else the server told about each token.
 *
 * @param position where the answer stands among the messages, from 0
 * @param finishReason as the server told it; null if it did not
 * @param usage what the server says the call cost; null if it does not
 * @param tokens the ids behind it; null if there are none
 * @param span when it was sampled
 */
record KeptAnswer(
    int position,
    @Nullable JsonNode finishReason,
    @Nullable JsonNode usage,
    @Nullable SampledTokens tokens,
    HeardCall.Span span) {
  private static final int RECORD_BYTES = 200;

  /** An object and the reference to it. */
  private static final int NUMBER_BYTES = 20;

  /** How much memory it takes, bytes, roughly. */
  long size() {
    return RECORD_BYTES + size(finishReason) + size(usage) + size(tokens);
  }

  private static long size(@Nullable JsonNode told) {
    return told == null ? 0 : told.toString().length();
  }

  /** The conversation holds the ids once more, as one sequence. */
  private static long size(@Nullable SampledTokens tokens) {
    if (tokens == null) {
      return 0;
    }
    List<Float> logProbs = tokens.logProbs();
    long ids = (long) tokens.context().size() + tokens.sampled().size();
    return NUMBER_BYTES * (2 * ids + (logProbs == null ? 0 : logProbs.size()));
  }
}
