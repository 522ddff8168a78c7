package org.sealflow.system.fault;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.PolicyUpdate;

/** Gives so many answers of another policy and then none, so that episodes stay in their middle. */
final class StallingPolicy implements Policy {
  private final Policy policy;
  private final AtomicInteger left;

  StallingPolicy(Policy policy, int answers) {
    this.policy = policy;
    this.left = new AtomicInteger(answers);
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    return new Session(policy.open(context));
  }

  @Override
  public void update(PolicyUpdate update) {
    policy.update(update);
  }

  @Override
  public void close() {
    policy.close();
  }

  private final class Session implements PolicySession {
    private final PolicySession session;

    Session(PolicySession session) {
      this.session = session;
    }

    @Override
    public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
      return left.decrementAndGet() >= 0
          ? session.answer(added, deadline)
          : new CompletableFuture<>();
    }

    @Override
    public void repeat(List<ChatMessage> added, PolicyAnswer given) {
      session.repeat(added, given);
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
