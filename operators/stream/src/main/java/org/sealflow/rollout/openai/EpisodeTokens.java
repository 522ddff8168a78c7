package org.sealflow.rollout.openai;

import java.util.List;
import org.sealflow.learn.policy.ChatMessage;

/** Turns one episode's conversation into token ids, without ever changing what was sampled. */
public interface EpisodeTokens {
  /** Makes one for each episode. */
  interface Factory {
    /** For a new episode. */
    EpisodeTokens open();
  }

  /**
   * The ids that the messages and the header of the next answer add to the context.
   *
   * @param added what joined the conversation since the last answer
   */
  List<Integer> context(List<ChatMessage> added);

  /**
   * Takes the ids of an answer in as they were sampled.
   *
   * @return what they say, without what ends the turn
   */
  String sampled(List<Integer> ids);

  /** Ids at which sampling stops. */
  List<Integer> stopIds();
}
