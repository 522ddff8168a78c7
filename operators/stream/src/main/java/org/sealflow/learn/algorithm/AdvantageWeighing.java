package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.sealflow.diagnose.TagWeights;

/**
 * From the rewards and diagnoses of a batch to the advantages it trains with: the credit rule says
 * which advantage each turn carries, the weighting rule what that is multiplied with.
 */
public final class AdvantageWeighing {
  private final AdvantageRule advantageRule;
  private final WeightingSettings settings;

  /**
   * An episode of the batch.
   *
   * @param group its group, from 0
   * @param advantage of the whole episode in its group
   * @param turns advantage of each turn reached, before weighting
   * @param rest advantage of tokens of no such turn, before weighting
   * @param firstTurn its first turn with tokens that are trained on; its own, whatever diagnosis it
   *     was dealt
   */
  private record Credited(
      int group,
      double advantage,
      List<Double> turns,
      double rest,
      SampleDiagnosis diagnosis,
      int firstTurn) {
    /** The values of the turns that are trained on. */
    List<Double> trained(List<Double> ofTurns) {
      return ofTurns.subList(Math.min(firstTurn, ofTurns.size()), ofTurns.size());
    }
  }

  /** Weighs by these settings. */
  public AdvantageWeighing(AdvantageRule advantageRule, WeightingSettings settings) {
    this.advantageRule = advantageRule;
    this.settings = settings;
  }

  /**
   * Weighs a batch; in the steps of the warm-up nothing is weighed.
   *
   * @param groups the groups, sorted by id, and in each the episodes by index; none empty
   * @param weights weights of tags in force, see {@link WeightingState}
   * @param step number of the batch, from 0
   * @return the groups, in their order
   */
  public WeighedBatch weigh(List<List<RewardedSample>> groups, TagWeights weights, long step) {
    List<SampleDiagnosis> diagnoses =
        groups.stream().flatMap(List::stream).map(RewardedSample::diagnosis).toList();
    WeightingRule rule =
        step < settings.tags().warmupSteps() ? WeightingRule.NONE : settings.rule();
    if (rule == WeightingRule.RANDOM) {
      rule = settings.permutedRule();
      diagnoses = LabelPermutation.permute(diagnoses, settings.seed(), step);
    }
    List<Credited> credited = credited(groups, diagnoses, step);
    return switch (rule) {
      case NONE, RANDOM -> unweighted(groups.size(), credited);
      case SEAL -> seal(groups.size(), credited, weights);
      case SIGNED -> signed(groups.size(), credited, weights);
    };
  }

  private List<Credited> credited(
      List<List<RewardedSample>> groups, List<SampleDiagnosis> diagnoses, long step) {
    List<List<SampleDiagnosis>> byGroup = new ArrayList<>();
    int first = 0;
    for (List<RewardedSample> group : groups) {
      byGroup.add(diagnoses.subList(first, first + group.size()));
      first += group.size();
    }
    List<List<List<Double>>> turns = turns(byGroup, step);
    List<Credited> credited = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      double[] advantages =
          GroupAdvantages.of(
              groups.get(group).stream().map(RewardedSample::reward).toList(), advantageRule);
      for (int i = 0; i < advantages.length; i++) {
        SampleDiagnosis diagnosis = byGroup.get(group).get(i);
        boolean whole = settings.credit() == CreditRule.TRAJECTORY || diagnosis.tags().isEmpty();
        List<Double> own =
            whole
                ? Collections.nCopies(diagnosis.reachedTurns(), advantages[i])
                : turns.get(group).get(i);
        int firstTurn = groups.get(group).get(i).diagnosis().firstTurn();
        credited.add(
            new Credited(
                group, advantages[i], own, whole ? advantages[i] : 0, diagnosis, firstTurn));
      }
    }
    return credited;
  }

  /** Advantages of turns by [group][episode][turn reached]; none if episodes are credited. */
  private List<List<List<Double>>> turns(List<List<SampleDiagnosis>> groups, long step) {
    return switch (settings.credit()) {
      case TRAJECTORY -> List.of();
      case TURNS ->
          new TurnsSoFar(advantageRule, settings.turnDiscount(), settings.turnPrior()).of(groups);
      case TURNS_OFFICIAL, TURNS_ORIGIN -> {
        TurnCredit credit = new TurnCredit(advantageRule, settings.credit());
        SplittableRandom random = LabelPermutation.random(settings.seed(), step);
        List<List<List<Double>>> turns = new ArrayList<>();
        for (List<SampleDiagnosis> group : groups) {
          List<List<TurnOutcome>> outcomes = new ArrayList<>();
          for (SampleDiagnosis diagnosis : group) {
            List<TurnOutcome> own = credit.outcomes(diagnosis);
            outcomes.add(settings.permuteTurns() ? TurnCredit.permuted(own, random) : own);
          }
          turns.add(credit.advantages(outcomes));
        }
        yield turns;
      }
    };
  }

  private static WeighedBatch unweighted(int groups, List<Credited> credited) {
    double[] scales = new double[credited.size()];
    Arrays.fill(scales, 1);
    List<WeighedSample> samples =
        credited.stream()
            .map(one -> new WeighedSample(one.advantage(), 1, one.turns(), one.rest()))
            .toList();
    return batch(groups, credited, samples, scales);
  }

  /** SEAL's: one scale for all turns of an episode. */
  private WeighedBatch seal(int groups, List<Credited> credited, TagWeights weights) {
    ScaleSettings range = settings.scale();
    double[] scales =
        credited.stream()
            .mapToDouble(
                one -> weights.scale(one.diagnosis().tags(), range.minScale(), range.maxScale()))
            .toArray();
    double[] within = range.budgetInForce().apply(diagnoses(credited), scales);
    List<WeighedSample> samples = new ArrayList<>();
    for (int i = 0; i < within.length; i++) {
      Credited one = credited.get(i);
      double factor = range.applyTo().factor(within[i], one.advantage());
      List<Double> turns = one.turns().stream().map(turn -> turn * factor).toList();
      samples.add(new WeighedSample(one.advantage(), factor, turns, one.rest() * factor));
    }
    return batch(groups, credited, samples, scales);
  }

  /**
   * By root cause, then balanced over the turns of the batch that are trained on: what a branch
   * repeats has an advantage and teaches nothing.
   */
  private WeighedBatch signed(int groups, List<Credited> credited, TagWeights weights) {
    ScaleSettings range = settings.scale();
    double[] scales = new double[credited.size()];
    List<List<Double>> weighted = new ArrayList<>();
    List<List<Double>> before = new ArrayList<>();
    List<List<Double>> after = new ArrayList<>();
    for (int i = 0; i < scales.length; i++) {
      Credited one = credited.get(i);
      List<Double> factors =
          SignedWeighting.factors(one.diagnosis(), weights, range.minScale(), range.maxScale());
      weighted.add(products(one.turns(), factors));
      before.add(one.trained(one.turns()));
      after.add(one.trained(weighted.get(i)));
      scales[i] =
          one.diagnosis().rootCauseTurns().stream().mapToDouble(factors::get).average().orElse(1);
    }
    double balance = SignedWeighting.balance(before, after);
    List<WeighedSample> samples = new ArrayList<>();
    for (int i = 0; i < scales.length; i++) {
      Credited one = credited.get(i);
      List<Double> turns = weighted.get(i).stream().map(turn -> turn * balance).toList();
      samples.add(
          new WeighedSample(one.advantage(), scales[i] * balance, turns, one.rest() * balance));
    }
    return batch(groups, credited, samples, scales);
  }

  private static List<Double> products(List<Double> turns, List<Double> factors) {
    return IntStream.range(0, turns.size())
        .mapToObj(turn -> turns.get(turn) * factors.get(turn))
        .toList();
  }

  private static WeighedBatch batch(
      int groups, List<Credited> credited, List<WeighedSample> samples, double[] scalesBefore) {
    List<List<WeighedSample>> byGroup = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      byGroup.add(new ArrayList<>());
    }
    for (int i = 0; i < samples.size(); i++) {
      byGroup.get(credited.get(i).group()).add(samples.get(i));
    }
    double[] scales = samples.stream().mapToDouble(WeighedSample::scale).toArray();
    return new WeighedBatch(
        byGroup.stream().map(WeighedGroup::new).toList(),
        ScaleSummary.of(diagnoses(credited), scalesBefore, scales));
  }

  private static List<SampleDiagnosis> diagnoses(List<Credited> credited) {
    return credited.stream().map(Credited::diagnosis).toList();
  }
}
