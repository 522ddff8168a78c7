package org.sealflow.learn.algorithm;

import java.io.Serializable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * Settings of how the feedback of failed turns shapes the advantages of their tokens.
 *
 * @param rule which feedback is read
 * @param beta how strongly, from 0: the exponent of the ratio of probabilities with and without it
 * @param seed what the control deals feedback from
 */
public record FeedbackSettings(FeedbackRule rule, double beta, long seed) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** No feedback. */
  static final FeedbackSettings NONE = new FeedbackSettings(FeedbackRule.NONE, 1, 1);

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public FeedbackSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.notNegative("beta", beta);
    problems.throwIfAny();
  }

  /** Whether any feedback is read. */
  public boolean isOn() {
    return rule != FeedbackRule.NONE;
  }
}
