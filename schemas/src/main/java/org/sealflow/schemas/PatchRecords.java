package org.sealflow.schemas;

import org.jspecify.annotations.Nullable;

/**
 * Makes valid records of the topic environment-patches. Each method throws {@link
 * IllegalArgumentException} where the record would be invalid, naming every problem.
 */
public final class PatchRecords {
  private static final String COMMAND_PREFIX = "command/";

  private PatchRecords() {}

  /** What names a patch: scope, layer and capability. */
  public static String key(
      String category, @Nullable String tool, PatchLayer layer, Capability capability) {
    return String.join(
        "/",
        category,
        tool == null ? Capabilities.ALL : tool,
        layer.name(),
        capability.getKind().name(),
        capability.getName());
  }

  /** What names this patch. */
  public static String key(EnvironmentPatch patch) {
    return key(patch.getCategory(), patch.getTool(), patch.getLayer(), patch.getCapability());
  }

  /** The key of a record in the topic: a command never replaces the patch it is about. */
  public static String topicKey(PatchRecord patch) {
    return patch.getKind() == PatchRecordKind.COMMAND
        ? COMMAND_PREFIX + patch.getPatchKey()
        : patch.getPatchKey();
  }

  /** The record of a patch. */
  public static PatchRecord patch(EnvironmentPatch patch) {
    return Records.valid(new PatchRecord(key(patch), PatchRecordKind.PATCH, patch, null));
  }

  /** The record of an order about the patch of this key. */
  public static PatchRecord command(String patchKey, PatchCommand command) {
    return Records.valid(new PatchRecord(patchKey, PatchRecordKind.COMMAND, null, command));
  }
}
