package org.sealflow.serve;

/**
 * The parts of an answer that a request asks for beside the text, and whether it is streamed.
 *
 * @param logProbs log-probabilities of the tokens
 * @param tokenIds token ids of prompts and answers, in vLLM's fields
 * @param tokensAsIds tokens named {@code token_id:N} instead of by their texts
 * @param stream as server-sent events. An answer is sent in one event, once it is sampled
 * @param streamUsage with an event at the end that counts tokens
 */
record OutputForm(
    boolean logProbs, boolean tokenIds, boolean tokensAsIds, boolean stream, boolean streamUsage) {
  /**
   * Reads the fields.
   *
   * @param logProbs read before, as completions and chats ask for them differently
   */
  static OutputForm read(RequestFields fields, boolean logProbs) {
    boolean stream = fields.flag("stream", false);
    RequestFields options = fields.object("stream_options");
    boolean usage = false;
    if (options != null) {
      usage = options.flag("include_usage", false);
      options.flag("continuous_usage_stats", false);
      options.end();
    }
    return new OutputForm(
        logProbs,
        fields.flag("return_token_ids", false),
        fields.flag("return_tokens_as_token_ids", false),
        stream,
        stream && usage);
  }
}
