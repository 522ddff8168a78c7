package org.sealflow.evolve;

import java.util.Optional;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.evolve.settings.EvolveSettings;

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
    return judgeEffect(held, settings);
  }

  /** Why what the patch does to episodes speaks against it; empty if it does not. */
  static Optional<Reason> judgeEffect(HeldPatch held, EvolveSettings settings) {
    if (held.uplift().saysUseless(settings.retirement())) {
      return Optional.of(new Reason(Reasons.useless(held.uplift()), true));
    }
    return isCrutch(held, settings)
        ? Optional.of(new Reason(Reasons.reliance(held), true))
        : Optional.empty();
  }

  /**
   * Whether successes lean on the patch and do not transfer: after the versions of a window, in
   * which learning had its chance, they are still that much likelier with it, and episodes without
   * it still succeed less.
   */
  private static boolean isCrutch(HeldPatch held, EvolveSettings settings) {
    EvolveSettings.Reliance limit = settings.reliance();
    RelianceWindow measured = held.reliance();
    return limit != null
        && measured.spans(settings.windowVersions())
        && measured.episodes() >= limit.episodes()
        && measured.mean() > limit.threshold()
        && !held.uplift().mayTransfer(settings.retirement());
  }

  /** The patch at the end of a version, at which its failure had that share. */
  static HeldPatch endVersion(
      HeldPatch held, double prevalence, EvolveSettings.Retirement retirement) {
    boolean faded = prevalence < retirement.fadedPrevalence();
    return held.withFaded(faded ? held.fadedVersions() + 1 : 0);
  }
}
