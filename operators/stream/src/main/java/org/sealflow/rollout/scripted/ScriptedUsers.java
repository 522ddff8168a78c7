package org.sealflow.rollout.scripted;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.sealflow.environment.ReadyTask;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Makes users that follow their task's script whatever they are told, so that tests and rehearsals
 * need no model: they say what the scenario is about, do what it has them do, and end.
 */
public record ScriptedUsers() implements PolicyFactory {
  @Override
  public Policy create(Tasks tasks) {
    return new Users(tasks);
  }

  private record Users(Tasks tasks) implements Policy {
    @Override
    public PolicySession open(EpisodeContext context) {
      ReadyTask task = tasks.named(context.taskId());
      List<String> script = task == null ? List.of() : task.userScript();
      if (script.isEmpty()) {
        throw new PolicyException(
            PolicyException.Cause.ENGINE, "task " + context.taskId() + " has no script for a user");
      }
      return new Session(script);
    }

    @Override
    public void update(PolicyUpdate update) {}

    @Override
    public void close() {}
  }

  private static final class Session implements PolicySession {
    private final List<String> script;
    private int answers;

    Session(List<String> script) {
      this.script = script;
    }

    @Override
    public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
      String said = script.get(Math.min(answers++, script.size() - 1));
      return CompletableFuture.completedFuture(PolicyAnswer.ofText(said, null));
    }

    @Override
    public void repeat(List<ChatMessage> added, PolicyAnswer given) {
      answers++;
    }

    @Override
    public void close() {}
  }
}
