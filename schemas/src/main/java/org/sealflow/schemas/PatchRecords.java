package org.sealflow.schemas;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes valid records of the topic environment-patches. Each method throws {@link
 * IllegalArgumentException} where the record would be invalid, naming every problem.
 */
public final class PatchRecords {
  private static final String COMMAND = "command";
  private static final String COMMAND_PREFIX = COMMAND + "/";

  /** Run, category, tool, layer, kind and name. */
  private static final int KEY_PARTS = 6;

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

  /**
   * What a key of the topic says.
   *
   * @param kind whether it is a patch's or an order's
   */
  public record TopicKey(PatchRecordKind kind, String runId, String patchKey) {}

  /** Reads a key of the topic; empty if it is none that a patch or an order of a run has. */
  public static Optional<TopicKey> parseTopicKey(String key) {
    List<String> parts = Arrays.asList(key.split("/", -1));
    boolean ofOrder = parts.size() == KEY_PARTS + 1 && parts.get(0).equals(COMMAND);
    if (!ofOrder && parts.size() != KEY_PARTS) {
      return Optional.empty();
    }
    List<String> named = ofOrder ? parts.subList(1, parts.size()) : parts;
    return Optional.of(
        new TopicKey(
            ofOrder ? PatchRecordKind.COMMAND : PatchRecordKind.PATCH,
            named.get(0),
            String.join("/", named.subList(1, KEY_PARTS))));
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
