package org.sealflow.rollout.scripted;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;

/** A scripted policy in one episode. */
final class ScriptedSession implements PolicySession {
  private final ScriptedPolicy policy;
  private final TurnComposer composer;
  private final String episodeId;
  private final String closing;
  private final ShownText shown = new ShownText();
  private int turn = -1;
  private @Nullable TurnScript script;
  private boolean closed;

  /**
   * @param closing the text that ends a turn
   */
  ScriptedSession(ScriptedPolicy policy, TurnComposer composer, String episodeId, String closing) {
    this.policy = policy;
    this.composer = composer;
    this.episodeId = episodeId;
    this.closing = closing;
  }

  @Override
  public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
    if (closed || policy.isClosed()) {
      return CompletableFuture.failedFuture(
          new PolicyException(
              PolicyException.Cause.ENGINE, "the session of " + episodeId + " is closed"));
    }
    shown.read(added);
    double strength = policy.strength();
    TurnScript current = script;
    if (current == null) {
      turn++;
      current = composer.compose(turn, shown, strength);
      script = current;
    } else {
      current.hear(added.get(added.size() - 1).content());
    }
    if (composer.strikes(FaultKind.ENGINE_ERROR, turn, shown, strength)) {
      return CompletableFuture.failedFuture(
          new PolicyException(
              PolicyException.Cause.ENGINE,
              "the scripted engine failed in turn " + turn + " of " + episodeId));
    }
    String text = current.next();
    if (text == null) {
      script = null;
    }
    PolicyAnswer answer = PolicyAnswer.ofText(text == null ? closing : text, policy.version());
    return composer.strikes(FaultKind.SLOW, turn, shown, strength)
        ? slowly(answer, deadline)
        : CompletableFuture.completedFuture(answer);
  }

  @Override
  public void repeat(List<ChatMessage> added, PolicyAnswer given) {
    shown.read(added);
    if (script == null) {
      turn++;
      script = composer.compose(turn, shown, policy.strength());
    }
    if (given.text().equals(closing)) {
      script = null;
    }
  }

  private CompletableFuture<PolicyAnswer> slowly(PolicyAnswer answer, Instant deadline) {
    CompletableFuture<PolicyAnswer> later = new CompletableFuture<>();
    Duration time = policy.settings().slowDelay();
    Duration left = Duration.between(policy.clock().instant(), deadline);
    if (time.compareTo(left) <= 0) {
      policy.delay().after(time, () -> later.complete(answer));
    } else {
      policy.delay().after(left, () -> later.completeExceptionally(tooSlow(time)));
    }
    return later;
  }

  private PolicyException tooSlow(Duration time) {
    return new PolicyException(
        PolicyException.Cause.DEADLINE,
        "the scripted answer in " + episodeId + " takes " + time.toMillis() + " ms");
  }

  @Override
  public void close() {
    closed = true;
  }
}
