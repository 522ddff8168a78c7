package org.sealflow.learn.step;

import org.jspecify.annotations.Nullable;

/**
 * The inputs of a step's learning rate besides the settings.
 *
 * @param factor what the rate of the settings is multiplied with, more than 0 and up to 1
 * @param spent share of the run's budget of tokens that was spent when its batch was planned, from
 *     0; null if the run has none
 */
public record StepRate(double factor, @Nullable Double spent) {
  /** The rate of the settings. */
  public static final StepRate OF_SETTINGS = new StepRate(1, null);
}
