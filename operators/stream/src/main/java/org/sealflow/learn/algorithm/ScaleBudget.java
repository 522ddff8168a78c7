package org.sealflow.learn.algorithm;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * SEAL's optional budget: keeps the mean scale of a step's trajectories near a target, so that
 * weighting redistributes the advantage instead of adding to it. In this order:
 *
 * <pre>
 * s = clip(1 + strength * (s - 1), min, max)
 * s = clip(s * target / max(mean, 1e-6), min, max)          where the mean is normalised
 * </pre>
 *
 * The last clip may leave the mean beside the target. As in the release, a strength or a target of
 * 0 is read as 1, and bounds in the wrong order are swapped.
 *
 * @param enabled whether there is a budget; SEAL has none
 * @param strength share of the deviation from 1 that is kept, from 0
 * @param minScale one bound of a scale, from 0; null for the least scale of all rules
 * @param maxScale the other bound of a scale, from 0; null for the greatest scale of all rules
 * @param normalizeMean whether the mean is brought to the target
 * @param targetMean the mean wanted, from 0
 */
public record ScaleBudget(
    boolean enabled,
    double strength,
    @Nullable Double minScale,
    @Nullable Double maxScale,
    boolean normalizeMean,
    double targetMean)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final double LEAST_MEAN = 1e-6;

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public ScaleBudget {
    SettingsProblems problems = new SettingsProblems();
    problems.notNegative("strength", strength);
    problems.notNegative("minScale", minScale == null ? 0 : minScale);
    problems.notNegative("maxScale", maxScale == null ? 0 : maxScale);
    problems.notNegative("targetMean", targetMean);
    problems.throwIfAny();
  }

  /** The same with the bounds that are not its own. */
  ScaleBudget within(double least, double greatest) {
    return new ScaleBudget(
        enabled,
        strength,
        minScale == null ? (Double) least : minScale,
        maxScale == null ? (Double) greatest : maxScale,
        normalizeMean,
        targetMean);
  }

  /**
   * The scales of a batch within the budget, in its order. A trajectory without tags keeps 1 and is
   * not looked at; one with excluded tags only counts with its 1.
   */
  double[] apply(List<SampleDiagnosis> diagnoses, double[] scales) {
    double[] within = apply(ScaleSummary.tagged(diagnoses, scales));
    double[] all = new double[scales.length];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      all[i] = diagnoses.get(i).tags().isEmpty() ? 1 : within[next++];
    }
    return all;
  }

  private double[] apply(double[] scales) {
    if (!enabled) {
      return scales;
    }
    double kept = orOne(strength);
    double[] within = Arrays.stream(scales).map(s -> clip(1 + kept * (s - 1))).toArray();
    if (!normalizeMean) {
      return within;
    }
    double factor = orOne(targetMean) / Math.max(ScaleSummary.mean(within), LEAST_MEAN);
    return Arrays.stream(within).map(s -> clip(s * factor)).toArray();
  }

  private static double orOne(double value) {
    return value == 0 ? 1 : value;
  }

  private double clip(double scale) {
    double one = minScale == null ? 0 : minScale;
    double other = maxScale == null ? Double.POSITIVE_INFINITY : maxScale;
    double least = Math.min(one, other);
    double greatest = Math.max(one, other);
    return Math.min(greatest, Math.max(least, scale));
  }
}
