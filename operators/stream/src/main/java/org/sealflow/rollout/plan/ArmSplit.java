package org.sealflow.rollout.plan;

import java.io.Serializable;

/**
 * Decides which groups are shown patches.
 *
 * @param patches whether any group is; never in EVAL
 * @param holdoutShare share of the groups that is shown none all the same, 0 to 1, so that what
 *     patches bring can be measured
 */
public record ArmSplit(boolean patches, double holdoutShare) implements Serializable {
  /** Patches with a holdout of one group in eight. */
  public static final ArmSplit DEFAULT = new ArmSplit(true, 0.125);

  /** No patches at all. */
  public static final ArmSplit NONE = new ArmSplit(false, 1);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if the share is out of it
   */
  public ArmSplit {
    SettingProblems problems = new SettingProblems();
    problems.expect(holdoutShare >= 0 && holdoutShare <= 1, "holdoutShare", holdoutShare, "0 to 1");
    problems.throwIfAny("arm split");
  }
}
