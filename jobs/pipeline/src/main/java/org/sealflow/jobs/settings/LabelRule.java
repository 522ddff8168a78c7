package org.sealflow.jobs.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.capability.PermutationSettings;

/** A rule that decides which labels of failed turns reach profiles and learner. */
public enum LabelRule {
  /** Those that were diagnosed. */
  DIAGNOSED,
  /**
   * Those of a batch permuted among its failed turns. What is gained with them does not come from
   * the diagnoses.
   */
  PERMUTED;

  /**
   * How labels are permuted; null if they are not.
   *
   * @param seed seed of the run
   * @param deadline how long a batch is waited for
   */
  public @Nullable PermutationSettings permutation(long seed, Duration deadline) {
    return switch (this) {
      case DIAGNOSED -> null;
      case PERMUTED -> new PermutationSettings(seed, deadline);
    };
  }
}
