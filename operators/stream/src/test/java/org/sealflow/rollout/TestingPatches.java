package org.sealflow.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.PatchVersion;

/** Records of patches. */
public final class TestingPatches {
  /** Shown by {@link #guideline}. */
  static final String GUIDELINE = "Make every call the user needs.";

  private TestingPatches() {}

  /** A guideline for a category, or for {@code *}. */
  public static PatchRecord guideline(String category, PatchState state) {
    PatchContent content = new PatchContent(List.of(), List.of(), GUIDELINE);
    return patch(category, null, PatchLayer.CAPABILITY_HINT, "*::MISSING_CALL", content, state);
  }

  /** The same patch of another run. */
  public static PatchRecord of(String runId, PatchRecord record) {
    return PatchRecords.patch(
        EnvironmentPatch.newBuilder(Objects.requireNonNull(record.getPatch()))
            .setRunId(runId)
            .build());
  }

  /** Marks an argument of a tool as required, in a category. */
  public static PatchRecord required(String category, String tool, String argument) {
    ArgumentCue cue = new ArgumentCue(argument, true, List.of(), null, null);
    PatchContent content = new PatchContent(List.of(cue), List.of(), null);
    return patch(
        category,
        tool,
        PatchLayer.SCHEMA_CUE,
        tool + "::ARGUMENT_MISMATCH",
        content,
        PatchState.ACTIVE);
  }

  /** An order about the guideline of a category. */
  public static PatchRecord command(String category) {
    return PatchRecords.command(
        guideline(category, PatchState.ACTIVE).getPatchKey(),
        new PatchCommand(PatchAction.RETIRE, null, Instant.EPOCH, "run"));
  }

  private static PatchRecord patch(
      String category,
      String tool,
      PatchLayer layer,
      String capability,
      PatchContent content,
      PatchState state) {
    return PatchRecords.patch(
        EnvironmentPatch.newBuilder()
            .setRunId("run")
            .setCategory(category)
            .setTool(tool)
            .setLayer(layer)
            .setCapability(new Capability(CapabilityKind.TOOL_FAILURE, category, capability))
            .setState(state)
            .setVersion(new PatchVersion(0, 1L))
            .setContent(content)
            .setContentDigest("digest of " + capability)
            .setEvidence(new PatchEvidence(10L, 0.5, 0.2, 0L, 1L, List.of()))
            .setUplift(new PatchUplift(0L, 0L, 0L, 0L, null, null, null))
            .setReason("a test")
            .setPinned(false)
            .setActivatedAt(Instant.EPOCH)
            .setUpdatedAt(Instant.EPOCH)
            .build());
  }
}
