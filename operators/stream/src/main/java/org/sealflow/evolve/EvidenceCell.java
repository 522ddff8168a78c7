package org.sealflow.evolve;

import java.util.List;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;

/**
 * The part of a capability's newest profile that evolution keeps.
 *
 * @param versions the observations by version, oldest first
 * @param total all observations
 */
public record EvidenceCell(List<VersionEvidence> versions, Observations total) {
  /**
   * Observations of one version.
   *
   * @param version the version, from 0
   */
  public record VersionEvidence(long version, Observations observations) {}

  /**
   * A number of observations.
   *
   * @param count how many, from 0
   * @param rewardSum sum of their rewards
   */
  public record Observations(long count, double rewardSum) {
    /** Nothing observed. */
    public static final Observations NONE = new Observations(0, 0);

    static Observations of(CapabilityStatistics statistics) {
      return new Observations(statistics.getCount(), statistics.getRewardSum());
    }

    Observations plus(Observations other) {
      return new Observations(count + other.count, rewardSum + other.rewardSum);
    }

    /** {@code rewardSum / count}; 0 if nothing was observed. */
    double rewardMean() {
      return count == 0 ? 0 : rewardSum / count;
    }
  }

  /** Nothing observed. */
  static final EvidenceCell EMPTY = new EvidenceCell(List.of(), Observations.NONE);

  static EvidenceCell of(CapabilityProfile profile) {
    return new EvidenceCell(
        profile.getVersions().stream()
            .map(
                each ->
                    new VersionEvidence(each.getVersion(), Observations.of(each.getStatistics())))
            .toList(),
        Observations.of(profile.getTotal()));
  }

  /** The observations from a version on. */
  Observations since(long oldest) {
    Observations sum = Observations.NONE;
    for (VersionEvidence each : versions) {
      if (each.version >= oldest) {
        sum = sum.plus(each.observations);
      }
    }
    return sum;
  }
}
