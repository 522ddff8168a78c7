package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Compares each turn of an episode with the same turn of the other episodes of its group. With r =
 * 1 for a right turn, 0 for a wrong one, over the episodes j in which turn t is judged, at least
 * two of them,
 *
 * <pre>
 * A(j, t) = (r(j, t) - mean of r(., t)) / (std of r(., t) + 1e-6)
 * </pre>
 *
 * by the rule of {@link GroupAdvantages}; all other turns have advantage 0. An episode that failed
 * early is compared in its later turns too: what it does in the state that it left is as much an
 * example as what the others do.
 */
final class TurnCredit {
  private final AdvantageRule rule;
  private final CreditRule credit;

  /**
   * Compares turns.
   *
   * @param credit {@code TURNS_OFFICIAL} or {@code TURNS_ORIGIN}
   * @throws IllegalArgumentException if the credit is another one
   */
  TurnCredit(AdvantageRule rule, CreditRule credit) {
    if (credit != CreditRule.TURNS_OFFICIAL && credit != CreditRule.TURNS_ORIGIN) {
      throw new IllegalArgumentException(
          "credit is " + credit + ", expected TURNS_OFFICIAL or TURNS_ORIGIN");
    }
    this.rule = rule;
    this.credit = credit;
  }

  /** The outcome of each turn of an episode that was reached. */
  List<TurnOutcome> outcomes(SampleDiagnosis diagnosis) {
    return IntStream.range(0, diagnosis.reachedTurns())
        .mapToObj(
            turn ->
                credit == CreditRule.TURNS_OFFICIAL
                    ? diagnosis.officialOutcome(turn)
                    : diagnosis.judgements().get(turn))
        .toList();
  }

  /**
   * The same outcomes, those of judged turns dealt out anew among these. A control: which turns
   * were right says nothing any more, how many were stays.
   */
  static List<TurnOutcome> permuted(List<TurnOutcome> outcomes, SplittableRandom random) {
    List<TurnOutcome> judged =
        LabelPermutation.permute(
            outcomes.stream().filter(one -> one != TurnOutcome.UNJUDGED).toList(), random);
    List<TurnOutcome> dealt = new ArrayList<>();
    int next = 0;
    for (TurnOutcome outcome : outcomes) {
      dealt.add(outcome == TurnOutcome.UNJUDGED ? outcome : judged.get(next++));
    }
    return dealt;
  }

  /**
   * The advantages of a group.
   *
   * @param outcomes [episode][turn reached]
   * @return [episode][turn reached]
   */
  List<List<Double>> advantages(List<List<TurnOutcome>> outcomes) {
    List<List<Double>> advantages = new ArrayList<>();
    outcomes.forEach(own -> advantages.add(new ArrayList<>(Collections.nCopies(own.size(), 0.0))));
    int turns = outcomes.stream().mapToInt(List::size).max().orElse(0);
    for (int turn = 0; turn < turns; turn++) {
      List<Integer> judged = judged(outcomes, turn);
      if (judged.size() > 1) {
        double[] own = GroupAdvantages.of(rewards(outcomes, judged, turn), rule);
        for (int i = 0; i < own.length; i++) {
          advantages.get(judged.get(i)).set(turn, own[i]);
        }
      }
    }
    return advantages;
  }

  /** Whether any turn of a group has an advantage. */
  boolean varies(List<SampleDiagnosis> group) {
    List<List<TurnOutcome>> outcomes = group.stream().map(this::outcomes).toList();
    int turns = outcomes.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, turns)
        .anyMatch(
            turn -> GroupAdvantages.isUseful(rewards(outcomes, judged(outcomes, turn), turn)));
  }

  private static List<Integer> judged(List<List<TurnOutcome>> outcomes, int turn) {
    return IntStream.range(0, outcomes.size())
        .filter(episode -> turn < outcomes.get(episode).size())
        .filter(episode -> outcomes.get(episode).get(turn) != TurnOutcome.UNJUDGED)
        .boxed()
        .toList();
  }

  private static List<Double> rewards(
      List<List<TurnOutcome>> outcomes, List<Integer> episodes, int turn) {
    return episodes.stream().map(episode -> outcomes.get(episode).get(turn).reward()).toList();
  }
}
