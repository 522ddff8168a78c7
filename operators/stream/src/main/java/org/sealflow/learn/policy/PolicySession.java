package org.sealflow.learn.policy;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The policy's side of one episode. One answer at a time. */
public interface PolicySession extends AutoCloseable {
  /**
   * The policy's next message.
   *
   * @param added the messages that joined the conversation since the last answer, in order: at
   *     first the system prompt and the user's, later what the environment replied
   * @param deadline when the answer is of no use any more
   * @return the answer; fails with a {@link PolicyException} where there is none, by the deadline
   *     at the latest
   */
  CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline);

  /** Ends the session; an answer still awaited is given up. */
  @Override
  void close();
}
