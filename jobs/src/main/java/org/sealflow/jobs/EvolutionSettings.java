package org.sealflow.jobs;

import org.sealflow.capability.CapabilitySettings;
import org.sealflow.capability.VersionRule;
import org.sealflow.evolve.EvolveSettings;

/**
 * How profiles are kept and patches made of them.
 *
 * @param capability how capabilities are observed
 * @param evolve when patches come and go
 */
public record EvolutionSettings(CapabilitySettings capability, EvolveSettings evolve) {
  /** For runs without a learner, where settled batches are the versions. */
  public static final EvolutionSettings DEFAULT =
      new EvolutionSettings(
          CapabilitySettings.DEFAULT.withVersionRule(VersionRule.BATCHES), EvolveSettings.DEFAULT);

  /** What SEAL's release does with guidelines, on the same profiles. */
  public static final EvolutionSettings SEAL =
      new EvolutionSettings(DEFAULT.capability, EvolveSettings.sealEquivalent());
}
