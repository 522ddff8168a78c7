package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.sealflow.schemas.Tag;

/**
 * Credits each turn by how much better it went than the same turn of its group. Verification says
 * of every turn whether it went well, and after turns that went well all episodes of a group stand
 * in the same state; so a turn is compared with those that began there: of the episodes that
 * reached it and failed in no turn before. That leaves out what the reward of a whole trajectory
 * mixes in: praise and blame of turns that decided nothing.
 *
 * <p>The state may be the same where what was said is not: a turn can go well in a way that makes
 * the next harder. So the outcome of turn t of n can count those behind it, with a discount g from
 * 0 (the turn alone) to 1 (all alike), as far as the episode goes on well:
 *
 * <pre>
 * r = (1 + g + ... + g^(k-1)) / (1 + g + ... + g^(n-t-1))     k turns from t on went well
 * </pre>
 *
 * <p>A turn in which all of a group fail alike has no advantage that way, however often it happens:
 * where nearly all turns ask for a call, a policy that never abstains is taught so by the few that
 * do at the wrong time, and by nothing else. Against that the outcome can be set against a baseline
 * that looks beyond the group: with {@code p} the prior, {@code e} episodes compared, and {@code m}
 * and {@code s} mean and standard deviation of the outcomes of all turns of the kind (those that
 * ask for calls, and those that ask for none) in the batch,
 *
 * <pre>
 * A = (r - (sum of r + p m) / (e + p)) / s
 * </pre>
 *
 * the mean of a beta distribution as the group's baseline, and one deviation for all turns of a
 * kind. Without the prior the rule of {@link GroupAdvantages} holds.
 */
public final class TurnsSoFar {
  /** Keeps the division finite, as in {@link GroupAdvantages}. */
  private static final double EPSILON = 1e-6;

  private final AdvantageRule rule;
  private final double discount;
  private final double prior;

  /** The kinds of turns by what they ask for. */
  private enum Kind {
    CALLS,
    NO_CALL;

    static Kind of(Tag tag) {
      return tag == Tag.CORRECT_ABSTENTION || tag == Tag.SPURIOUS_TOOL_CALL ? NO_CALL : CALLS;
    }
  }

  /**
   * A turn of a group.
   *
   * @param episodes those compared, by their places in the group; at least one
   * @param outcomes of each, 0 to 1
   */
  private record Turn(Kind kind, List<Integer> episodes, List<Double> outcomes) {}

  /**
   * The mean and deviation of the turns of a kind in a batch.
   *
   * @param mean mean outcome
   * @param deviation standard deviation of the outcomes
   */
  private record Level(double mean, double deviation) {
    static Level of(List<Double> outcomes) {
      double mean = outcomes.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      double square =
          outcomes.stream().mapToDouble(one -> (one - mean) * (one - mean)).average().orElse(0);
      return new Level(mean, Math.sqrt(square));
    }
  }

  /**
   * Compares turns.
   *
   * @param rule how outcomes become advantages; that of Dr. GRPO divides by no deviation
   * @param discount how much less the outcome of each turn behind counts, 0 to 1
   * @param prior episodes for which the batch counts in a group's baseline, from 0
   */
  TurnsSoFar(AdvantageRule rule, double discount, double prior) {
    this.rule = rule;
    this.discount = discount;
    this.prior = prior;
  }

  /**
   * The advantages of all turns of a batch.
   *
   * @param groups what was diagnosed of each episode of each group
   * @return [group][episode][turn reached]; 0 for turns behind an episode's first failure
   */
  public List<List<List<Double>>> of(List<List<SampleDiagnosis>> groups) {
    List<List<Turn>> turns = groups.stream().map(this::turns).toList();
    Map<Kind, Level> levels = levels(turns);
    List<List<List<Double>>> advantages = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      advantages.add(of(groups.get(i), turns.get(i), levels));
    }
    return advantages;
  }

  /** Whether the outcomes of any turn of a group differ, whatever the discount. */
  static boolean varies(List<SampleDiagnosis> group) {
    return new TurnsSoFar(AdvantageRule.DR_GRPO, 0, 0)
        .turns(group).stream().anyMatch(turn -> GroupAdvantages.isUseful(turn.outcomes()));
  }

  private List<Turn> turns(List<SampleDiagnosis> group) {
    List<Turn> turns = new ArrayList<>();
    int reached = group.stream().mapToInt(SampleDiagnosis::reachedTurns).max().orElse(0);
    for (int number = 0; number < reached; number++) {
      int turn = number;
      List<Integer> episodes =
          IntStream.range(0, group.size()).filter(i -> begins(group.get(i), turn)).boxed().toList();
      if (episodes.isEmpty()) {
        return turns;
      }
      List<Double> outcomes = episodes.stream().map(i -> outcome(group.get(i), turn)).toList();
      turns.add(new Turn(Kind.of(group.get(episodes.get(0)).tags().get(turn)), episodes, outcomes));
    }
    return turns;
  }

  private double outcome(SampleDiagnosis diagnosis, int from) {
    double well = 0;
    double most = 0;
    double factor = 1;
    boolean goesOn = true;
    for (int turn = from; turn < diagnosis.tags().size(); turn++) {
      goesOn &= turn < diagnosis.reachedTurns() && wentWell(diagnosis, turn);
      well += goesOn ? factor : 0;
      most += factor;
      factor *= discount;
    }
    return well / most;
  }

  private static Map<Kind, Level> levels(List<List<Turn>> groups) {
    Map<Kind, Level> levels = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      List<Double> outcomes =
          groups.stream()
              .flatMap(List::stream)
              .filter(turn -> turn.kind() == kind)
              .flatMap(turn -> turn.outcomes().stream())
              .toList();
      levels.put(kind, Level.of(outcomes));
    }
    return levels;
  }

  private List<List<Double>> of(
      List<SampleDiagnosis> group, List<Turn> turns, Map<Kind, Level> levels) {
    List<List<Double>> advantages = new ArrayList<>();
    for (SampleDiagnosis diagnosis : group) {
      advantages.add(new ArrayList<>(Collections.nCopies(diagnosis.reachedTurns(), 0.0)));
    }
    for (int number = 0; number < turns.size(); number++) {
      Turn turn = turns.get(number);
      double[] own = of(turn.outcomes(), Objects.requireNonNull(levels.get(turn.kind())));
      for (int i = 0; i < own.length; i++) {
        advantages.get(turn.episodes().get(i)).set(number, own[i]);
      }
    }
    return advantages;
  }

  private double[] of(List<Double> outcomes, Level level) {
    if (prior == 0) {
      return GroupAdvantages.of(outcomes, rule);
    }
    double sum = outcomes.stream().mapToDouble(Double::doubleValue).sum();
    double baseline = (sum + prior * level.mean()) / (outcomes.size() + prior);
    double divisor =
        switch (rule) {
          case GRPO -> level.deviation() + EPSILON;
          case DR_GRPO -> 1;
        };
    return outcomes.stream().mapToDouble(outcome -> (outcome - baseline) / divisor).toArray();
  }

  /** Whether an episode reached a turn without having failed before. */
  private static boolean begins(SampleDiagnosis diagnosis, int turn) {
    return turn < diagnosis.reachedTurns()
        && IntStream.range(0, turn).allMatch(before -> wentWell(diagnosis, before));
  }

  /** As its judgement has it: a refused call, or being cut off, makes a turn wrong that passes. */
  private static boolean wentWell(SampleDiagnosis diagnosis, int turn) {
    return diagnosis.officialOutcome(turn) == TurnOutcome.RIGHT;
  }
}
