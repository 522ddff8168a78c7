package org.sealflow.rollout.openai;

import java.util.Optional;

/** The temperatures at which episodes of a served policy can be trained on. */
public final class TrainedTemperature {
  private TrainedTemperature() {}

  /**
   * The problem of a temperature. Unless it is told otherwise a server reports log-probabilities at
   * temperature 1: at another one importance weights would be wrong without any sign.
   *
   * @param temperature what answers are sampled at
   * @param processed whether the server is said to report those it samples by
   * @param name how the setting of the temperature is called
   * @param remedy the setting that says so
   * @return one line; empty if there is none
   */
  public static Optional<String> problem(
      double temperature, boolean processed, String name, String remedy) {
    if (temperature == 1 || processed) {
      return Optional.empty();
    }
    return Optional.of(
        name
            + " is "
            + temperature
            + ", but servers report log-probabilities at temperature 1: expected 1, or "
            + remedy
            + " with a server that reports those it samples by"
            + " (vLLM: --logprobs-mode processed_logprobs)");
  }
}
