package org.sealflow.jobs.settings;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.TaskFolder;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.UserSettings;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.scripted.ScriptedUsers;

/**
 * The choice of who plays users whose words no task fixes.
 *
 * @param kind a model behind a server, or a script
 * @param baseUrl where the server's paths begin; empty for the policy's own server
 * @param model the name of the model there; empty for the policy's own model
 * @param keyVariable the environment variable that holds the bearer key of a server of its own
 * @param temperature softmax temperature, 0 for greedy
 * @param maxTokens most tokens of an answer
 */
public record UserChoice(
    Kind kind,
    String baseUrl,
    String model,
    String keyVariable,
    double temperature,
    int maxTokens) {
  /** Who plays. */
  public enum Kind {
    /** A model behind an OpenAI-compatible server. */
    OPENAI,
    /** The script of each task. */
    SCRIPTED
  }

  /** The policy's own server, asked greedily as the benchmark does. */
  public static final UserChoice DEFAULT =
      new UserChoice(Kind.OPENAI, "", "", OpenAiSettings.KEY_VARIABLE, 0, 1024);

  private static final int ATTEMPTS = 3;
  private static final Duration BACKOFF = Duration.ofMillis(500);

  /** Whether somebody must play the user of a task that is planned. */
  public static boolean isNeeded(TaskFolder tasks, Collection<PlannedTask> planned) {
    Set<String> ids = planned.stream().map(PlannedTask::taskId).collect(Collectors.toSet());
    return tasks.tasks().stream().anyMatch(task -> task.hasUser() && ids.contains(task.id()));
  }

  /**
   * Rules by which the users of planned tasks are played; the same rules if they have none.
   *
   * @param policy the policy's server; null if it has none
   * @param remedy how to name somebody, for the error
   * @throws IllegalArgumentException as {@link #settings} does, and if branches are planned
   */
  public RolloutSettings with(
      RolloutSettings rules,
      TaskFolder tasks,
      RolloutPlan plan,
      @Nullable OpenAiSettings policy,
      String remedy) {
    if (!isNeeded(tasks, plan.tasks())) {
      return rules;
    }
    if (plan.branching().isOn()) {
      throw new IllegalArgumentException(
          "branches need tasks that fix what the user says; users are played in those given");
    }
    return rules.withUsers(settings(policy, remedy));
  }

  /**
   * The settings.
   *
   * @param policy the policy's server; null if it has none
   * @param remedy how to name somebody, for the error
   * @throws IllegalArgumentException if nobody is named, or the settings are wrong: one line
   */
  public UserSettings settings(@Nullable OpenAiSettings policy, String remedy) {
    return switch (kind) {
      case SCRIPTED -> UserSettings.of(new ScriptedUsers());
      case OPENAI ->
          new UserSettings(
              new OpenAiPolicyFactory(server(policy, remedy), null), temperature, maxTokens);
    };
  }

  /**
   * Asks the server whether it is there and serves the model.
   *
   * @return what is wrong, in one line; empty if nothing is, or a script plays
   * @throws IllegalArgumentException as {@link #settings} does
   */
  public Optional<String> check(@Nullable OpenAiSettings policy, String remedy, Clock clock) {
    if (kind == Kind.SCRIPTED) {
      return Optional.empty();
    }
    OpenAiSettings server = server(policy, remedy);
    try (OpenAiPolicy probe = new OpenAiPolicy(server, null, System.getenv(), clock)) {
      return probe.check(clock).map(problem -> "the simulated user: " + problem);
    } catch (IllegalArgumentException unusable) {
      return Optional.of("the simulated user: " + unusable.getMessage());
    }
  }

  private OpenAiSettings server(@Nullable OpenAiSettings policy, String remedy) {
    String url = baseUrl.isEmpty() && policy != null ? policy.baseUrl() : baseUrl;
    String served = model.isEmpty() && policy != null && baseUrl.isEmpty() ? policy.model() : model;
    if (url.isEmpty() || served.isEmpty()) {
      throw new IllegalArgumentException(
          "the tasks have users whom somebody must play; name a server and its model with "
              + remedy);
    }
    try {
      return new OpenAiSettings(
          url,
          served,
          baseUrl.isEmpty() && policy != null ? policy.keyVariable() : keyVariable,
          OpenAiSettings.Style.CHAT_TOOLS,
          ATTEMPTS,
          BACKOFF,
          false);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException("the simulated user: " + wrong.getMessage(), wrong);
    }
  }
}
