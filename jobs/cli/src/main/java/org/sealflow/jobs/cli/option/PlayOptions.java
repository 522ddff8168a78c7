package org.sealflow.jobs.cli.option;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.schemas.StepLimitScope;
import picocli.CommandLine.Option;

/** Options of playing, the same for every command that plays episodes. */
public final class PlayOptions {
  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "256",
      description = "Most episodes at a time per parallel instance (default: ${DEFAULT-VALUE}).")
  private int inFlight;

  @Option(
      names = "--step-limit",
      paramLabel = "N[/SCOPE]",
      defaultValue = "20/turn",
      description =
          "Most answers per turn, as the benchmark counts, or per episode, as SEAL does: 20/turn,"
              + " 20/episode; 0 for any number (default: ${DEFAULT-VALUE}).")
  private String stepLimit = "";

  @Option(
      names = "--max-messages",
      paramLabel = "N",
      description =
          "Of tau2-bench: most messages of an episode, results of calls counted as one (default:"
              + " 200).")
  private int maxMessages = DialogueLimits.DEFAULT.messages();

  @Option(
      names = "--max-errors",
      paramLabel = "N",
      description = "Of tau2-bench: most calls of an episode that fail (default: 10).")
  private int maxErrors = DialogueLimits.DEFAULT.errors();

  @Option(
      names = "--answer-deadline",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "Longest time for one answer (default: 2m).")
  private Duration answerDeadline = RolloutSettings.DEFAULT.deadlines().answer();

  @Option(
      names = "--episode-deadline",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "Longest time for an episode (default: 15m).")
  private Duration episodeDeadline = RolloutSettings.DEFAULT.deadlines().episode();

  @Option(
      names = "--prompt-style",
      paramLabel = "NAME",
      description = "How the environment writes prompts and results (default: bfcl_qwen_fc).")
  private String promptStyle = RolloutSettings.DEFAULT.rules().promptStyle();

  @Option(
      names = "--no-enforcement",
      description = "Executes calls of tools that are not shown, instead of refusing them.")
  private boolean noEnforcement;

  /**
   * The settings.
   *
   * @param policyName the name simulator instances carry
   * @throws UsageError naming everything that is wrong
   */
  public RolloutSettings settings(String policyName, @Nullable LocalDate asOf) {
    String[] parts = stepLimit.split("/", 2);
    try {
      return new RolloutSettings(
          policyName,
          new RolloutSettings.Limits(
              inFlight,
              RolloutSettings.DEFAULT.limits().maxWaiting(),
              RolloutSettings.DEFAULT.limits().batchesOverlap()),
          new RolloutSettings.Deadlines(
              answerDeadline, episodeDeadline, RolloutSettings.DEFAULT.deadlines().task()),
          new RolloutSettings.EpisodeRules(
              !noEnforcement,
              Integer.parseInt(parts[0]),
              parts.length == 1
                  ? StepLimitScope.TURN
                  : StepLimitScope.valueOf(parts[1].toUpperCase(Locale.ROOT)),
              promptStyle,
              asOf,
              new DialogueLimits(maxMessages, maxErrors)),
          false,
          null);
    } catch (NumberFormatException malformed) {
      throw new UsageError(
          "--step-limit is '" + stepLimit + "', expected one such as 20/turn", malformed);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
