package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sealflow.diagnose.TagWeights;

/** From the rewards and diagnoses of a batch to the advantages it trains with. */
public final class AdvantageWeighing {
  private final AdvantageRule advantageRule;
  private final WeightingSettings settings;

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
    if (step < settings.tags().warmupSteps()) {
      return weigh(groups, diagnoses, weights, WeightingRule.NONE);
    }
    return switch (settings.rule()) {
      case SEAL, SIGNED, NONE -> weigh(groups, diagnoses, weights, settings.rule());
      case RANDOM -> {
        List<SampleDiagnosis> dealt = LabelPermutation.permute(diagnoses, settings.seed(), step);
        yield weigh(groups, dealt, weights, settings.permutedRule());
      }
    };
  }

  private WeighedBatch weigh(
      List<List<RewardedSample>> groups,
      List<SampleDiagnosis> diagnoses,
      TagWeights weights,
      WeightingRule rule) {
    double[] advantages = advantages(groups);
    double[] scales = scales(advantages, diagnoses, weights, rule);
    double[] within =
        rule == WeightingRule.SEAL ? settings.scale().budget().apply(diagnoses, scales) : scales;
    List<List<SampleDiagnosis>> diagnosed = likeGroups(groups, diagnoses);
    List<List<List<Double>>> turns =
        settings.credit() == CreditRule.TURNS
            ? new TurnAdvantages(advantageRule, settings.turnDiscount(), settings.turnPrior())
                .of(diagnosed)
            : List.of();
    List<WeighedGroup> weighed = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < groups.size(); i++) {
      int next = first + groups.get(i).size();
      double[] own = Arrays.copyOfRange(advantages, first, next);
      double[] factors = Arrays.copyOfRange(within, first, next);
      List<List<Double>> ownTurns = turns.isEmpty() ? List.of() : turns.get(i);
      weighed.add(group(own, factors, diagnosed.get(i), ownTurns, rule));
      first = next;
    }
    double[] effective =
        weighed.stream()
            .flatMap(group -> group.samples().stream())
            .mapToDouble(WeighedSample::scale)
            .toArray();
    return new WeighedBatch(weighed, ScaleSummary.of(diagnoses, scales, effective));
  }

  /** The advantages of all groups, one after another. */
  private double[] advantages(List<List<RewardedSample>> groups) {
    return groups.stream()
        .map(group -> group.stream().map(RewardedSample::reward).toList())
        .flatMapToDouble(rewards -> Arrays.stream(GroupAdvantages.of(rewards, advantageRule)))
        .toArray();
  }

  private double[] scales(
      double[] advantages,
      List<SampleDiagnosis> diagnoses,
      TagWeights weights,
      WeightingRule rule) {
    ScaleSettings range = settings.scale();
    double[] scales = new double[advantages.length];
    for (int i = 0; i < scales.length; i++) {
      SampleDiagnosis diagnosis = diagnoses.get(i);
      scales[i] =
          switch (rule) {
            case NONE, RANDOM -> 1;
            case SEAL -> weights.scale(diagnosis.tags(), range.minScale(), range.maxScale());
            case SIGNED ->
                SignedWeighting.weight(
                    diagnosis, advantages[i], weights, range.minScale(), range.maxScale());
          };
    }
    return scales;
  }

  private static List<List<SampleDiagnosis>> likeGroups(
      List<List<RewardedSample>> groups, List<SampleDiagnosis> diagnoses) {
    List<List<SampleDiagnosis>> diagnosed = new ArrayList<>();
    int first = 0;
    for (List<RewardedSample> group : groups) {
      diagnosed.add(diagnoses.subList(first, first + group.size()));
      first += group.size();
    }
    return diagnosed;
  }

  /** A group; of its turns only where these are credited for themselves. */
  private WeighedGroup group(
      double[] advantages,
      double[] scales,
      List<SampleDiagnosis> diagnoses,
      List<List<Double>> turns,
      WeightingRule rule) {
    double[] factors = scales.clone();
    double[] weighted = new double[advantages.length];
    for (int i = 0; i < weighted.length; i++) {
      if (rule == WeightingRule.SEAL) {
        factors[i] = settings.scale().applyTo().factor(scales[i], advantages[i]);
      }
      weighted[i] = advantages[i] * factors[i];
    }
    if (rule == WeightingRule.SIGNED) {
      factors = GroupBalance.restore(advantages, factors);
    }
    List<WeighedSample> samples = new ArrayList<>();
    for (int i = 0; i < factors.length; i++) {
      List<Integer> rootCauses = diagnoses.get(i).rootCauseTurns();
      List<Double> ownTurns = turns.isEmpty() ? List.of() : turns.get(i);
      samples.add(new WeighedSample(advantages[i], factors[i], rootCauses, ownTurns));
    }
    return new WeighedGroup(samples, GroupBalance.residual(weighted));
  }
}
