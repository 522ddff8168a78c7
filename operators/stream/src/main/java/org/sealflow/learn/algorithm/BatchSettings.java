package org.sealflow.learn.algorithm;

import java.io.Serializable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * The size of a training step.
 *
 * @param groups groups a step takes, from 1; SEAL's 32
 * @param groupSize episodes of a group, from 1; SEAL's 8
 * @param plannedGroups groups rolled out for a step, from {@code groups}; more than that
 *     over-plans, so that enough useful ones are left
 * @param drop which complete groups are left out; in SEAL none
 * @param miniBatchGroups groups of one optimizer step, 1 to {@code groups}; SEAL's 8
 * @param epochs passes over a batch, from 1; SEAL's 1
 * @param branchWeight what the advantages of episodes that branch off others are multiplied with, 0
 *     to 1
 * @param maxStaleness versions by which the policy that acted may be behind the one that learns,
 *     from 0; 0 plans a batch only when the one before was learned from, as SEAL does
 */
public record BatchSettings(
    int groups,
    int groupSize,
    int plannedGroups,
    DropRule drop,
    int miniBatchGroups,
    int epochs,
    double branchWeight,
    int maxStaleness)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** As in SEAL's main run. */
  static final BatchSettings SEAL = new BatchSettings(32, 8, 32, DropRule.NONE, 8, 1, 0.5, 0);

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public BatchSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.atLeast(1, "groups", groups);
    problems.atLeast(1, "groupSize", groupSize);
    problems.expect(
        plannedGroups >= groups,
        "plannedGroups",
        plannedGroups,
        "a whole number from groups, which is " + groups);
    problems.expect(
        miniBatchGroups >= 1 && miniBatchGroups <= groups,
        "miniBatchGroups",
        miniBatchGroups,
        "a whole number from 1 to groups, which is " + groups);
    problems.atLeast(1, "epochs", epochs);
    problems.expect(
        branchWeight >= 0 && branchWeight <= 1, "branchWeight", branchWeight, "a number 0 to 1");
    problems.atLeast(0, "maxStaleness", maxStaleness);
    problems.throwIfAny();
  }
}
