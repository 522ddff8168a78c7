package org.sealflow.serve.gateway;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SampledTokens;

/**
 * The token ids of a conversation as one unbroken sequence. It breaks where an answer has no ids,
 * or was sampled behind others than those before it, as by a server that tokenised the conversation
 * anew; answers behind a break carry no ids.
 */
final class ConversationTokens {
  private List<Integer> ids = List.of();
  private boolean broken;

  /** The ids to record of the next answer; null if it has none or the sequence is broken. */
  @Nullable SampledTokens next(@Nullable AnswerTokens answer) {
    if (broken || answer == null || !continues(answer.prompt())) {
      broken = true;
      ids = List.of();
      return null;
    }
    List<Integer> context = answer.prompt().subList(ids.size(), answer.prompt().size());
    SampledTokens tokens = new SampledTokens(context, answer.sampled(), answer.logProbs());
    List<Integer> longer = new ArrayList<>(answer.prompt());
    longer.addAll(answer.sampled());
    ids = longer;
    return tokens;
  }

  private boolean continues(List<Integer> prompt) {
    return prompt.size() > ids.size() && prompt.subList(0, ids.size()).equals(ids);
  }
}
