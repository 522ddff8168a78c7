package org.sealflow.evolve.patch;

import org.sealflow.schemas.PatchVersion;

/**
 * Numbers the records an operator issues. The restore count outlives the operator; the counter
 * begins anew with it.
 */
public final class PatchVersions {
  private int restoreCount;
  private long counter;

  /**
   * The versions of one life of the operator.
   *
   * @param restoreCount how often it was restored before, from 0
   */
  public PatchVersions(int restoreCount) {
    this.restoreCount = restoreCount;
  }

  /** The version of the next record. */
  public PatchVersion next() {
    return new PatchVersion(restoreCount, ++counter);
  }

  /**
   * Makes every later version newer than one that a former life issued after the checkpoint it was
   * restored from: two lives restored from one checkpoint count alike.
   */
  public void exceed(PatchVersion former) {
    boolean newer =
        former.getRestoreCount() > restoreCount
            || (former.getRestoreCount() == restoreCount && former.getCounter() > counter);
    if (newer) {
      restoreCount = former.getRestoreCount() + 1;
      counter = 0;
    }
  }

  /** At least how often the operator was restored. */
  public int restoreCount() {
    return restoreCount;
  }
}
