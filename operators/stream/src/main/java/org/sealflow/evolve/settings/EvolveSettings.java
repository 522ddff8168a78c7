package org.sealflow.evolve.settings;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.PatchLayer;

/**
 * Settings of how the interface evolves (arXiv 2605.24426, section 3.3; the thresholds of
 * environment-protocol.md 7.3).
 *
 * @param evidence what hints are made from
 * @param layers the layers that are used
 * @param windowVersions versions of the policy in the sliding window, from 1; no more than profiles
 *     list
 * @param activation when a patch becomes active
 * @param retirement when it is retired
 * @param reliance how much successes may lean on it; null if that does not matter
 */
public record EvolveSettings(
    EvidenceSource evidence,
    Set<PatchLayer> layers,
    int windowVersions,
    Activation activation,
    Retirement retirement,
    @Nullable Reliance reliance)
    implements Serializable {

  /**
   * When a patch becomes active. Checked with the settings it belongs to.
   *
   * @param minimumCount least failing turns in the window, from 1
   * @param minimumPrevalence their least share among all failing turns of the category, 0 to 1
   * @param rewardBelow the mean reward of the capability to help must be below, 0 to 1
   * @param maximumHints most hints active per category, from 0
   * @param maximumCuedTools most tools with schema cues per category, from 0
   * @param spreadShare a patch for all categories needs its failure in at least this share of the
   *     categories seen, 0 to 1
   */
  public record Activation(
      int minimumCount,
      double minimumPrevalence,
      double rewardBelow,
      int maximumHints,
      int maximumCuedTools,
      double spreadShare)
      implements Serializable {
    /** SEAL's thresholds; eight tools with cues; failures of half of the categories are spread. */
    public static final Activation DEFAULT = new Activation(8, 0.10, 0.6, 3, 8, 0.5);

    private void check(List<String> problems) {
      atLeast(1, "activation.minimumCount", minimumCount, problems);
      share("activation.minimumPrevalence", minimumPrevalence, problems);
      share("activation.rewardBelow", rewardBelow, problems);
      atLeast(0, "activation.maximumHints", maximumHints, problems);
      atLeast(0, "activation.maximumCuedTools", maximumCuedTools, problems);
      share("activation.spreadShare", spreadShare, problems);
    }
  }

  /**
   * When a patch is retired. Checked with the settings it belongs to.
   *
   * @param masteredReward the windowed mean reward of its capability from which it is no longer
   *     needed, 0 to 1
   * @param fadedPrevalence the share among the failing turns below which its failure has faded, 0
   *     to 1
   * @param fadedVersions versions in a row for which it has to be faded, from 1
   * @param holdoutEpisodes least episodes in each arm before the arms are compared; 0 to compare
   *     them never
   * @param leastUplift retired where the upper 95 % bound of the uplift is not above, -1 to 1
   * @param cooldownVersions versions for which a content that did not help is not tried again, from
   *     0
   */
  public record Retirement(
      double masteredReward,
      double fadedPrevalence,
      int fadedVersions,
      int holdoutEpisodes,
      double leastUplift,
      int cooldownVersions)
      implements Serializable {
    /** Above SEAL's thresholds of activation, so that no patch comes and goes. */
    public static final Retirement DEFAULT = new Retirement(0.7, 0.05, 2, 64, 0, 10);

    private void check(List<String> problems) {
      share("retirement.masteredReward", masteredReward, problems);
      share("retirement.fadedPrevalence", fadedPrevalence, problems);
      atLeast(1, "retirement.fadedVersions", fadedVersions, problems);
      atLeast(0, "retirement.holdoutEpisodes", holdoutEpisodes, problems);
      between(-1, 1, "retirement.leastUplift", leastUplift, problems);
      atLeast(0, "retirement.cooldownVersions", cooldownVersions, problems);
    }
  }

  /**
   * How much successes may lean on a patch. Checked with the settings it belongs to.
   *
   * @param threshold retired above so many nats, unless episodes without it succeed too; from 0
   * @param episodes least successful episodes measured in the window, from 1
   */
  public record Reliance(double threshold, int episodes) implements Serializable {
    /** A success without the patch is then at least a seventh as likely as one with it. */
    public static final Reliance DEFAULT = new Reliance(2, 16);

    private void check(List<String> problems) {
      if (!(threshold >= 0 && Double.isFinite(threshold))) {
        problems.add("reliance.threshold is " + threshold + ", expected 0 or more");
      }
      atLeast(1, "reliance.episodes", episodes, problems);
    }
  }

  /** All layers on failures, over the last five versions. */
  public static final EvolveSettings DEFAULT =
      new EvolveSettings(
          EvidenceSource.FAILURES,
          EnumSet.allOf(PatchLayer.class),
          5,
          Activation.DEFAULT,
          Retirement.DEFAULT,
          null);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming every setting out of range
   */
  public EvolveSettings {
    layers = Set.copyOf(layers);
    List<String> problems = new ArrayList<>();
    atLeast(1, "windowVersions", windowVersions, problems);
    activation.check(problems);
    retirement.check(problems);
    if (reliance != null) {
      reliance.check(problems);
    }
    if (activation.rewardBelow > retirement.masteredReward) {
      problems.add(
          "activation.rewardBelow is "
              + activation.rewardBelow
              + ", above retirement.masteredReward "
              + retirement.masteredReward
              + ": a patch would be retired as soon as it is active");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("settings are wrong: " + String.join("; ", problems));
    }
  }

  /**
   * Treats guidelines as SEAL's release does: hints from tags alone, chosen anew from every state,
   * no comparison with a holdout (environment-protocol.md 7.3).
   */
  public static EvolveSettings sealEquivalent() {
    return new EvolveSettings(
        EvidenceSource.TAGS,
        EnumSet.of(PatchLayer.CAPABILITY_HINT),
        DEFAULT.windowVersions,
        Activation.DEFAULT,
        new Retirement(0.6, 0.10, 1, 0, 0, 0),
        null);
  }

  /** The same with other conditions of activation. */
  public EvolveSettings with(Activation other) {
    return new EvolveSettings(evidence, layers, windowVersions, other, retirement, reliance);
  }

  /** The same with other conditions of retirement. */
  public EvolveSettings with(Retirement other) {
    return new EvolveSettings(evidence, layers, windowVersions, activation, other, reliance);
  }

  /** The same with a limit on reliance, or without one. */
  public EvolveSettings with(@Nullable Reliance limit) {
    return new EvolveSettings(evidence, layers, windowVersions, activation, retirement, limit);
  }

  private static void atLeast(int least, String name, int found, List<String> problems) {
    if (found < least) {
      problems.add(name + " is " + found + ", expected " + least + " or more");
    }
  }

  private static void share(String name, double found, List<String> problems) {
    between(0, 1, name, found, problems);
  }

  private static void between(
      int least, int most, String name, double found, List<String> problems) {
    if (!(found >= least && found <= most)) {
      problems.add(name + " is " + found + ", expected " + least + " to " + most);
    }
  }
}
