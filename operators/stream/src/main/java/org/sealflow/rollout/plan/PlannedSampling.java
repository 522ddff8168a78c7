package org.sealflow.rollout.plan;

import java.io.Serializable;
import org.sealflow.model.sampling.SamplingSettings;

/**
 * The sampling of the policy in planned episodes; each gets a seed of its own.
 *
 * @param temperature softmax temperature, 0 for greedy
 * @param topP probability mass of nucleus sampling, above 0 up to 1
 * @param topK number of most likely tokens kept; 0 for all
 * @param maxTokens most tokens sampled per step, at least 1
 */
public record PlannedSampling(double temperature, double topP, int topK, int maxTokens)
    implements Serializable {
  /** The policy's own distribution, up to 512 tokens a step. */
  public static final PlannedSampling DEFAULT = new PlannedSampling(1, 1, 0, 512);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first value out of range
   */
  public PlannedSampling {
    SamplingSettings unused = new SamplingSettings(temperature, topP, topK, maxTokens, 0);
  }
}
