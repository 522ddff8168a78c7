package org.sealflow.model.sampling;

import org.sealflow.schemas.Sampling;

/**
 * Settings of sampling a policy.
 *
 * @param temperature softmax temperature, 0 for greedy
 * @param topP probability mass of nucleus sampling, above 0 up to 1
 * @param topK number of most likely tokens kept; 0 for all
 * @param maxTokens most tokens sampled per step, at least 1
 * @param seed what the episode's sampling starts from
 */
public record SamplingSettings(
    double temperature, double topP, int topK, int maxTokens, long seed) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public SamplingSettings {
    check(temperature >= 0 && temperature <= 10, "temperature", temperature, "0 to 10");
    check(topP > 0 && topP <= 1, "topP", topP, "above 0 up to 1");
    check(topK >= 0, "topK", topK, "0 (all) or more");
    check(maxTokens >= 1, "maxTokens", maxTokens, "1 or more");
  }

  private static void check(boolean fact, String name, Object found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is " + found + ", expected " + expected);
    }
  }

  /** The same settings from another seed. */
  public SamplingSettings withSeed(long newSeed) {
    return new SamplingSettings(temperature, topP, topK, maxTokens, newSeed);
  }

  /** The settings as episodes record them. */
  public Sampling toRecord() {
    return new Sampling(temperature, topP, topK == 0 ? null : topK, maxTokens, seed);
  }
}
