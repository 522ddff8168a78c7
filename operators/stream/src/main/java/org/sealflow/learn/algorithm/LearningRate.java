package org.sealflow.learn.algorithm;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * The learning rate of each optimizer step. With peak p, warm-up W, total N and floor f (a share of
 * p), step k from 0:
 *
 * <pre>
 * k &lt; W                 p * (k + 1) / W
 * constant              p
 * cosine, k &lt; N         f*p + (1 - f)*p * (1 + cos(pi * (k - W) / (N - W))) / 2
 * cosine, k ≥ N         f*p
 * </pre>
 *
 * A run with a budget of sampled tokens has no total: there the share of the budget spent stands
 * for (k - W) / (N - W).
 *
 * <p>The first step of a warm-up learns: its rate is p/W, not 0. Cosine decay as in SGDR (arXiv
 * 1608.03983, equation 5) without restarts.
 *
 * @param peak the rate after the warm-up, more than 0; SEAL's 1e-6
 * @param warmupSteps optimizer steps of the linear warm-up, from 0; SEAL's 0
 * @param decay what follows the warm-up; SEAL's {@code constant}
 * @param totalSteps optimizer steps after which a cosine rests at its floor, more than {@code
 *     warmupSteps}; 0 for those of the whole run, see {@link #over}
 * @param floor least share of the peak a cosine falls to, 0 to 1
 */
public record LearningRate(
    double peak, long warmupSteps, Decay decay, long totalSteps, double floor)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The course of the rate after the warm-up. */
  public enum Decay {
    /** It stays. */
    CONSTANT,
    /** It falls along half a cosine. */
    COSINE
  }

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public LearningRate {
    SettingsProblems problems = new SettingsProblems();
    problems.positive("peak", peak);
    problems.atLeast(0, "warmupSteps", warmupSteps);
    problems.expect(
        decay == Decay.CONSTANT || totalSteps == 0 || totalSteps > warmupSteps,
        "totalSteps",
        totalSteps,
        "more than warmupSteps, which is " + warmupSteps + ", or 0 for the whole run");
    problems.share("floor", floor);
    problems.throwIfAny();
  }

  /** Always the same rate. */
  public static LearningRate constant(double rate) {
    return new LearningRate(rate, 0, Decay.CONSTANT, 0, 0);
  }

  /** The same, its decay over so many steps if none are given. */
  LearningRate over(long steps) {
    return isComplete()
        ? this
        : new LearningRate(peak, warmupSteps, decay, Math.max(steps, warmupSteps + 1), floor);
  }

  /** Whether the rate of every step is known: a decay needs its number of steps. */
  public boolean isComplete() {
    return decay == Decay.CONSTANT || totalSteps > 0;
  }

  /**
   * The rate of an optimizer step.
   *
   * @param step optimizer steps made before, from 0
   * @param spent share of the run's budget of tokens that is spent, from 0; null if it has none
   * @throws IllegalArgumentException if the step is negative
   */
  public double at(long step, @Nullable Double spent) {
    if (step < 0) {
      throw new IllegalArgumentException("optimizer step is " + step + ", expected 0 or more");
    }
    if (step < warmupSteps) {
      return peak * (step + 1) / warmupSteps;
    }
    return switch (decay) {
      case CONSTANT -> peak;
      case COSINE -> peak * (floor + (1 - floor) * cosine(spent == null ? progress(step) : spent));
    };
  }

  private double progress(long step) {
    if (!isComplete()) {
      throw new IllegalStateException("the rate decays, but over which number of steps is not set");
    }
    return (double) (step - warmupSteps) / (totalSteps - warmupSteps);
  }

  /** Half a cosine from 1 at the end of the warm-up to 0 at the end. */
  private static double cosine(double progress) {
    return (1 + Math.cos(Math.PI * Math.min(1, progress))) / 2;
  }
}
