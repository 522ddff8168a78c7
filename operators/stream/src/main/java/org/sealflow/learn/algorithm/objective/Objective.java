package org.sealflow.learn.algorithm.objective;

import java.util.ArrayList;
import java.util.List;

/**
 * The objective the learner minimises, and its exact gradient by the current log-probabilities, so
 * that a model only has to propagate it further. Of each scored token t:
 *
 * <pre>
 * l_t = w_t * clipped(r_t, A_t) + klCoefficient * k3_t
 * </pre>
 *
 * with the ratio r of {@link RatioLevel}, the loss of {@link ClippedObjective}, the weight w of
 * {@link ImportanceWeight} and the divergence of {@link KlEstimator}, put together as {@link
 * Aggregation} says. With SEAL's settings this is the loss of its release (GRPO, arXiv 2402.03300,
 * equation 3, with dual clip) but for the 1e-8 it adds to the number of tokens; its entropy term
 * has the coefficient 0 and is left out. At a bound, where the loss has no derivative, the slope of
 * the free side is taken.
 */
public final class Objective {
  private final ObjectiveSettings settings;
  private final ClippedObjective clipped;
  private final ImportanceWeight importance;

  /** The objective of these settings. */
  public Objective(ObjectiveSettings settings) {
    this.settings = settings;
    this.clipped =
        new ClippedObjective(settings.clipLow(), settings.clipHigh(), settings.dualClip());
    this.importance = new ImportanceWeight(settings.importanceCap());
  }

  /**
   * The objective at a whole mini-batch.
   *
   * @param sequences the mini-batch, at least one sequence
   * @throws IllegalArgumentException if there is no sequence, or a reference is missing although
   *     its divergence counts
   * @throws ArithmeticException if the loss is not finite
   */
  public Evaluation evaluate(List<ObjectiveSequence> sequences) {
    return evaluate(sequences, BatchTotals.of(sequences));
  }

  /**
   * The objective at a part of a mini-batch: losses and gradients of the parts add up to those of
   * the whole.
   *
   * @param part some of its sequences
   * @param totals what the whole mini-batch holds
   * @throws IllegalArgumentException if a reference is missing although its divergence counts
   * @throws ArithmeticException if the loss is not finite
   */
  public Evaluation evaluate(List<ObjectiveSequence> part, BatchTotals totals) {
    DiagnosticsTally tally = new DiagnosticsTally();
    List<float[]> gradients = new ArrayList<>(part.size());
    double loss = 0;
    for (ObjectiveSequence sequence : part) {
      double[] gradient = new double[sequence.length()];
      if (sequence.scoredTokens() > 0) {
        double coefficient =
            settings
                .aggregation()
                .coefficient(sequence.scoredTokens(), totals, settings.lengthConstant());
        loss += policy(sequence, coefficient, gradient, tally);
        loss += divergence(sequence, coefficient, gradient, tally);
      }
      gradients.add(narrowed(gradient));
    }
    ObjectiveDiagnostics diagnostics = tally.diagnostics();
    if (!Double.isFinite(loss)) {
      throw new ArithmeticException(
          "the loss is %s with ratios up to %s; lower the learning rate or set objective.dualClip"
              .formatted(loss, diagnostics.ratioMax()));
    }
    return new Evaluation(loss, gradients, diagnostics);
  }

  /** Adds the gradient of a sequence's clipped losses and returns their sum. */
  private double policy(
      ObjectiveSequence sequence, double coefficient, double[] gradient, DiagnosticsTally tally) {
    boolean shared = settings.ratio() == RatioLevel.SEQUENCE;
    double sequenceRatio = shared ? Math.exp(meanLogRatio(sequence)) : 1;
    double loss = 0;
    double sharedSlope = 0;
    for (int token = 0; token < sequence.length(); token++) {
      if (!sequence.mask[token]) {
        continue;
      }
      double ratio = shared ? sequenceRatio : Math.exp(sequence.logRatio(token));
      double advantage = sequence.advantages[token];
      double weight = coefficient * importance.of(sequence, token);
      loss += weight * clipped.loss(ratio, advantage);
      // The derivative of a ratio by the logarithm it is made of is the ratio itself.
      double slope = slope(weight, ratio, advantage);
      gradient[token] += shared ? 0 : slope;
      sharedSlope += slope;
      tally.token(
          ratio,
          clipped.isClipped(ratio, advantage),
          clipped.isDualClipped(ratio, advantage),
          importance.isTruncated(sequence, token));
    }
    if (shared) {
      spread(sharedSlope / sequence.scoredTokens(), sequence, gradient);
    }
    return loss;
  }

  private double slope(double weight, double ratio, double advantage) {
    double slope = clipped.slope(ratio, advantage);
    return slope == 0 ? 0 : weight * slope * ratio;
  }

  private static double meanLogRatio(ObjectiveSequence sequence) {
    double sum = 0;
    for (int token = 0; token < sequence.length(); token++) {
      sum += sequence.mask[token] ? sequence.logRatio(token) : 0;
    }
    return sum / sequence.scoredTokens();
  }

  /** Adds an equal share to every scored token: each has the same part in the mean. */
  private static void spread(double share, ObjectiveSequence sequence, double[] gradient) {
    for (int token = 0; token < gradient.length; token++) {
      gradient[token] += sequence.mask[token] ? share : 0;
    }
  }

  /** Adds the gradient of a sequence's divergence and returns its sum. */
  private double divergence(
      ObjectiveSequence sequence, double coefficient, double[] gradient, DiagnosticsTally tally) {
    float[] reference = sequence.reference;
    double weight = coefficient * settings.klCoefficient();
    if (reference == null && weight > 0) {
      throw new IllegalArgumentException(
          "no reference log-probabilities although objective.klCoefficient is "
              + settings.klCoefficient());
    }
    double loss = 0;
    for (int token = 0; token < sequence.length(); token++) {
      if (!sequence.mask[token]) {
        continue;
      }
      double current = sequence.current[token];
      tally.logProbability(current);
      if (reference != null) {
        double k3 = KlEstimator.k3(current, reference[token]);
        tally.divergence(current - reference[token], k3);
        loss += weight * k3;
        gradient[token] += weight * KlEstimator.slope(current, reference[token]);
      }
    }
    return loss;
  }

  private static float[] narrowed(double[] values) {
    float[] narrowed = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      narrowed[i] = (float) values[i];
    }
    return narrowed;
  }
}
