package org.sealflow.schemas;

import static org.sealflow.schemas.Samples.DIGEST;
import static org.sealflow.schemas.Samples.TIME;

import java.util.List;

/** Profiles and patches. Their bytes are stored, see {@link Samples}. */
final class EvolutionSamples {
  private EvolutionSamples() {}

  static CapabilityProfile profileOfTag() {
    return CapabilityProfile.newBuilder()
        .setRunId("run-7")
        .setCapability(new Capability(CapabilityKind.TAG, Capabilities.ALL, "state_mismatch"))
        .setVersion(12L)
        .setTotal(new CapabilityStatistics(10L, 3L, 3.5, 1L, 0.3, 0.35, 0.107789, 0.603222))
        .setWindow(new CapabilityStatistics(2L, 1L, 1.0, 0L, 0.5, 0.5, 0.094531, 0.905469))
        .setVersions(
            List.of(
                new VersionStatistics(
                    12L, new CapabilityStatistics(2L, 1L, 1.0, 0L, 0.5, 0.5, 0.094531, 0.905469))))
        .setPatchSets(
            List.of(
                new PatchSetUplift(DIGEST, 6L, 3L, 2L, 0L, 0.5, -0.2, 0.8),
                new PatchSetUplift(DIGEST, 1L, 1L, 0L, 0L, null, null, null)))
        .setTagWeight(1.0044642857142856)
        .setObservedAt(TIME)
        .build();
  }

  static CapabilityProfile profileOfTask() {
    CapabilityStatistics none = new CapabilityStatistics(0L, 0L, 0.0, 0L, 0.0, 0.0, 0.0, 1.0);
    return CapabilityProfile.newBuilder()
        .setRunId("run-7")
        .setCapability(new Capability(CapabilityKind.TASK, "multi_turn_base", "multi_turn_base_4"))
        .setVersion(0L)
        .setTotal(none)
        .setWindow(none)
        .setVersions(List.of())
        .setSignals(
            new TaskSignals(true, false, true, List.of(1.0, 0.0), List.of("cd::INVALID_CALL")))
        .setObservedAt(TIME)
        .build();
  }

  private static EnvironmentPatch.Builder patch(PatchLayer layer, String failure) {
    return EnvironmentPatch.newBuilder()
        .setRunId("run-7")
        .setCategory("multi_turn_base")
        .setLayer(layer)
        .setCapability(
            new Capability(
                CapabilityKind.TOOL_FAILURE, "multi_turn_base", "place_order::" + failure))
        .setState(PatchState.ACTIVE)
        .setVersion(new PatchVersion(1, 17L))
        .setContentDigest(DIGEST)
        .setEvidence(new PatchEvidence(9L, 0.25, 0.1, 8L, 12L, List.of("run-7/b3/g2/s1")))
        .setUplift(new PatchUplift(64L, 60L, 9L, 1L, 0.826389, 0.5, 0.9))
        .setReason("9 of 36 failing turns")
        .setPinned(false)
        .setActivatedAt(TIME)
        .setUpdatedAt(TIME);
  }

  static EnvironmentPatch cue() {
    return patch(PatchLayer.SCHEMA_CUE, "ARGUMENT_MISMATCH")
        .setTool("place_order")
        .setContent(
            new PatchContent(
                List.of(
                    new ArgumentCue("order_type", true, List.of("Buy", "Sell"), "string", null),
                    new ArgumentCue("price", true, List.of(), null, "dollars")),
                List.of(),
                null))
        .setReliance(new PatchReliance(24L, 1_810L, 62.5))
        .build();
  }

  static EnvironmentPatch recovery() {
    return patch(PatchLayer.RECOVERY_FEEDBACK, "RECOVERY_FAILURE")
        .setTool("place_order")
        .setContent(
            new PatchContent(
                List.of(),
                List.of(new RecoveryHint("MISSING_ARGUMENT", "Give {argument} to {tool}.")),
                null))
        .build();
  }

  static EnvironmentPatch hint() {
    return patch(PatchLayer.CAPABILITY_HINT, "MISSING_CALL")
        .setState(PatchState.RETIRED)
        .setContent(new PatchContent(List.of(), List.of(), "Größe zählt."))
        .setUplift(new PatchUplift(0L, 0L, 0L, 0L, null, null, null))
        .build();
  }
}
