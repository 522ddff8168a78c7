package org.sealflow.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.PolicyUpdate;

/** A policy whose answers the test gives. */
final class TestingPolicy implements Policy {
  /** The requests of the runner, oldest first; taken out by the answer. */
  final List<Ask> asks = new ArrayList<>();

  final List<PolicyUpdate> updates = new ArrayList<>();
  final List<EpisodeContext> opened = new ArrayList<>();
  final List<String> closedSessions = new ArrayList<>();
  final List<PolicyAnswer> repeated = new ArrayList<>();
  boolean closed;
  boolean loadsVersions;

  /** When the versions told are in use. */
  CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);

  /** Why the newest version told is not in use. */
  @Nullable String problem;

  @Nullable PolicyException refusesSessions;
  @Nullable PolicyException refusesToAnswer;
  @Nullable PolicyException refusesToRepeat;

  /** A question of the runner. */
  final class Ask {
    final String episodeId;
    final List<ChatMessage> added;
    final Instant deadline;
    private final CompletableFuture<PolicyAnswer> answer = new CompletableFuture<>();

    private Ask(String episodeId, List<ChatMessage> added, Instant deadline) {
      this.episodeId = episodeId;
      this.added = added;
      this.deadline = deadline;
    }

    void say(String text) {
      say(PolicyAnswer.ofText(text, 3L));
    }

    void say(PolicyAnswer said) {
      asks.remove(this);
      answer.complete(said);
    }

    void fail(RuntimeException failure) {
      asks.remove(this);
      answer.completeExceptionally(failure);
    }
  }

  @Override
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  private final class Session implements PolicySession {
    private final String episodeId;

    private Session(String episodeId) {
      this.episodeId = episodeId;
    }

    @Override
    public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
      if (refusesToAnswer != null) {
        throw refusesToAnswer;
      }
      Ask ask = new Ask(episodeId, added, deadline);
      asks.add(ask);
      return ask.answer;
    }

    @Override
    public void repeat(List<ChatMessage> added, PolicyAnswer given) {
      PolicyException refused = refusesToAnswer == null ? refusesToRepeat : refusesToAnswer;
      if (refused != null) {
        throw refused;
      }
      repeated.add(given);
    }

    @Override
    public void close() {
      closedSessions.add(episodeId);
    }
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    if (refusesSessions != null) {
      throw refusesSessions;
    }
    opened.add(context);
    return new Session(context.episodeId());
  }

  @Override
  public void update(PolicyUpdate update) {
    updates.add(update);
  }

  @Override
  public boolean loadsVersions() {
    return loadsVersions;
  }

  @Override
  public CompletableFuture<?> settled() {
    return settled;
  }

  @Override
  public void close() {
    closed = true;
  }
}
