package org.sealflow.evolve;

import org.sealflow.diagnose.Interval;
import org.sealflow.schemas.PatchUplift;

/**
 * Episodes that a patch can matter to since it is active, by arm.
 *
 * @param patched those that were shown it, from 0
 * @param patchedSuccesses those of them that succeeded
 * @param holdout those of the holdout arm, from 0
 * @param holdoutSuccesses those of them that succeeded
 */
public record UpliftCounts(
    long patched, long patchedSuccesses, long holdout, long holdoutSuccesses) {
  /** No episode. */
  public static final UpliftCounts NONE = new UpliftCounts(0, 0, 0, 0);

  UpliftCounts plusPatched(boolean success) {
    return new UpliftCounts(
        patched + 1, patchedSuccesses + (success ? 1 : 0), holdout, holdoutSuccesses);
  }

  UpliftCounts plusHoldout(boolean success) {
    return new UpliftCounts(
        patched, patchedSuccesses, holdout + 1, holdoutSuccesses + (success ? 1 : 0));
  }

  private Interval interval() {
    return Interval.newcombe(patchedSuccesses, patched, holdoutSuccesses, holdout);
  }

  /** Whether both arms are large enough to speak, and the patch does not bring enough. */
  boolean saysUseless(EvolveSettings.Retirement retirement) {
    int least = retirement.holdoutEpisodes();
    return least > 0
        && patched >= least
        && holdout >= least
        && interval().high() <= retirement.leastUplift();
  }

  /** The comparison as patches carry it. */
  PatchUplift toRecord() {
    if (patched == 0 || holdout == 0) {
      return new PatchUplift(
          patched, patchedSuccesses, holdout, holdoutSuccesses, null, null, null);
    }
    double uplift = (double) patchedSuccesses / patched - (double) holdoutSuccesses / holdout;
    return new PatchUplift(
        patched,
        patchedSuccesses,
        holdout,
        holdoutSuccesses,
        uplift,
        interval().low(),
        interval().high());
  }
}
