package org.sealflow.evolve;

import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.statistics.Interval;

/**
 * Episodes that a patch can matter to since it is active.
 *
 * @param patched those that were shown it
 * @param holdout those of the holdout arm
 */
public record UpliftCounts(ArmCounts patched, ArmCounts holdout) {
  /** No episode. */
  public static final UpliftCounts NONE = new UpliftCounts(ArmCounts.NONE, ArmCounts.NONE);

  UpliftCounts plusPatched(boolean success, GroupTally group) {
    return new UpliftCounts(patched.plus(success, group), holdout);
  }

  UpliftCounts plusHoldout(boolean success, GroupTally group) {
    return new UpliftCounts(patched, holdout.plus(success, group));
  }

  /** Whether both arms are large enough to speak, and the patch does not bring enough. */
  boolean saysUseless(EvolveSettings.Retirement retirement) {
    int least = retirement.holdoutEpisodes();
    return least > 0
        && patched.episodes() >= least
        && holdout.episodes() >= least
        && patched.minus(holdout).high() <= retirement.leastUplift();
  }

  /**
   * Whether episodes without the patch may succeed as often as those with it, as far as both arms
   * tell by now. Where arms are never compared, nothing shows that.
   */
  boolean mayTransfer(EvolveSettings.Retirement retirement) {
    int least = retirement.holdoutEpisodes();
    return least > 0
        && (patched.episodes() < least
            || holdout.episodes() < least
            || patched.minus(holdout).low() <= 0);
  }

  /** The comparison as patches carry it. */
  public PatchUplift toRecord() {
    boolean known = patched.episodes() > 0 && holdout.episodes() > 0;
    Interval interval = known ? patched.minus(holdout) : null;
    return new PatchUplift(
        patched.episodes(),
        patched.successes(),
        holdout.episodes(),
        holdout.successes(),
        known ? patched.rate() - holdout.rate() : null,
        interval == null ? null : interval.low(),
        interval == null ? null : interval.high());
  }
}
