package org.sealflow.rollout.openai;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.SampledTokens;

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

  /**
   * Takes in an answer that was given before.
   *
   * @param added as for {@link #context}
   * @return the ids of the messages and of the answer
   * @throws PolicyException if the messages are not shown by the ids that the answer was given to
   */
  default List<Integer> repeat(List<ChatMessage> added, PolicyAnswer given) {
    SampledTokens recorded = given.tokens();
    if (recorded == null) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE, "an answer to repeat has no token ids");
    }
    List<Integer> ids = new ArrayList<>(context(added));
    if (!recorded.context().equals(ids)) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE,
          "what is to be repeated is not shown as it was: model, prompt or patches differ");
    }
    String unused = sampled(recorded.sampled());
    ids.addAll(recorded.sampled());
    return ids;
  }

  /** Ids at which sampling stops. */
  List<Integer> stopIds();
}
