package org.sealflow.rollout;

import java.io.Serializable;
import org.sealflow.model.sampling.SamplingSettings;

/**
 * Settings of the users whom somebody plays in dialogues.
 *
 * @param players makes who plays them, a model behind a server or a script
 * @param temperature softmax temperature, 0 for greedy
 * @param maxTokens most tokens of an answer
 */
public record UserSettings(PolicyFactory players, double temperature, int maxTokens)
    implements Serializable {
  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming the first one out of range
   */
  public UserSettings {
    SamplingSettings unused = new SamplingSettings(temperature, 1, 0, maxTokens, 0);
  }

  /** The benchmark's temperature. */
  public static UserSettings of(PolicyFactory players) {
    return new UserSettings(players, 0, 1024);
  }

  /** How to sample in an episode. */
  SamplingSettings sampling(long seed) {
    return new SamplingSettings(temperature, 1, 0, maxTokens, seed);
  }
}
