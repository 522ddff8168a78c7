package org.sealflow.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.sealflow.learn.algorithm.AdvantageWeighing;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.RewardedSample;
import org.sealflow.learn.algorithm.WeighedBatch;
import org.sealflow.learn.algorithm.WeighedSample;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.model.Snapshot;

/**
 * One step, in SEAL's order (arXiv 2605.24426, as released): observe this step's own trajectories,
 * move the weights of tags, advantages, their weighting, update. A step depends on nothing but what
 * it is given; chance enters by the seed of the settings and the number of the step alone.
 */
final class Learner {
  private final LearnerSettings settings;
  private final TrainablePolicy policy;
  private final AdvantageWeighing weighing;
  private final GradientSteps gradientSteps;

  /**
   * Trains a policy.
   *
   * @param passTokens most tokens of one pass through the model, padding included, from 1
   * @param cancelled asked before each pass; where it says so, training breaks off
   */
  Learner(
      LearnerSettings settings, int passTokens, TrainablePolicy policy, BooleanSupplier cancelled) {
    this.settings = settings;
    this.policy = policy;
    this.weighing = new AdvantageWeighing(settings.advantage(), settings.weighting());
    this.gradientSteps = new GradientSteps(settings, passTokens, policy, cancelled);
  }

  /**
   * Makes a step.
   *
   * @param number number of the step and of its batch, from 0
   * @param weighting what is remembered for the weights of tags
   * @param before gives the policy as it is; asked where a refused step goes back to it
   * @param groups the groups by id; none where nothing is left to learn from
   * @param rateFactor what the learning rate of the settings is multiplied with, more than 0
   * @throws CancellationException where training is to break off; the policy must be restored then
   */
  LearnerStep step(
      long number,
      WeightingState weighting,
      Supplier<Snapshot> before,
      List<TrainingGroup> groups,
      double rateFactor) {
    WeightingState advanced = groups.isEmpty() ? weighting : advance(number, weighting, groups);
    WeighedBatch weighed = weighing.weigh(rewarded(groups), advanced.inForce(), number);
    WeightingState finished = advanced.finish(number, settings.weighting().tags());
    try {
      UpdateSummary updates = gradientSteps.run(rows(groups, weighed), rateFactor);
      return new LearnerStep(finished, groups, weighed, updates, null);
    } catch (RefusedStepException refused) {
      policy.restore(before.get());
      String reason = "step " + number + " was refused: " + refused.getMessage();
      return new LearnerStep(finished, groups, weighed, UpdateSummary.NONE, reason);
    }
  }

  private WeightingState advance(
      long number, WeightingState weighting, List<TrainingGroup> groups) {
    WeightingState observed = weighting;
    for (TrainingGroup group : groups) {
      for (int i = 0; i < group.episodes().size(); i++) {
        TrainingEpisode episode = group.episodes().get(i);
        observed =
            observed.observe(
                episode.findings().category(), episode.findings().tags(), group.rewards().get(i));
      }
    }
    return observed.advance(number, settings.weighting().tags(), settings.weighting().scale());
  }

  private static List<List<RewardedSample>> rewarded(List<TrainingGroup> groups) {
    List<List<RewardedSample>> rewarded = new ArrayList<>();
    for (TrainingGroup group : groups) {
      List<RewardedSample> samples = new ArrayList<>();
      for (int i = 0; i < group.episodes().size(); i++) {
        samples.add(
            new RewardedSample(
                group.rewards().get(i), group.episodes().get(i).findings().diagnosis()));
      }
      rewarded.add(samples);
    }
    return rewarded;
  }

  private List<List<TrainingRow>> rows(List<TrainingGroup> groups, WeighedBatch weighed) {
    List<List<TrainingRow>> rows = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      List<TrainingRow> own = new ArrayList<>();
      List<WeighedSample> samples = weighed.groups().get(group).samples();
      for (int i = 0; i < samples.size(); i++) {
        own.add(row(groups.get(group).episodes().get(i), samples.get(i)));
      }
      rows.add(own);
    }
    return rows;
  }

  private TrainingRow row(TrainingEpisode episode, WeighedSample sample) {
    if (episode.sequence() == null) {
      throw new IllegalArgumentException(
          "episode " + episode.episodeId() + " has no tokens; leave its group out");
    }
    float[] advantages =
        sample.spread(episode.sequence().turnOfToken(), settings.weighting().negativeWeight());
    return new TrainingRow(episode.sequence(), advantages);
  }
}
