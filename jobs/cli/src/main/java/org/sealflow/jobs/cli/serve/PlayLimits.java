package org.sealflow.jobs.cli.serve;

import java.time.Duration;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.serve.session.SessionSettings;
import picocli.CommandLine.Option;

/** Limits of sessions and of the episodes in them. */
final class PlayLimits {
  @Option(
      names = "--max-sessions",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Most sessions open at once, over all protocols (default: ${DEFAULT-VALUE}).")
  private int mostSessions;

  @Option(
      names = "--session-timeout",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description =
          "How long a session may go without a request before its world is freed (default: 1h).")
  private Duration sessionTimeout = SessionSettings.DEFAULTS.idle();

  @Option(
      names = "--max-steps",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Most answers of a policy in one turn, for OpenEnv, MCP and NeMo Gym's gymnasium agent;"
              + " other clients count themselves (default: ${DEFAULT-VALUE}).")
  private int mostSteps;

  /**
   * Limits of sessions.
   *
   * @throws UsageError if an option is out of range
   */
  SessionSettings sessions() {
    if (mostSessions < 1) {
      throw new UsageError("--max-sessions is " + mostSessions + ", expected 1 or more");
    }
    if (sessionTimeout.isZero()) {
      throw new UsageError("--session-timeout is 0, expected a time above it, such as 1h");
    }
    return new SessionSettings(mostSessions, sessionTimeout);
  }

  /**
   * Rules of episodes.
   *
   * @throws UsageError if an option is out of range
   */
  Rules rules() {
    if (mostSteps < 1) {
      throw new UsageError("--max-steps is " + mostSteps + ", expected 1 or more");
    }
    return Rules.of(new StepLimit(mostSteps, StepLimit.Scope.TURN));
  }
}
