package org.sealflow.schemas;

import org.jspecify.annotations.Nullable;

/**
 * Makes valid records of the topic environment-patches. Each method throws {@link
 * IllegalArgumentException} where the record would be invalid, naming every problem.
 */
public final class PatchRecords {
  private static final String COMMAND_PREFIX = "command/";

  private PatchRecords() {}

  /** The key of a patch among those of its run: scope, layer and capability. */
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

  /** The key of this patch among those of its run. */
  public static String key(EnvironmentPatch patch) {
    return key(patch.getCategory(), patch.getTool(), patch.getLayer(), patch.getCapability());
  }

  /** The run of a record; null for an order that names none. */
  public static @Nullable String runId(PatchRecord record) {
    EnvironmentPatch patch = record.getPatch();
    return patch != null
        ? patch.getRunId()
        : record.getCommand() == null ? null : record.getCommand().getRunId();
  }

  /** The key of a patch among those of all runs, e.g. in the topic. */
  public static String topicKey(String runId, String patchKey) {
    return runId + "/" + patchKey;
  }

  /** The key of this patch among those of all runs. */
  public static String topicKey(EnvironmentPatch patch) {
    return topicKey(patch.getRunId(), key(patch));
  }

  /** The key of a record in the topic: a command never replaces the patch it is about. */
  public static String topicKey(PatchRecord record) {
    String runId = runId(record);
    String key = runId == null ? record.getPatchKey() : topicKey(runId, record.getPatchKey());
    return record.getKind() == PatchRecordKind.COMMAND ? COMMAND_PREFIX + key : key;
  }

  /** The record of a patch. */
  public static PatchRecord patch(EnvironmentPatch patch) {
    return Records.valid(new PatchRecord(key(patch), PatchRecordKind.PATCH, patch, null));
  }

  /** The record of an order about the patch of this key, of the run that the order names. */
  public static PatchRecord command(String patchKey, PatchCommand command) {
    if (command.getRunId() == null) {
      throw new IllegalArgumentException("the order about " + patchKey + " names no run");
    }
    return Records.valid(new PatchRecord(patchKey, PatchRecordKind.COMMAND, null, command));
  }
}
