package org.sealflow.jobs.train;

import java.time.Instant;
import java.util.List;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;

/** Capability profiles of runs. */
public final class TestingProfiles {
  private TestingProfiles() {}

  /** A profile of {@code n} observations. */
  public static CapabilityProfile profile(String run, CapabilityKind kind, String name, long n) {
    CapabilityStatistics window = new CapabilityStatistics(n, 0L, 0.0, 0L, 0.0, 0.0, 0.0, 0.1);
    return new CapabilityProfile(
        run,
        new Capability(kind, "*", name),
        3L,
        window,
        window,
        List.of(),
        List.of(),
        null,
        null,
        Instant.EPOCH);
  }

  /** Publishes profiles in this order. */
  public static void send(Connection connection, CapabilityProfile... profiles) {
    Codec<CapabilityProfile> codec = Codec.of(CapabilityProfile.class);
    for (CapabilityProfile profile : profiles) {
      TestingRecords.send(
          connection,
          Topic.CAPABILITY_PROFILES,
          Capabilities.topicKey(profile),
          codec.encode(profile));
    }
  }
}
