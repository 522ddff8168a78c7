package org.sealflow.evolve;

import java.util.Locale;
import org.sealflow.evolve.settings.EvolveSettings;

/** Why patches come and go, in lines for people. */
final class Reasons {
  private Reasons() {}

  static String activated(PatchCandidate candidate) {
    return String.format(
        Locale.ROOT,
        "%d turns, %.0f %% of the failing ones, at a mean reward of %.2f",
        candidate.count(),
        100 * candidate.prevalence(),
        candidate.rewardMean());
  }

  static String mastered(double rewardMean) {
    return String.format(Locale.ROOT, "mastered: the mean reward is %.2f", rewardMean);
  }

  static String faded(EvolveSettings.Retirement settings) {
    return String.format(
        Locale.ROOT,
        "faded: below %.0f %% of the failing turns for %d versions",
        100 * settings.fadedPrevalence(),
        settings.fadedVersions());
  }

  static String reliance(HeldPatch held) {
    return String.format(
        Locale.ROOT,
        "RELIANCE: %d successes are %.1f nats likelier with it than without, which does not"
            + " transfer: %d of %d succeed with it, %d of %d without",
        held.reliance().episodes(),
        held.reliance().mean(),
        held.uplift().patched().successes(),
        held.uplift().patched().episodes(),
        held.uplift().holdout().successes(),
        held.uplift().holdout().episodes());
  }

  static String useless(UpliftCounts uplift) {
    return String.format(
        Locale.ROOT,
        "does not help: %d of %d succeed with it, %d of %d without",
        uplift.patched().successes(),
        uplift.patched().episodes(),
        uplift.holdout().successes(),
        uplift.holdout().episodes());
  }
}
