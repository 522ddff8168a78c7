package org.sealflow.rollout.openai;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.SampledTokens;

/**
 * The token ids that an episode would be shown without its patches, kept beside those that it is
 * shown. Keeps nothing unless the opening messages say how they would read.
 */
public final class PlainContext {
  private final EpisodeTokens.Factory factory;
  private boolean begun;
  private @Nullable EpisodeTokens tokens;

  /** Of an episode that has not begun. */
  public PlainContext(EpisodeTokens.Factory factory) {
    this.factory = factory;
  }

  /**
   * The ids that the messages would add to the context; null if that is not asked for.
   *
   * @param added what joined the conversation since the last answer
   */
  public @Nullable List<Integer> context(List<ChatMessage> added) {
    if (!begun) {
      begun = true;
      tokens = added.stream().allMatch(message -> message.plain() != null) ? factory.open() : null;
    }
    return tokens == null ? null : tokens.context(added.stream().map(PlainContext::plain).toList());
  }

  private static ChatMessage plain(ChatMessage message) {
    String plain = message.plain();
    return new ChatMessage(message.role(), plain == null ? message.content() : plain);
  }

  /** Takes in messages and an answer that was given before. */
  public void repeat(List<ChatMessage> added, PolicyAnswer given) {
    List<Integer> context = context(added);
    SampledTokens recorded = given.tokens();
    if (context != null && recorded != null) {
      sampled(recorded.sampled());
    }
  }

  /** Takes the ids of an answer in as they were sampled. */
  public void sampled(List<Integer> ids) {
    if (tokens != null) {
      String unused = tokens.sampled(ids);
    }
  }
}
