package org.sealflow.rollout;

import java.io.Serializable;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.environment.conversation.ModelNames;
import org.sealflow.environment.conversation.ParserOptions;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.rollout.plan.SettingProblems;
import org.sealflow.schemas.StepLimitScope;

/**
 * Settings of playing episodes.
 *
 * @param policyName the policy whose updates count; simulator instances are named after it
 * @param measuresReliance whether steps of training episodes with patches say besides by which
 *     token ids they would be shown without
 * @param users how users are played whose words no task fixes; null if nobody plays them
 */
public record RolloutSettings(
    String policyName,
    Limits limits,
    Deadlines deadlines,
    EpisodeRules rules,
    boolean measuresReliance,
    @Nullable UserSettings users)
    implements Serializable {
  /** The benchmark's rules, 256 episodes at a time. */
  public static final RolloutSettings DEFAULT =
      new RolloutSettings(
          "policy",
          new Limits(256, 10_000, true),
          new Deadlines(Duration.ofMinutes(2), Duration.ofMinutes(15), Duration.ofMinutes(1)),
          new EpisodeRules(
              true,
              20,
              StepLimitScope.TURN,
              PromptStyles.qwenFunctionCalling().name(),
              null,
              DialogueLimits.DEFAULT),
          false,
          null);

  /**
   * Limits what goes on at the same time.
   *
   * @param maxInFlight most episodes a parallel instance plays at the same time
   * @param maxWaiting most requests that wait for one of these places; beyond that, requests are
   *     held back where they come from
   * @param batchesOverlap whether a parallel instance begins episodes of a batch while it still
   *     plays an earlier one; if not, the last ones of a batch do not share the policy with what is
   *     needed later
   */
  public record Limits(int maxInFlight, int maxWaiting, boolean batchesOverlap)
      implements Serializable {}

  /**
   * How long is waited.
   *
   * @param answer longest time the policy may take for one answer
   * @param episode longest time an episode may take
   * @param task longest time a request waits for the record of its task
   */
  public record Deadlines(Duration answer, Duration episode, Duration task)
      implements Serializable {}

  /**
   * The rules of an episode.
   *
   * @param toolEnforcement whether a call of a tool not shown at that moment is refused
   * @param stepLimit most answers within the scope, 0 for any number
   * @param stepLimitScope what the limit counts
   * @param promptStyle name of the prompt style
   * @param asOfDate today as date-dependent tools see it; null for the day (UTC) on which an
   *     episode starts
   * @param dialogue when episodes are cut off whose task does not fix what the user says, or has
   *     none
   */
  public record EpisodeRules(
      boolean toolEnforcement,
      int stepLimit,
      StepLimitScope stepLimitScope,
      String promptStyle,
      @Nullable LocalDate asOfDate,
      DialogueLimits dialogue)
      implements Serializable {
    /** The rules of a conversation. */
    Rules ofConversation() {
      StepLimit limit = stepLimit == 0 ? null : new StepLimit(stepLimit, scope());
      return new Rules(toolEnforcement, limit, false, ParserOptions.DEFAULTS, dialogue);
    }

    private StepLimit.Scope scope() {
      return switch (stepLimitScope) {
        case TURN -> StepLimit.Scope.TURN;
        case EPISODE -> StepLimit.Scope.EPISODE;
      };
    }

    /** How everything is written. */
    PromptStyle style() {
      return PromptStyles.named(promptStyle);
    }
  }

  /**
   * Checks the settings, so that all problems are told at once.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public RolloutSettings {
    SettingProblems problems = new SettingProblems();
    problems.notes(() -> ModelNames.ofEpisode(policyName, 0));
    problems.atLeast(1, "maxInFlight", limits.maxInFlight);
    problems.atLeast(0, "maxWaiting", limits.maxWaiting);
    problems.positive("answerDeadline", deadlines.answer);
    problems.positive("episodeDeadline", deadlines.episode);
    problems.positive("taskDeadline", deadlines.task);
    problems.atLeast(0, "stepLimit", rules.stepLimit);
    problems.notes(() -> PromptStyles.named(rules.promptStyle));
    problems.throwIfAny("rollout settings");
  }

  /** The same with other limits on what goes on at the same time. */
  public RolloutSettings with(Limits other) {
    return new RolloutSettings(policyName, other, deadlines, rules, measuresReliance, users);
  }

  /** The same with other deadlines. */
  public RolloutSettings with(Deadlines other) {
    return new RolloutSettings(policyName, limits, other, rules, measuresReliance, users);
  }

  /** The same by other rules. */
  public RolloutSettings with(EpisodeRules other) {
    return new RolloutSettings(policyName, limits, deadlines, other, measuresReliance, users);
  }

  /** The same with so many episodes and waiting requests at most. */
  public RolloutSettings withLimits(int inFlight, int waiting) {
    return with(new Limits(inFlight, waiting, limits.batchesOverlap));
  }

  /** The same with another limit on answers; 0 for any number. */
  public RolloutSettings withStepLimit(int steps, StepLimitScope scope) {
    return with(
        new EpisodeRules(
            rules.toolEnforcement,
            steps,
            scope,
            rules.promptStyle,
            rules.asOfDate,
            rules.dialogue));
  }

  /** The same on a fixed day. */
  public RolloutSettings asOf(LocalDate date) {
    return with(
        new EpisodeRules(
            rules.toolEnforcement,
            rules.stepLimit,
            rules.stepLimitScope,
            rules.promptStyle,
            date,
            rules.dialogue));
  }

  /** The same with or without the ids that reliance on patches is measured by. */
  public RolloutSettings withReliance(boolean measured) {
    return new RolloutSettings(policyName, limits, deadlines, rules, measured, users);
  }

  /** The same with users played. */
  public RolloutSettings withUsers(@Nullable UserSettings played) {
    return new RolloutSettings(policyName, limits, deadlines, rules, measuresReliance, played);
  }
}
