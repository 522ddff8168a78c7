package org.sealflow.jobs.cli.option;

import java.time.Clock;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserChoice;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.plan.RolloutPlan;
import picocli.CommandLine.Option;

/** Options of who plays users whose words no task fixes, the same for every command that plays. */
public final class UserOptions {
  private static final String REMEDY =
      "--user-url URL --user-model NAME, or let a script play with --user scripted";

  @Option(
      names = "--user",
      paramLabel = "WHO",
      defaultValue = "openai",
      description =
          "Who plays the users of tau2-bench's tasks: openai, a model behind a server; scripted,"
              + " each task's script, for rehearsals (default: ${DEFAULT-VALUE}).")
  private UserChoice.Kind kind = UserChoice.Kind.OPENAI;

  @Option(
      names = "--user-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "The server of the model that plays users (default: the policy's).")
  private String url = "";

  @Option(
      names = "--user-model",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The model that plays users (default: the policy's).")
  private String model = "";

  @Option(
      names = "--user-key-variable",
      paramLabel = "NAME",
      defaultValue = OpenAiSettings.KEY_VARIABLE,
      description = "The environment variable with its bearer key (default: ${DEFAULT-VALUE}).")
  private String keyVariable = OpenAiSettings.KEY_VARIABLE;

  @Option(
      names = "--user-temperature",
      paramLabel = "T",
      defaultValue = "0",
      description = "Softmax temperature of its words (default: ${DEFAULT-VALUE}).")
  private double temperature;

  @Option(
      names = "--user-max-tokens",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Most tokens of its answers (default: ${DEFAULT-VALUE}).")
  private int maxTokens = UserChoice.DEFAULT.maxTokens();

  /**
   * Settings by which the users of planned tasks are played; the same settings if they have none.
   *
   * @throws UserError if nobody can play them, or branches are asked for: one line
   */
  public RolloutSettings with(
      RolloutSettings rules, TaskFolder tasks, RolloutPlan plan, PolicyOptions policy) {
    UserChoice choice = new UserChoice(kind, url, model, keyVariable, temperature, maxTokens);
    OpenAiSettings server = policy.server();
    try {
      RolloutSettings played = choice.with(rules, tasks, plan, server, REMEDY);
      if (played.users() != null) {
        choice
            .check(server, REMEDY, Clock.systemUTC())
            .ifPresent(
                problem -> {
                  throw new UserError(problem);
                });
      }
      return played;
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
