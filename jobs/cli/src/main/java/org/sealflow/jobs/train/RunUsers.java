package org.sealflow.jobs.train;

import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.openai.OpenAiSettings;

/** The users of a run's tasks, played as its settings say. */
final class RunUsers {
  private static final String REMEDY =
      "rollouts.user.baseUrl and rollouts.user.model, or let a script play with"
          + " rollouts.user.kind=scripted";

  private RunUsers() {}

  /**
   * Rules by which they are played; the same rules if the tasks have none.
   *
   * @throws UserError if nobody can play them, or they are to be branched off: one line
   */
  static RolloutSettings with(RolloutSettings rules, TrainSettings settings, TrainingTasks tasks) {
    if (!tasks.haveUsers()) {
      return rules;
    }
    if (settings.rollouts().branches().isOn()) {
      throw new UserError(
          "rollouts.branches needs tasks that fix what the user says; expected start: none");
    }
    try {
      return rules.withUsers(settings.rollouts().user().settings(server(settings), REMEDY));
    } catch (IllegalArgumentException wrong) {
      throw new UserError("rollouts.user: " + wrong.getMessage(), wrong);
    }
  }

  /**
   * Whether there are any to be played.
   *
   * @throws UserError as {@link #with} does
   */
  static boolean are(TrainSettings settings, TrainingTasks tasks) {
    return with(RolloutSettings.DEFAULT, settings, tasks).users() != null;
  }

  /**
   * Asks the server of the users' model whether it can play.
   *
   * @throws UserError if it cannot, one line
   */
  static void require(TrainSettings settings, Clock clock) {
    settings
        .rollouts()
        .user()
        .check(server(settings), REMEDY, clock)
        .ifPresent(
            problem -> {
              throw new UserError("rollouts.user: " + problem);
            });
  }

  private static @Nullable OpenAiSettings server(TrainSettings settings) {
    return settings.rollouts().areServed() ? ServedPolicies.server(settings) : null;
  }
}
