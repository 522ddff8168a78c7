package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.algorithm.FeedbackCredit;
import org.sealflow.learn.algorithm.FeedbackTally;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.objective.BatchTotals;
import org.sealflow.learn.algorithm.objective.Evaluation;
import org.sealflow.learn.algorithm.objective.Objective;
import org.sealflow.learn.algorithm.objective.ObjectiveDiagnostics;
import org.sealflow.learn.algorithm.objective.ObjectiveSequence;
import org.sealflow.learn.batch.MiniBatches;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.OptimizerStep;

/**
 * The updates of a training step: first the log-probabilities of the whole batch under the
 * reference and, where there is more than one update, under the policy it starts from, and those of
 * failed turns behind feedback; then, epoch by epoch, an optimizer step for each mini-batch, its
 * gradient gathered pass by pass.
 */
final class GradientSteps {
  private final LearnerSettings settings;
  private final Objective objective;
  private final int passTokens;
  private final TrainablePolicy policy;
  private final RowScores scores;

  /** The results of a pass. */
  private record Learned(Evaluation evaluation, FeedbackTally feedback) {}

  /**
   * Updates a policy.
   *
   * @param passTokens most tokens of one pass, padding included, from 1
   * @param scores scores rows without a gradient
   */
  GradientSteps(
      LearnerSettings settings, int passTokens, TrainablePolicy policy, RowScores scores) {
    this.settings = settings;
    this.objective = new Objective(settings.objective());
    this.passTokens = passTokens;
    this.policy = policy;
    this.scores = scores;
  }

  /**
   * Makes the updates of a step.
   *
   * @param groups the groups, in order
   * @param rate what the learning rate depends on besides the settings
   * @throws RefusedStepException if numbers are not finite; the policy is then in no state to be
   *     used and must be restored
   * @throws CancellationException if training is to break off; as before
   */
  UpdateSummary run(List<RowGroup> groups, StepRate rate) throws RefusedStepException {
    FeedbackPass feedback = FeedbackPass.of(groups, policy, scores);
    List<List<List<ScoredRow>>> parts = parts(groups, score(groups, feedback));
    UpdateSummary summary = UpdateSummary.NONE.plus(feedback.tally());
    for (int epoch = 0; epoch < settings.batch().epochs(); epoch++) {
      for (List<List<ScoredRow>> part : parts) {
        summary = update(part, rate, summary);
      }
    }
    return summary;
  }

  private List<List<List<ScoredRow>>> parts(List<RowGroup> groups, List<List<ScoredRow>> scored) {
    List<List<ScoredRow>> begun = new ArrayList<>();
    List<List<ScoredRow>> branches = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      (groups.get(group).branch() ? branches : begun).add(scored.get(group));
    }
    return MiniBatches.of(begun, branches, settings.batch().miniBatchGroups());
  }

  private List<List<ScoredRow>> score(List<RowGroup> groups, FeedbackPass feedback)
      throws RefusedStepException {
    List<List<TrainingSequence>> rows =
        groups.stream()
            .map(group -> group.rows().stream().map(TrainingRow::sequence).toList())
            .toList();
    float[][] old = isOneUpdate(groups) ? null : scores.of(rows, policy::logProbs);
    float[][] reference =
        settings.objective().klCoefficient() > 0
            ? scores.of(rows, policy::referenceLogProbs)
            : null;
    List<List<ScoredRow>> scored = new ArrayList<>();
    int at = 0;
    for (RowGroup group : groups) {
      List<ScoredRow> own = new ArrayList<>();
      for (TrainingRow row : group.rows()) {
        own.add(
            new ScoredRow(
                row,
                old == null ? null : old[at],
                reference == null ? null : reference[at],
                feedback.told().get(at)));
        at++;
      }
      scored.add(own);
    }
    return scored;
  }

  /** Whether the whole batch is learned from under the policy that the step starts from. */
  private boolean isOneUpdate(List<RowGroup> groups) {
    long begun = groups.stream().filter(group -> !group.branch()).count();
    return settings.batch().epochs() == 1 && begun <= settings.batch().miniBatchGroups();
  }

  private UpdateSummary update(
      List<List<ScoredRow>> groups, StepRate stepRate, UpdateSummary before)
      throws RefusedStepException {
    BatchTotals totals = totals(groups.stream().flatMap(List::stream).toList());
    if (totals.tokens() == 0) {
      return before;
    }
    double loss = 0;
    ObjectiveDiagnostics seen = ObjectiveDiagnostics.NONE;
    FeedbackTally feedback = FeedbackTally.NONE;
    List<List<ScoredRow>> taught =
        groups.stream().map(group -> group.stream().filter(this::teaches).toList()).toList();
    List<ScoredRow> rows = taught.stream().flatMap(List::stream).toList();
    if (rows.isEmpty()) {
      return before;
    }
    List<List<TrainingSequence>> sequences =
        taught.stream()
            .map(group -> group.stream().map(row -> row.row().sequence()).toList())
            .toList();
    for (List<Integer> pass : MicroBatches.of(sequences, passTokens, policy::batch)) {
      scores.breakOffIfCancelled();
      Learned learned = learn(pass.stream().map(rows::get).toList(), totals);
      loss += learned.evaluation().loss();
      seen = seen.plus(learned.evaluation().diagnostics());
      feedback = feedback.plus(learned.feedback());
    }
    double rate =
        settings.optimizer().learningRate().at(policy.updates(), stepRate.spent())
            * stepRate.factor();
    OptimizerStep step = policy.step(rate, settings.optimizer().maxGradientNorm());
    if (!step.applied()) {
      throw new RefusedStepException(
          "the norm of the gradient is %s; lower the learning rate".formatted(step.gradientNorm()));
    }
    return before.plus(loss, step.gradientNorm(), rate, seen, feedback);
  }

  /** Whether a row has any gradient; what it adds to the totals of its batch counts either way. */
  private boolean teaches(ScoredRow row) {
    if (settings.objective().klCoefficient() > 0) {
      return true;
    }
    for (float advantage : row.row().advantages()) {
      if (advantage != 0) {
        return true;
      }
    }
    return false;
  }

  private static BatchTotals totals(List<ScoredRow> rows) {
    long tokens = 0;
    for (ScoredRow row : rows) {
      tokens += row.row().sequence().sampledTokens();
    }
    return new BatchTotals(rows.size(), tokens);
  }

  private Learned learn(List<ScoredRow> rows, BatchTotals totals) throws RefusedStepException {
    List<TrainingSequence> sequences = rows.stream().map(row -> row.row().sequence()).toList();
    try (TrainablePolicy.Pass pass = policy.forward(sequences)) {
      float[][] current = pass.logProbs();
      List<ObjectiveSequence> parts = new ArrayList<>();
      FeedbackTally feedback = FeedbackTally.NONE;
      for (int i = 0; i < current.length; i++) {
        float[] seen = RowScores.finite(current[i]);
        FeedbackCredit credit = rows.get(i).credit(seen, settings.feedback().beta());
        parts.add(rows.get(i).with(seen, credit.advantages()));
        feedback = feedback.plus(credit.tally());
      }
      Evaluation evaluation = evaluate(parts, totals);
      pass.backward(evaluation.gradients().toArray(float[][]::new));
      return new Learned(evaluation, feedback);
    }
  }

  private Evaluation evaluate(List<ObjectiveSequence> parts, BatchTotals totals)
      throws RefusedStepException {
    try {
      return objective.evaluate(parts, totals);
    } catch (ArithmeticException notFinite) {
      throw new RefusedStepException(String.valueOf(notFinite.getMessage()));
    }
  }
}
