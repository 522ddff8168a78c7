package org.sealflow.system.training;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A scripted policy whose answers have token ids: one for what it reads, which is another one where
 * patches show, and one for what it says.
 *
 * @param scripted what answers
 * @param heedsPatches whether it is shown the patches at all, or hears the plain messages
 * @param hinted what it reads where patches show
 */
record LeaningPolicy(Policy scripted, boolean heedsPatches, int hinted) implements Policy {
  /** What it reads where no patch shows. */
  static final int PLAIN = 1;

  /** What it says. */
  static final int SAID = 2;

  @Override
  public PolicySession open(EpisodeContext context) {
    return new Session(scripted.open(context));
  }

  @Override
  public void update(PolicyUpdate update) {
    scripted.update(update);
  }

  @Override
  public void close() {
    scripted.close();
  }

  private final class Session implements PolicySession {
    private final PolicySession answers;

    Session(PolicySession answers) {
      this.answers = answers;
    }

    @Override
    public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
      boolean measured = added.get(0).plain() != null;
      boolean shown = measured && added.stream().anyMatch(m -> !m.content().equals(m.plain()));
      SampledTokens tokens =
          new SampledTokens(
              List.of(shown ? hinted : PLAIN),
              List.of(SAID),
              List.of(-1f),
              measured ? List.of(PLAIN) : null);
      return answers
          .answer(heedsPatches ? added : added.stream().map(Session::plain).toList(), deadline)
          .thenApply(said -> new PolicyAnswer(said.text(), said.policyVersion(), tokens));
    }

    private static ChatMessage plain(ChatMessage message) {
      @Nullable String plain = message.plain();
      return new ChatMessage(message.role(), plain == null ? message.content() : plain);
    }

    @Override
    public void repeat(List<ChatMessage> added, PolicyAnswer given) {
      answers.repeat(added, given);
    }

    @Override
    public void close() {
      answers.close();
    }
  }
}
