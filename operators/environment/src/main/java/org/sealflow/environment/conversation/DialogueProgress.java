package org.sealflow.environment.conversation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The progress of a dialogue: who speaks next, what they have not heard yet, what limits leave. */
final class DialogueProgress {
  private final DialogueLimits limits;
  private final @Nullable UserRole user;
  private final List<EnvironmentMessage> toPolicy;
  private final List<EnvironmentMessage> toUser;
  private boolean awaitsUser;
  private int messages;
  private int errors;

  /**
   * A dialogue that begins.
   *
   * @param toPolicy all that the policy sees before its first answer, but for what the user says
   *     until then
   */
  DialogueProgress(Dialogue dialogue, List<EnvironmentMessage> toPolicy, DialogueLimits limits) {
    this.user = dialogue.user();
    this.limits = limits;
    this.toPolicy = new ArrayList<>(toPolicy);
    this.toUser = new ArrayList<>();
    if (user != null) {
      toUser.add(EnvironmentMessage.system(UserAnswers.systemPrompt(user)));
      toUser.addAll(user.opening());
    } else {
      // The benchmark's orchestrator does not count the message that a policy alone begins with.
      messages = -1;
    }
    this.awaitsUser = dialogue.userBegins();
  }

  boolean awaitsUser() {
    return awaitsUser;
  }

  /** The messages that whoever speaks next has not heard. */
  List<EnvironmentMessage> unanswered() {
    return List.copyOf(awaitsUser ? toUser : toPolicy);
  }

  /** Notes that whoever was to speak has answered. */
  void answered() {
    (awaitsUser ? toUser : toPolicy).clear();
    messages++;
  }

  /** Notes the results of an answer, which its speaker is told. */
  void executed(EnvironmentMessage results, int failed) {
    (awaitsUser ? toUser : toPolicy).add(results);
    messages++;
    errors += failed;
  }

  /** Gives the word to the other one, who is told this. */
  void passOn(EnvironmentMessage said) {
    awaitsUser = !awaitsUser;
    (awaitsUser ? toUser : toPolicy).add(said);
  }

  /**
   * Takes the user's answer.
   *
   * @param turn the turn that its words begin
   * @throws IllegalArgumentException if it says nothing, or its calls are malformed: one line
   */
  UserOutcome userStep(@Nullable String answer, int turn, CallExecution execution) {
    UserRole role = requireNonNull(user);
    ParsedAnswer parsed = UserAnswers.parsed(answer, role);
    answered();
    EpisodeEnd end = null;
    List<ExecutedCall> executed = List.of();
    if (parsed.calls().isEmpty()) {
      end = role.isEnding(parsed.content()) ? EpisodeEnd.COMPLETED : null;
      passOn(EnvironmentMessage.user(parsed.content()));
    } else {
      int failed = execution.failed();
      executed = execution.executedForUser(parsed.calls());
      executed(EnvironmentMessage.user(UserAnswers.results(executed)), execution.failed() - failed);
    }
    EpisodeEnd limit = limit();
    String said = parsed.content().isEmpty() ? null : parsed.content();
    return new UserOutcome(turn, said, executed, limit == null ? end : limit);
  }

  /** The limit reached, after which nothing else counts that ended the episode; null if none is. */
  @Nullable EpisodeEnd limit() {
    if (errors >= limits.errors()) {
      return EpisodeEnd.ERROR_LIMIT;
    }
    return messages >= limits.messages() ? EpisodeEnd.STEP_LIMIT : null;
  }
}
