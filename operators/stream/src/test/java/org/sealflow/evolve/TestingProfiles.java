package org.sealflow.evolve;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.VersionStatistics;

/** Writes profiles from counts. */
final class TestingProfiles {
  static final String RUN = "run";
  static final Instant TIME = Instant.parse("2026-01-15T08:00:00Z");

  private String runId = RUN;
  private final Capability capability;
  private final List<VersionStatistics> versions = new ArrayList<>();

  private TestingProfiles(CapabilityKind kind, String category, String name) {
    this.capability = new Capability(kind, category, name);
  }

  /** Turns of a category that fail in one way and blame a tool, {@code *} for any. */
  static TestingProfiles failure(String category, String tool, TurnFailure failure) {
    return new TestingProfiles(
        CapabilityKind.TOOL_FAILURE, category, Capabilities.name(tool, failure.name()));
  }

  /** Turns of a category that use a tool. */
  static TestingProfiles tool(String category, String tool) {
    return new TestingProfiles(CapabilityKind.TOOL, category, tool);
  }

  /** Episodes of a category. */
  static TestingProfiles category(String category) {
    return new TestingProfiles(CapabilityKind.CATEGORY, category, category);
  }

  /** Turns of a category with a tag. */
  static TestingProfiles tag(String category, String tag) {
    return new TestingProfiles(CapabilityKind.CATEGORY_TAG, category, tag);
  }

  /** Of another run. */
  TestingProfiles run(String newRun) {
    runId = newRun;
    return this;
  }

  /** Observations of the next version. */
  TestingProfiles at(long version, long count, double rewardMean) {
    versions.add(new VersionStatistics(version, statistics(count, rewardMean * count)));
    return this;
  }

  private static CapabilityStatistics statistics(long count, double rewardSum) {
    double mean = count == 0 ? 0 : rewardSum / count;
    return new CapabilityStatistics(count, 0L, rewardSum, 0L, 0.0, mean, 0.0, 1.0);
  }

  CapabilityProfile build() {
    long count = 0;
    double rewardSum = 0;
    for (VersionStatistics each : versions) {
      count += each.getStatistics().getCount();
      rewardSum += each.getStatistics().getRewardSum();
    }
    return Records.valid(
        CapabilityProfile.newBuilder()
            .setRunId(runId)
            .setCapability(capability)
            .setVersion(versions.get(versions.size() - 1).getVersion())
            .setTotal(statistics(count, rewardSum))
            .setWindow(statistics(count, rewardSum))
            .setVersions(versions)
            .setObservedAt(TIME)
            .build());
  }

  /** The profile under another name. */
  static CapabilityProfile renamed(TestingProfiles profile, String name) {
    CapabilityProfile built = profile.build();
    built.getCapability().setName(name);
    return built;
  }

  EvolveInput input() {
    return EvolveInput.of(build());
  }
}
