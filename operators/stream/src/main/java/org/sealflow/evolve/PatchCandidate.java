package org.sealflow.evolve;

import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.settings.EvolveSettings;

/**
 * A patch that could be active, and what speaks for it.
 *
 * @param scope the patch
 * @param count turns in the window that show its failure
 * @param prevalence their share among the failing turns, 0 to 1
 * @param rewardMean mean reward in the window of the capability it is to help
 */
record PatchCandidate(PatchScope scope, long count, double prevalence, double rewardMean) {
  /** How much there is to win: prevalence × (1 − reward mean), 0 to 1. */
  double score() {
    return prevalence * (1 - rewardMean);
  }

  /** Whether it passes the thresholds of activation. */
  boolean passes(EvolveSettings.Activation activation) {
    return count >= activation.minimumCount()
        && prevalence >= activation.minimumPrevalence()
        && rewardMean < activation.rewardBelow();
  }
}
