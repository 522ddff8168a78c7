package org.sealflow.evolve;

import java.util.Optional;
import org.sealflow.evolve.EvidenceCell.Observations;

/** When an active patch that answers a failure has had its day. */
final class RetirementRule {
  /**
   * Why a patch is retired.
   *
   * @param line for people
   * @param useless whether its content did not help, and so should not come back soon
   */
  record Reason(String line, boolean useless) {}

  private RetirementRule() {}

  /**
   * Why the patch should be retired; empty if it should stay. Mastery is judged on as many
   * observations as activation is.
   *
   * @param held the patch
   * @param helped the window of the capability it is to help
   */
  static Optional<Reason> judge(HeldPatch held, Observations helped, EvolveSettings settings) {
    EvolveSettings.Retirement retirement = settings.retirement();
    if (helped.count() >= settings.activation().minimumCount()
        && helped.rewardMean() >= retirement.masteredReward()) {
      return Optional.of(new Reason(Reasons.mastered(helped.rewardMean()), false));
    }
    if (held.fadedVersions() >= retirement.fadedVersions()) {
      return Optional.of(new Reason(Reasons.faded(retirement), false));
    }
    return judgeUplift(held, retirement);
  }

  /** Why the comparison of the arms speaks against the patch; empty if it does not. */
  static Optional<Reason> judgeUplift(HeldPatch held, EvolveSettings.Retirement retirement) {
    return held.uplift().saysUseless(retirement)
        ? Optional.of(new Reason(Reasons.useless(held.uplift()), true))
        : Optional.empty();
  }

  /** The patch at the end of a version, at which its failure had that share. */
  static HeldPatch endVersion(
      HeldPatch held, double prevalence, EvolveSettings.Retirement retirement) {
    boolean faded = prevalence < retirement.fadedPrevalence();
    return held.withFaded(faded ? held.fadedVersions() + 1 : 0);
  }
}
