package org.sealflow.nano.warm;

import java.util.List;
import org.sealflow.model.ForwardPass;
import org.sealflow.model.Optimizer;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;

/**
 * One step of supervised training: with w the weights and p the probabilities of the tokens, the
 * loss is the weighted cross-entropy {@code -Σ w ln p / Σ w}, its derivative by {@code ln p} is
 * {@code -w / Σ w}.
 */
final class SupervisedStep {
  private final PolicyModel model;
  private final Optimizer optimizer;
  private final double largestNorm;

  /**
   * Creates steps on a model.
   *
   * @param optimizer of that model
   * @param largestNorm the norm that gradients are clipped to
   */
  SupervisedStep(PolicyModel model, Optimizer optimizer, double largestNorm) {
    this.model = model;
    this.optimizer = optimizer;
    this.largestNorm = largestNorm;
  }

  /**
   * Learns from a batch.
   *
   * @throws IllegalStateException if the gradients are not finite
   */
  StepFigures learn(List<Example> batch, double learningRate) {
    TokenBatch tokens = new TokenBatch(batch.stream().map(Example::sequence).toList());
    double total = 0;
    for (Example example : batch) {
      for (float weight : example.weights()) {
        total += weight;
      }
    }
    StepFigures figures;
    try (ForwardPass pass = model.forward(tokens, 1)) {
      float[][] logProbs = pass.logProbs();
      figures = StepFigures.of(batch, logProbs);
      pass.backward(gradient(batch, total));
    }
    OptimizerStep done = optimizer.step(learningRate, largestNorm);
    if (!done.applied()) {
      throw new IllegalStateException(
          "the gradients are not finite after "
              + optimizer.steps()
              + " steps: lower the learning rate");
    }
    return figures;
  }

  private static float[][] gradient(List<Example> batch, double total) {
    float[][] gradient = new float[batch.size()][];
    for (int row = 0; row < gradient.length; row++) {
      float[] weights = batch.get(row).weights();
      gradient[row] = new float[weights.length];
      for (int i = 0; i < weights.length; i++) {
        gradient[row][i] = (float) (-weights[i] / total);
      }
    }
    return gradient;
  }
}
