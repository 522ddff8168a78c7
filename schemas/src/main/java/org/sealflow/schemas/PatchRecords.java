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

  /** Run, category, tool, layer, kind and name; a category may hold slashes of its own. */
  private static final int LEAST_KEY_PARTS = 6;

  /** Layer, kind and name are the last parts of a key. */
  private static final int LAYER_FROM_END = 3;

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

  /**
   * Reads a key of the topic; empty if it is none that a patch or an order of a run has. The run is
   * what comes before the first slash.
   */
  public static Optional<TopicKey> parseTopicKey(String key) {
    List<String> parts = Arrays.asList(key.split("/", -1));
    boolean ofOrder = parts.size() > LEAST_KEY_PARTS && parts.get(0).equals(COMMAND);
    List<String> named = ofOrder ? parts.subList(1, parts.size()) : parts;
    if (named.size() < LEAST_KEY_PARTS || !isLayer(named.get(named.size() - LAYER_FROM_END))) {
      return Optional.empty();
    }
    return Optional.of(
        new TopicKey(
            ofOrder ? PatchRecordKind.COMMAND : PatchRecordKind.PATCH,
            named.get(0),
            String.join("/", named.subList(1, named.size()))));
  }

  private static boolean isLayer(String name) {
    return Arrays.stream(PatchLayer.values()).anyMatch(layer -> layer.name().equals(name));
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
