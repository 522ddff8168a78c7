package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.algorithm.AdvantageWeighing;
import org.sealflow.learn.algorithm.FeedbackDeal;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.RewardedSample;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.algorithm.WeighedBatch;
import org.sealflow.learn.algorithm.WeighedSample;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.model.Snapshot;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.WeightsFormat;

/**
 * One step, in SEAL's order (arXiv 2605.24426, as released): observe this step's own trajectories,
 * move the weights of tags, advantages, their weighting, update. A step depends on nothing but what
 * it is given; chance enters by the seed of the settings and the number of the step alone.
 */
public final class Learner {
  private final LearnerSettings settings;
  private final TrainablePolicy policy;
  private final AdvantageWeighing weighing;
  private final GradientSteps gradientSteps;
  private final ReliancePass reliance;

  /**
   * Trains a policy.
   *
   * @param passTokens most tokens of one pass through the model, padding included, from 1
   * @param cancelled asked before each pass; where it says so, training breaks off
   */
  public Learner(
      LearnerSettings settings, int passTokens, TrainablePolicy policy, BooleanSupplier cancelled) {
    this.settings = settings;
    this.policy = policy;
    this.weighing = new AdvantageWeighing(settings.advantage(), settings.weighting());
    RowScores scores = new RowScores(passTokens, policy::batch, cancelled);
    this.gradientSteps = new GradientSteps(settings, passTokens, policy, scores);
    this.reliance = new ReliancePass(policy, scores);
  }

  /**
   * How much the policy as it is leans on patches, by key of the patch; nothing of a policy without
   * weights here.
   *
   * @throws CancellationException if training is to break off
   */
  public Map<String, PatchReliance> reliance(SettledBatch batch) {
    return policy.format() == WeightsFormat.NONE
        ? Map.of()
        : reliance.of(batch.successes(settings.reward()));
  }

  /**
   * Makes a step; of a policy without weights here it makes the rows alone.
   *
   * @param number number of the step and of its batch, from 0
   * @param weighting what is remembered for the weights of tags
   * @param before gives the policy as it is; asked where a refused step goes back to it
   * @param groups the groups by id; none if nothing is left to learn from
   * @param rate what the learning rate depends on besides the settings
   * @throws CancellationException if training is to break off; the policy must be restored then
   */
  public LearnerStep step(
      long number,
      WeightingState weighting,
      Supplier<Snapshot> before,
      List<TrainingGroup> groups,
      StepRate rate) {
    WeightingState advanced = groups.isEmpty() ? weighting : advance(number, weighting, groups);
    WeighedBatch weighed = weighing.weigh(rewarded(groups), advanced.inForce(), number);
    WeightingState finished = advanced.finish(number, settings.weighting().tags());
    List<RowGroup> rows = rows(number, groups, weighed);
    if (policy.format() == WeightsFormat.NONE) {
      return new LearnerStep(finished, groups, weighed, rows, UpdateSummary.NONE, null);
    }
    try {
      UpdateSummary updates = gradientSteps.run(rows, rate);
      return new LearnerStep(finished, groups, weighed, rows, updates, null);
    } catch (RefusedStepException refused) {
      policy.restore(before.get());
      String reason = "step " + number + " was refused: " + refused.getMessage();
      return new LearnerStep(finished, groups, weighed, rows, UpdateSummary.NONE, reason);
    }
  }

  private WeightingState advance(
      long number, WeightingState weighting, List<TrainingGroup> groups) {
    WeightingState observed = weighting;
    for (TrainingGroup group : groups) {
      // Branches start where a policy fails: what they show is not how often it does.
      for (int i = 0; !group.branch() && i < group.episodes().size(); i++) {
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

  private List<RowGroup> rows(long number, List<TrainingGroup> groups, WeighedBatch weighed) {
    List<RowGroup> rows = new ArrayList<>();
    List<List<List<TurnFeedback>>> feedback = feedback(number, groups);
    for (int group = 0; group < groups.size(); group++) {
      boolean branch = groups.get(group).branch();
      double weight = branch ? settings.batch().branchWeight() : 1;
      List<TrainingRow> own = new ArrayList<>();
      List<WeighedSample> samples = weighed.groups().get(group).samples();
      for (int i = 0; i < samples.size(); i++) {
        own.add(
            row(
                groups.get(group).episodes().get(i),
                samples.get(i),
                weight,
                feedback.get(group).get(i)));
      }
      rows.add(new RowGroup(branch, own));
    }
    return rows;
  }

  /** [group][episode] what teachers are told. */
  private List<List<List<TurnFeedback>>> feedback(long number, List<TrainingGroup> groups) {
    List<List<List<TurnFeedback>>> own =
        groups.stream()
            .map(group -> group.episodes().stream().map(TrainingEpisode::feedback).toList())
            .toList();
    return switch (settings.feedback().rule()) {
      case NONE ->
          own.stream().map(group -> Collections.nCopies(group.size(), noFeedback())).toList();
      case EVIDENCE -> own;
      case PERMUTED -> FeedbackDeal.of(own, settings.feedback().seed(), number);
    };
  }

  private static List<TurnFeedback> noFeedback() {
    return List.of();
  }

  private TrainingRow row(
      TrainingEpisode episode, WeighedSample sample, double weight, List<TurnFeedback> feedback) {
    if (episode.sequence() == null) {
      throw new IllegalArgumentException(
          "episode " + episode.episodeId() + " has no tokens; leave its group out");
    }
    float[] advantages =
        sample.spread(episode.sequence().turnOfToken(), settings.weighting().negativeWeight());
    for (int token = 0; token < advantages.length; token++) {
      advantages[token] *= (float) weight;
    }
    return new TrainingRow(episode.sequence(), advantages, feedback);
  }
}
