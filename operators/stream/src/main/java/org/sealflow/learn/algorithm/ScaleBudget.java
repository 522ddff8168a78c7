package org.sealflow.learn.algorithm;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;
import org.sealflow.settings.SettingsReader;

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
 * @param minScale one bound of a scale, from 0
 * @param maxScale the other bound of a scale, from 0
 * @param normalizeMean whether the mean is brought to the target
 * @param targetMean the mean wanted, from 0
 */
public record ScaleBudget(
    boolean enabled,
    double strength,
    double minScale,
    double maxScale,
    boolean normalizeMean,
    double targetMean)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String KEY = "weighting.budget.";
  private static final double LEAST_MEAN = 1e-6;

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public ScaleBudget {
    SettingsProblems problems = new SettingsProblems(KEY);
    problems.notNegative("strength", strength);
    problems.notNegative("minScale", minScale);
    problems.notNegative("maxScale", maxScale);
    problems.notNegative("targetMean", targetMean);
    problems.throwIfAny();
  }

  static ScaleBudget read(SettingsReader reader, ScaleBudget fallback) {
    boolean enabled = reader.flag(KEY + "enabled", fallback.enabled);
    double strength = reader.number(KEY + "strength", fallback.strength);
    double minScale = reader.number(KEY + "minScale", fallback.minScale);
    double maxScale = reader.number(KEY + "maxScale", fallback.maxScale);
    boolean normalizeMean = reader.flag(KEY + "normalizeMean", fallback.normalizeMean);
    double targetMean = reader.number(KEY + "targetMean", fallback.targetMean);
    return reader.section(
        () -> new ScaleBudget(enabled, strength, minScale, maxScale, normalizeMean, targetMean),
        fallback);
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
    double least = Math.min(minScale, maxScale);
    double greatest = Math.max(minScale, maxScale);
    return Math.min(greatest, Math.max(least, scale));
  }
}
