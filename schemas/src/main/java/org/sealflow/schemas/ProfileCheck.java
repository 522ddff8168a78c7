package org.sealflow.schemas;

import org.jspecify.annotations.Nullable;

/** Checks capability profiles. */
final class ProfileCheck {
  private ProfileCheck() {}

  static void check(CapabilityProfile profile, Problems problems) {
    problems.filled("runId", profile.getRunId());
    capability(profile.getCapability(), problems);
    problems.atLeast(0, "version", profile.getVersion());
    statistics("total", profile.getTotal(), problems);
    statistics("window", profile.getWindow(), problems);
    problems.present("versions", profile.getVersions());
    problems.present("observedAt", profile.getObservedAt());
    if (profile.getVersions() != null) {
      versions(profile, problems);
    }
    if (profile.getPatchSets() != null) {
      profile.getPatchSets().forEach(set -> patchSet(set, problems));
    }
  }

  static void capability(@Nullable Capability capability, Problems problems) {
    problems.present("capability", capability);
    if (capability != null) {
      problems.present("capability.kind", capability.getKind());
      problems.filled("capability.category", capability.getCategory());
      problems.filled("capability.name", capability.getName());
    }
  }

  private static void statistics(
      String name, @Nullable CapabilityStatistics statistics, Problems problems) {
    problems.present(name, statistics);
    if (statistics == null) {
      return;
    }
    problems.atLeast(0, name + ".count", statistics.getCount());
    problems.part(name + ".successes", statistics.getSuccesses(), statistics.getCount());
    problems.part(name + ".partialCount", statistics.getPartialCount(), statistics.getCount());
    problems.shareOrNull(name + ".successRate", statistics.getSuccessRate());
  }

  private static void versions(CapabilityProfile profile, Problems problems) {
    long previous = -1;
    for (VersionStatistics each : profile.getVersions()) {
      problems.expect(
          each.getVersion() > previous, "version " + each.getVersion() + " follows " + previous);
      previous = each.getVersion();
      statistics("versions[" + previous + "]", each.getStatistics(), problems);
    }
    problems.expect(
        previous <= profile.getVersion(),
        "version is " + profile.getVersion() + " although version " + previous + " is listed");
  }

  private static void patchSet(PatchSetUplift set, Problems problems) {
    problems.filled("patchSetDigest", set.getPatchSetDigest());
    problems.part("patchedSuccesses", set.getPatchedSuccesses(), set.getPatchedCount());
    problems.part("holdoutSuccesses", set.getHoldoutSuccesses(), set.getHoldoutCount());
    problems.together("uplift", set.getUplift(), "upliftLow", set.getUpliftLow());
    problems.together("uplift", set.getUplift(), "upliftHigh", set.getUpliftHigh());
  }
}
