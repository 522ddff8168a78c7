package org.sealflow.learn.algorithm;

import java.io.Serializable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * AdamW (arXiv 1711.05101) with gradient clipping by global norm.
 *
 * @param learningRate the rate of each step
 * @param weightDecay decoupled weight decay, from 0; SEAL's 0.01
 * @param beta1 decay of the first moment, 0 to below 1; SEAL's 0.9
 * @param beta2 decay of the second moment, 0 to below 1; SEAL's 0.999
 * @param epsilon what keeps the division finite, more than 0; SEAL's 1e-8
 * @param maxGradientNorm greatest norm of the gradient, more than 0; SEAL's 1.0
 */
public record OptimizerSettings(
    LearningRate learningRate,
    double weightDecay,
    double beta1,
    double beta2,
    double epsilon,
    double maxGradientNorm)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** As in SEAL's main run. */
  static final OptimizerSettings SEAL =
      new OptimizerSettings(LearningRate.constant(1e-6), 0.01, 0.9, 0.999, 1e-8, 1);

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public OptimizerSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.notNegative("weightDecay", weightDecay);
    problems.expect(beta1 >= 0 && beta1 < 1, "beta1", beta1, "0 to less than 1");
    problems.expect(beta2 >= 0 && beta2 < 1, "beta2", beta2, "0 to less than 1");
    problems.positive("epsilon", epsilon);
    problems.positive("maxGradientNorm", maxGradientNorm);
    problems.throwIfAny();
  }

  /** The same with a rate that decays over so many steps, if its steps are not given. */
  OptimizerSettings over(long steps) {
    return new OptimizerSettings(
        learningRate.over(steps), weightDecay, beta1, beta2, epsilon, maxGradientNorm);
  }
}
