package org.sealflow.tau.judge;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.task.RewardPart;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Recorded;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.TauWorld;

/** Scores conversations as the benchmark does. */
public final class Grader {
  private static final String NO_ASSERTIONS = "No nl_assertions to evaluate";

  private final @Nullable AssertionJudge judge;
  private final boolean strict;

  /**
   * @param judge decides natural-language assertions; null leaves them open
   * @param strict whether a recorded result that is not found again makes the evaluation fail
   */
  public Grader(@Nullable AssertionJudge judge, boolean strict) {
    this.judge = judge;
    this.strict = strict;
  }

  /** Scores a conversation by running its calls again. */
  public Judgement grade(PreparedTask task, EndedConversation conversation) {
    if (!needsWorld(task.task(), conversation)) {
      return grade(task, conversation, null);
    }
    try {
      TauWorld world = task.open(conversation.solo());
      List<Recorded.Difference> differences = Recorded.replay(world, conversation.steps());
      if (strict && !differences.isEmpty()) {
        return Judgement.failed("ValueError", differences.get(0).text());
      }
      return grade(task, conversation, world);
    } catch (CallException e) {
      return Judgement.failed(e.type(), e.text());
    }
  }

  /**
   * Scores a conversation that a world has been through.
   *
   * @param world the world after the last call, which this may change; null only if the task needs
   *     none
   */
  public Judgement grade(
      PreparedTask prepared, EndedConversation conversation, @Nullable TauWorld world) {
    if (!conversation.ended()) {
      return Judgement.unchecked(
          0,
          "Simulation terminated prematurely. Termination reason: " + conversation.termination());
    }
    Criteria criteria = prepared.task().criteria();
    if (criteria == null) {
      return Judgement.unchecked(1, "No evaluation criteria");
    }
    try {
      return byParts(prepared, criteria, conversation.steps(), world);
    } catch (CallException e) {
      return Judgement.failed(e.type(), e.text());
    }
  }

  private static boolean needsWorld(TauTask task, EndedConversation conversation) {
    return conversation.ended() && task.criteria() != null && isPlayed(task.criteria());
  }

  /** Whether anything about the data can be checked. */
  private static boolean isPlayed(Criteria criteria) {
    return criteria.actions() != null || criteria.environmentAssertions() != null;
  }

  private Judgement byParts(
      PreparedTask prepared, Criteria criteria, List<Step> steps, @Nullable TauWorld world) {
    List<Step> whole = new ArrayList<>(prepared.task().initialState().history());
    whole.addAll(steps);
    Boolean dbMatch = true;
    List<Check.OfEnvironment> environment = null;
    if (isPlayed(criteria) && world != null) {
      world.synchronise();
      dbMatch = world.sameStateAs(prepared.reference());
      environment =
          EnvironmentCheck.of(
              criteria.environmentAssertions() == null
                  ? List.of()
                  : criteria.environmentAssertions(),
              world);
    }
    List<Check.OfAction> actions = ActionCheck.of(prepared.domain(), criteria.actionList(), whole);
    List<Check.OfText> communicated = CommunicateCheck.of(criteria.communicated(), whole);
    boolean asksLanguage = criteria.basis().contains(RewardPart.NL_ASSERTION);
    List<String> assertions =
        criteria.naturalLanguageAssertions() == null
            ? List.of()
            : criteria.naturalLanguageAssertions();
    List<Boolean> language = asksLanguage ? language(whole, assertions) : null;
    Judgement.Checks checks =
        new Judgement.Checks(
            dbMatch,
            environment,
            actions,
            communicated,
            language,
            language == null ? assertions : List.of());
    Map<RewardPart, Double> breakdown = breakdown(criteria, checks);
    return new Judgement(
        reward(criteria, breakdown),
        criteria.basis(),
        breakdown,
        checks,
        new Judgement.Notes(
            null,
            environment == null ? "No expected actions or env assertions" : null,
            asksLanguage && assertions.isEmpty() ? NO_ASSERTIONS : null,
            communicated == null ? "No communicate_info to evaluate" : null,
            actions == null ? "No actions to evaluate" : null),
        null);
  }

  private @Nullable List<Boolean> language(List<Step> steps, List<String> assertions) {
    if (assertions.isEmpty()) {
      return List.of();
    }
    List<Boolean> judged = judge == null ? null : judge.judge(steps, assertions);
    return judged == null ? null : List.copyOf(judged);
  }

  private static Map<RewardPart, Double> breakdown(Criteria criteria, Judgement.Checks checks) {
    Map<RewardPart, Double> breakdown = new EnumMap<>(RewardPart.class);
    for (RewardPart part : criteria.basis()) {
      Boolean met = met(part, checks);
      if (met != null) {
        breakdown.put(part, met ? 1.0 : 0.0);
      }
    }
    return breakdown;
  }

  /** Whether a part is met; null if it cannot be said or was not played. */
  private static @Nullable Boolean met(RewardPart part, Judgement.Checks checks) {
    return switch (part) {
      case DB -> checks.environment() == null ? null : checks.dbMatch();
      case ENV_ASSERTION ->
          checks.environment() == null
              ? null
              : (Boolean) checks.environment().stream().allMatch(Check.OfEnvironment::met);
      case ACTION ->
          checks.actions() == null || checks.actions().stream().allMatch(Check.OfAction::met);
      case NL_ASSERTION ->
          checks.language() == null
              ? null
              : (Boolean) checks.language().stream().allMatch(Boolean::booleanValue);
      case COMMUNICATE ->
          checks.communicated() == null
              || checks.communicated().stream().allMatch(Check.OfText::met);
    };
  }

  private static @Nullable Double reward(Criteria criteria, Map<RewardPart, Double> breakdown) {
    if (breakdown.containsValue(0.0)) {
      return 0.0;
    }
    boolean open =
        criteria.basis().contains(RewardPart.NL_ASSERTION)
            && !breakdown.containsKey(RewardPart.NL_ASSERTION);
    return open ? null : 1.0;
  }
}
