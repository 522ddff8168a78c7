package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SampledTokens;

/**
 * An answer that a conversation went on with, or ended by, as long as it is told.
 *
 * @param choice the choice that was taken, with all that the server told
 * @param kept what the conversation keeps of it
 */
public record TakenAnswer(ObjectNode choice, KeptAnswer kept) {
  /** Where it stands among the messages, from 0. */
  int position() {
    return kept.position();
  }

  /** The ids behind it; null if there are none. */
  @Nullable SampledTokens tokens() {
    return kept.tokens();
  }
}
