package org.sealflow.learn.algorithm;

import java.io.Serializable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * The range of a trajectory's scale and where SEAL's rule puts it.
 *
 * @param minScale least scale, from 0; SEAL's 0.5
 * @param maxScale greatest scale, not below {@code minScale}; SEAL's 2.0
 * @param applyTo which advantages the rule {@code seal} multiplies; SEAL's {@code all}
 * @param budget what keeps the mean scale of the rule {@code seal}; SEAL has it off
 */
public record ScaleSettings(double minScale, double maxScale, ApplyTo applyTo, ScaleBudget budget)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** As in SEAL's main run. */
  static final ScaleSettings SEAL =
      new ScaleSettings(0.5, 2, ApplyTo.ALL, new ScaleBudget(false, 1, null, null, true, 1));

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public ScaleSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.notNegative("minScale", minScale);
    problems.expect(
        maxScale >= minScale && Double.isFinite(maxScale),
        "maxScale",
        maxScale,
        "a number from minScale, which is " + minScale);
    problems.throwIfAny();
  }

  /** The budget, within this range where it has no bounds of its own. */
  ScaleBudget budgetInForce() {
    return budget.within(minScale, maxScale);
  }
}
