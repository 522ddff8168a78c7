package org.sealflow.rollout.scripted;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.sealflow.settings.TimeSpans;

/**
 * Settings of a scripted policy.
 *
 * @param seed what decides when it errs, together with the name of the episode
 * @param faults how it errs
 * @param learningRate the share of its faults it loses with every version, 0 to 1
 * @param slowDelay how long a slow answer takes
 */
public record ScriptedPolicySettings(
    long seed, List<Fault> faults, double learningRate, Duration slowDelay)
    implements Serializable {
  /** A policy that never errs. */
  public static final ScriptedPolicySettings FAULTLESS =
      new ScriptedPolicySettings(1, List.of(), 0, Duration.ofSeconds(1));

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if the learning rate or the delay is out of range
   */
  public ScriptedPolicySettings {
    faults = List.copyOf(faults);
    if (!(learningRate >= 0 && learningRate <= 1)) {
      throw new IllegalArgumentException("learningRate is " + learningRate + ", expected 0 to 1");
    }
    if (slowDelay.isNegative()) {
      throw new IllegalArgumentException(
          "slowDelay is " + TimeSpans.text(slowDelay) + ", expected 0 or more");
    }
  }

  /** The same with other faults. */
  public ScriptedPolicySettings with(Fault... others) {
    return new ScriptedPolicySettings(seed, List.of(others), learningRate, slowDelay);
  }

  /** The same with another learning rate. */
  public ScriptedPolicySettings learning(double rate) {
    return new ScriptedPolicySettings(seed, faults, rate, slowDelay);
  }

  /** The same with another delay of slow answers. */
  public ScriptedPolicySettings slowBy(Duration delay) {
    return new ScriptedPolicySettings(seed, faults, learningRate, delay);
  }

  /** The same from another seed. */
  public ScriptedPolicySettings withSeed(long other) {
    return new ScriptedPolicySettings(other, faults, learningRate, slowDelay);
  }
}
