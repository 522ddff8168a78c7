package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sealflow.schemas.Tag;

/**
 * How much better each turn of an episode went than the same turn of its group. Verification says
 * of every turn whether it went well, and after turns that went well all episodes of a group stand
 * in the same state; so a turn is compared with those that began there: of the episodes that
 * reached it and failed in no turn before. That leaves out what the reward of a whole trajectory
 * mixes in: praise and blame of turns that decided nothing.
 */
public final class TurnAdvantages {
  private TurnAdvantages() {}

  /**
   * The advantages of a group's turns, by the rule of {@link GroupAdvantages} with 1 for a turn
   * that went well and 0 for another.
   *
   * @param group what was diagnosed of each episode
   * @return for each episode, in the order of the group, one advantage for each turn reached; 0 for
   *     turns behind its first failure and for those in which nothing differs
   */
  public static List<List<Double>> of(List<SampleDiagnosis> group, AdvantageRule rule) {
    List<List<Double>> advantages = new ArrayList<>();
    group.forEach(each -> advantages.add(new ArrayList<>()));
    int turns = group.stream().mapToInt(SampleDiagnosis::reachedTurns).max().orElse(0);
    for (int turn = 0; turn < turns; turn++) {
      double[] own = of(group, turn, rule);
      for (int i = 0; i < own.length; i++) {
        if (turn < group.get(i).reachedTurns()) {
          advantages.get(i).add(own[i]);
        }
      }
    }
    return advantages;
  }

  private static double[] of(List<SampleDiagnosis> group, int turn, AdvantageRule rule) {
    List<Integer> compared =
        IntStream.range(0, group.size()).filter(i -> begins(group.get(i), turn)).boxed().toList();
    double[] advantages = new double[group.size()];
    if (compared.isEmpty()) {
      return advantages;
    }
    List<Double> outcomes =
        compared.stream().map(i -> wentWell(group.get(i), turn) ? 1.0 : 0.0).toList();
    double[] own = GroupAdvantages.of(outcomes, rule);
    for (int i = 0; i < own.length; i++) {
      advantages[compared.get(i)] = own[i];
    }
    return advantages;
  }

  /** Whether an episode reached a turn without having failed before. */
  private static boolean begins(SampleDiagnosis diagnosis, int turn) {
    return turn < diagnosis.reachedTurns()
        && IntStream.range(0, turn).allMatch(before -> wentWell(diagnosis, before));
  }

  private static boolean wentWell(SampleDiagnosis diagnosis, int turn) {
    Tag tag = diagnosis.tags().get(turn);
    return tag == Tag.PASS || tag == Tag.CORRECT_ABSTENTION;
  }
}
