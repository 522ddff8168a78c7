package org.sealflow.schemas;

import org.jspecify.annotations.Nullable;

/** Checks records about patches. */
final class PatchCheck {
  private PatchCheck() {}

  static void check(PatchRecord patch, Problems problems) {
    problems.filled("patchKey", patch.getPatchKey());
    problems.present("kind", patch.getKind());
    problems.payload("patch", patch.getPatch(), patch.getKind() == PatchRecordKind.PATCH);
    problems.payload("command", patch.getCommand(), patch.getKind() == PatchRecordKind.COMMAND);
    if (patch.getPatch() != null) {
      patch(patch.getPatchKey(), patch.getPatch(), problems);
    }
    if (patch.getCommand() != null) {
      problems.present("action", patch.getCommand().getAction());
      problems.present("issuedAt", patch.getCommand().getIssuedAt());
      problems.filledOrNull("command.runId", patch.getCommand().getRunId());
    }
  }

  private static void patch(@Nullable String key, EnvironmentPatch patch, Problems problems) {
    problems.filled("runId", patch.getRunId());
    problems.filled("category", patch.getCategory());
    problems.filledOrNull("tool", patch.getTool());
    problems.present("layer", patch.getLayer());
    ProfileCheck.capability(patch.getCapability(), problems);
    problems.present("state", patch.getState());
    problems.present("version", patch.getVersion());
    problems.filled("contentDigest", patch.getContentDigest());
    problems.present("evidence", patch.getEvidence());
    problems.present("uplift", patch.getUplift());
    if (patch.getReliance() != null) {
      reliance("reliance", patch.getReliance(), problems);
    }
    problems.filled("reason", patch.getReason());
    problems.present("activatedAt", patch.getActivatedAt());
    problems.present("updatedAt", patch.getUpdatedAt());
    problems.present("content", patch.getContent());
    if (patch.getContent() != null && patch.getLayer() != null) {
      content(patch.getLayer(), patch.getContent(), problems);
    }
    if (patch.getCapability() != null && patch.getCategory() != null && patch.getLayer() != null) {
      String expected = PatchRecords.key(patch);
      problems.expect(expected.equals(key), "patchKey is " + key + ", expected " + expected);
    }
  }

  static void reliance(String name, PatchReliance reliance, Problems problems) {
    problems.atLeast(0, name + ".episodes", reliance.getEpisodes());
    problems.atLeast(0, name + ".tokens", reliance.getTokens());
    problems.expect(
        Double.isFinite(reliance.getLogRatio()),
        () -> name + ".logRatio is " + reliance.getLogRatio() + ", expected a finite number");
  }

  private static void content(PatchLayer layer, PatchContent content, Problems problems) {
    problems.expect(
        content.getArgumentCues().isEmpty() == (layer != PatchLayer.SCHEMA_CUE),
        "argumentCues do not fit the layer " + layer);
    problems.expect(
        content.getRecoveryHints().isEmpty() == (layer != PatchLayer.RECOVERY_FEEDBACK),
        "recoveryHints do not fit the layer " + layer);
    problems.expect(
        (content.getGuideline() == null) == (layer != PatchLayer.CAPABILITY_HINT),
        "guideline does not fit the layer " + layer);
    problems.filledOrNull("guideline", content.getGuideline());
  }
}
