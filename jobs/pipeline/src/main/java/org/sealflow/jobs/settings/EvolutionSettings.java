package org.sealflow.jobs.settings;

import org.jspecify.annotations.Nullable;
import org.sealflow.capability.CapabilitySettings;
import org.sealflow.capability.ProfileVersionRule;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.evolve.settings.EvolveSettings;

/**
 * Settings of profiles, and of the patches made from them.
 *
 * @param capability how capabilities are observed
 * @param evolve when patches come and go
 */
public record EvolutionSettings(CapabilitySettings capability, EvolveSettings evolve) {
  /** For runs without a learner, where settled batches are the versions. */
  public static final EvolutionSettings DEFAULT =
      new EvolutionSettings(
          CapabilitySettings.DEFAULT.withVersionRule(ProfileVersionRule.BATCHES),
          EvolveSettings.DEFAULT);

  /** Treats guidelines as SEAL's release does, on the same profiles. */
  public static final EvolutionSettings SEAL =
      new EvolutionSettings(DEFAULT.capability, EvolveSettings.sealEquivalent());

  /** The rules there are. */
  public enum Rule {
    /** Cues, recovery hints and guidelines, retired where they do not help. */
    SEALFLOW,
    /** The release's guidelines. */
    SEAL;

    /** The settings of the rule, for runs without a learner. */
    public EvolutionSettings settings() {
      return switch (this) {
        case SEALFLOW -> EvolutionSettings.DEFAULT;
        case SEAL -> EvolutionSettings.SEAL;
      };
    }
  }

  /** The same with a limit on how much successes may lean on a patch, or without one. */
  public EvolutionSettings with(EvolveSettings.@Nullable Reliance limit) {
    return new EvolutionSettings(capability, evolve.with(limit));
  }

  /**
   * The same beside a learner: the versions are its policy's, and successful is what it rewards.
   *
   * @param reward the learner's reward
   */
  public EvolutionSettings besideLearner(RewardRule reward) {
    return new EvolutionSettings(
        capability.withVersionRule(ProfileVersionRule.POLICY).withRewardRule(reward), evolve);
  }
}
