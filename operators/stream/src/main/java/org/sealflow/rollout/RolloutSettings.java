package org.sealflow.rollout;

import java.io.Serializable;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
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
 * @param maxInFlight most episodes a parallel instance plays at the same time
 * @param maxWaiting most requests that wait for one of these places; beyond that, requests are held
 *     back where they come from
 * @param batchesOverlap whether a parallel instance begins episodes of a batch while it still plays
 *     an earlier one; if not, the last ones of a batch do not share the policy with what is needed
 *     later
 * @param answerDeadline longest time the policy may take for one answer
 * @param episodeDeadline longest time an episode may take
 * @param taskDeadline longest time a request waits for the record of its task
 * @param toolEnforcement whether a call of a tool not shown at that moment is refused
 * @param stepLimit most answers within the scope, 0 for any number
 * @param stepLimitScope what the limit counts
 * @param promptStyle name of the prompt style
 * @param asOfDate today as date-dependent tools see it; null for the day (UTC) on which an episode
 *     starts
 * @param measuresReliance whether steps of training episodes with patches say besides by which
 *     token ids they would be shown without
 * @param users how users are played whose words no task fixes; null if nobody plays them
 */
public record RolloutSettings(
    String policyName,
    int maxInFlight,
    int maxWaiting,
    boolean batchesOverlap,
    Duration answerDeadline,
    Duration episodeDeadline,
    Duration taskDeadline,
    boolean toolEnforcement,
    int stepLimit,
    StepLimitScope stepLimitScope,
    String promptStyle,
    @Nullable LocalDate asOfDate,
    boolean measuresReliance,
    @Nullable UserSettings users)
    implements Serializable {
  /** The benchmark's rules, 256 episodes at a time. */
  public static final RolloutSettings DEFAULT =
      new RolloutSettings(
          "policy",
          256,
          10_000,
          true,
          Duration.ofMinutes(2),
          Duration.ofMinutes(15),
          Duration.ofMinutes(1),
          true,
          20,
          StepLimitScope.TURN,
          PromptStyles.qwenFunctionCalling().name(),
          null,
          false);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public RolloutSettings {
    SettingProblems problems = new SettingProblems();
    problems.notes(() -> ModelNames.ofEpisode(policyName, 0));
    problems.atLeast(1, "maxInFlight", maxInFlight);
    problems.atLeast(0, "maxWaiting", maxWaiting);
    problems.positive("answerDeadline", answerDeadline);
    problems.positive("episodeDeadline", episodeDeadline);
    problems.positive("taskDeadline", taskDeadline);
    problems.atLeast(0, "stepLimit", stepLimit);
    problems.notes(() -> PromptStyles.named(promptStyle));
    problems.throwIfAny("rollout settings");
  }

  /** Settings by which nobody plays a user. */
  public RolloutSettings(
      String policyName,
      int maxInFlight,
      int maxWaiting,
      boolean batchesOverlap,
      Duration answerDeadline,
      Duration episodeDeadline,
      Duration taskDeadline,
      boolean toolEnforcement,
      int stepLimit,
      StepLimitScope stepLimitScope,
      String promptStyle,
      @Nullable LocalDate asOfDate,
      boolean measuresReliance) {
    this(
        policyName,
        maxInFlight,
        maxWaiting,
        batchesOverlap,
        answerDeadline,
        episodeDeadline,
        taskDeadline,
        toolEnforcement,
        stepLimit,
        stepLimitScope,
        promptStyle,
        asOfDate,
        measuresReliance,
        null);
  }

  /** The same with other limits on what goes on at the same time. */
  public RolloutSettings withLimits(int inFlight, int waiting) {
    return withLimits(inFlight, waiting, batchesOverlap);
  }

  /** The same with other limits on what goes on at the same time, batches among it. */
  public RolloutSettings withLimits(int inFlight, int waiting, boolean overlap) {
    return new RolloutSettings(
        policyName,
        inFlight,
        waiting,
        overlap,
        answerDeadline,
        episodeDeadline,
        taskDeadline,
        toolEnforcement,
        stepLimit,
        stepLimitScope,
        promptStyle,
        asOfDate,
        measuresReliance,
        users);
  }

  /** The same with other deadlines. */
  public RolloutSettings withDeadlines(Duration answer, Duration episode, Duration task) {
    return new RolloutSettings(
        policyName,
        maxInFlight,
        maxWaiting,
        batchesOverlap,
        answer,
        episode,
        task,
        toolEnforcement,
        stepLimit,
        stepLimitScope,
        promptStyle,
        asOfDate,
        measuresReliance,
        users);
  }

  /** The same with another limit on answers; 0 for any number. */
  public RolloutSettings withStepLimit(int steps, StepLimitScope scope) {
    return new RolloutSettings(
        policyName,
        maxInFlight,
        maxWaiting,
        batchesOverlap,
        answerDeadline,
        episodeDeadline,
        taskDeadline,
        toolEnforcement,
        steps,
        scope,
        promptStyle,
        asOfDate,
        measuresReliance,
        users);
  }

  /** The same on a fixed day. */
  public RolloutSettings asOf(LocalDate date) {
    return new RolloutSettings(
        policyName,
        maxInFlight,
        maxWaiting,
        batchesOverlap,
        answerDeadline,
        episodeDeadline,
        taskDeadline,
        toolEnforcement,
        stepLimit,
        stepLimitScope,
        promptStyle,
        date,
        measuresReliance,
        users);
  }

  /** The same with or without the ids that reliance on patches is measured by. */
  public RolloutSettings withReliance(boolean measured) {
    return new RolloutSettings(
        policyName,
        maxInFlight,
        maxWaiting,
        batchesOverlap,
        answerDeadline,
        episodeDeadline,
        taskDeadline,
        toolEnforcement,
        stepLimit,
        stepLimitScope,
        promptStyle,
        asOfDate,
        measured,
        users);
  }

  /** The same with users played. */
  public RolloutSettings withUsers(@Nullable UserSettings played) {
    return new RolloutSettings(
        policyName,
        maxInFlight,
        maxWaiting,
        batchesOverlap,
        answerDeadline,
        episodeDeadline,
        taskDeadline,
        toolEnforcement,
        stepLimit,
        stepLimitScope,
        promptStyle,
        asOfDate,
        measuresReliance,
        played);
  }

  /** The rules of a conversation. */
  Rules rules() {
    StepLimit limit = stepLimit == 0 ? null : new StepLimit(stepLimit, scope());
    return new Rules(toolEnforcement, limit, false, ParserOptions.DEFAULTS);
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
