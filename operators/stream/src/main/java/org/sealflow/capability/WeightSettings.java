package org.sealflow.capability;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.diagnose.DynamicTagWeights;
import org.sealflow.diagnose.TagWeights;

/**
 * Settings of the weights of tags that are shown with profiles. Those of the learner come from its
 * own settings and cells; give both the same where they are to agree. Checked as a part of {@link
 * CapabilitySettings}.
 *
 * @param base weight by tag as SEAL spells it, each finite and from 0; others weigh 1
 * @param emaBeta share of the target in a new weight, above 0 up to 1
 * @param prevalenceAlpha how strongly frequent failures gain weight, above 0
 * @param confidenceSamples observations from which on a tag counts fully, from 1
 * @param least lower bound of a target, from 0
 * @param greatest upper bound of a target, from {@code least}
 * @param windowSteps versions after which the window of observations begins anew, from 1
 */
public record WeightSettings(
    Map<String, Double> base,
    double emaBeta,
    double prevalenceAlpha,
    int confidenceSamples,
    double least,
    double greatest,
    int windowSteps)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** As in SEAL's main run, where the window is an epoch of 12 steps. */
  public static final WeightSettings SEAL =
      new WeightSettings(TagWeights.SEAL.byTag(), 0.25, 1, 32, 0.5, 2, 12);

  /** Copies the weights. */
  public WeightSettings {
    base = Map.copyOf(base);
  }

  void check(List<String> problems) {
    for (Map.Entry<String, Double> weight : new TreeMap<>(base).entrySet()) {
      expect(
          Double.isFinite(weight.getValue()) && weight.getValue() >= 0,
          "base." + weight.getKey(),
          weight.getValue(),
          "a number from 0",
          problems);
    }
    expect(emaBeta > 0 && emaBeta <= 1, "emaBeta", emaBeta, "more than 0, up to 1", problems);
    expect(
        Double.isFinite(prevalenceAlpha) && prevalenceAlpha > 0,
        "prevalenceAlpha",
        prevalenceAlpha,
        "a number more than 0",
        problems);
    expect(confidenceSamples >= 1, "confidenceSamples", confidenceSamples, "1 or more", problems);
    expect(Double.isFinite(least) && least >= 0, "least", least, "a number from 0", problems);
    expect(
        Double.isFinite(greatest) && greatest >= least,
        "greatest",
        greatest,
        "a number from " + least,
        problems);
    expect(windowSteps >= 1, "windowSteps", windowSteps, "1 or more", problems);
  }

  private static void expect(
      boolean fact, String key, Object found, String expected, List<String> problems) {
    if (!fact) {
      problems.add("tagWeights." + key + " is " + found + ", expected " + expected);
    }
  }

  /** The rule that moves the weights. */
  DynamicTagWeights rule() {
    return new DynamicTagWeights(emaBeta, prevalenceAlpha, confidenceSamples);
  }
}
