package org.sealflow.rollout.patch;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.schemas.digest.Sha256;

/** Writes active patches. */
public final class TestingPatches {
  private TestingPatches() {}

  static EnvironmentPatch cue(String category, String tool, String failure, ArgumentCue... cues) {
    return patch(
        category,
        tool,
        PatchLayer.SCHEMA_CUE,
        tool + "::" + failure,
        new PatchContent(List.of(cues), List.of(), null),
        0.5);
  }

  public static EnvironmentPatch recovery(
      String category, @Nullable String tool, RecoveryHint... hints) {
    return patch(
        category,
        tool,
        PatchLayer.RECOVERY_FEEDBACK,
        (tool == null ? "other" : tool) + "::RECOVERY_FAILURE",
        new PatchContent(List.of(), List.of(hints), null),
        0.5);
  }

  /** A hint of a strength: its prevalence, at no reward. */
  public static EnvironmentPatch hint(
      String category, String failure, String line, double strength) {
    return patch(
        category,
        null,
        PatchLayer.CAPABILITY_HINT,
        "*::" + failure,
        new PatchContent(List.of(), List.of(), line),
        strength);
  }

  private static EnvironmentPatch patch(
      String category,
      @Nullable String tool,
      PatchLayer layer,
      String name,
      PatchContent content,
      double prevalence) {
    return EnvironmentPatch.newBuilder()
        .setRunId("run")
        .setCategory(category)
        .setTool(tool)
        .setLayer(layer)
        .setCapability(new Capability(CapabilityKind.TOOL_FAILURE, category, name))
        .setState(PatchState.ACTIVE)
        .setVersion(new PatchVersion(0, 1L))
        .setContent(content)
        .setContentDigest(Sha256.hex(content.toString()))
        .setEvidence(new PatchEvidence(8L, prevalence, 0.0, 0L, 4L, List.of()))
        .setUplift(new PatchUplift(0L, 0L, 0L, 0L, null, null, null))
        .setReason("a test")
        .setPinned(false)
        .setActivatedAt(Instant.EPOCH)
        .setUpdatedAt(Instant.EPOCH)
        .build();
  }

  /** The same, retired. */
  static EnvironmentPatch retired(EnvironmentPatch patch) {
    return EnvironmentPatch.newBuilder(patch).setState(PatchState.RETIRED).build();
  }
}
