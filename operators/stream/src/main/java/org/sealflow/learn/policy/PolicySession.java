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

  /**
   * Takes an answer that was given before as the session's own, without asking the policy: the
   * conversation goes on behind it. Before the first answer that is asked for.
   *
   * @param added as for {@link #answer}
   * @param given the answer, with the token ids that it was given with
   * @throws PolicyException if this session would have shown the policy other token ids than those
   *     that the answer was given to
   */
  void repeat(List<ChatMessage> added, PolicyAnswer given);

  /** Ends the session; an answer still awaited is given up. */
  @Override
  void close();
}
