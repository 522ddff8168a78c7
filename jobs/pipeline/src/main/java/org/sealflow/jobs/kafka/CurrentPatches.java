package org.sealflow.jobs.kafka;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.UndecodableRecordException;

/** The patches of all runs as the topic holds them now: the last record of each. */
public final class CurrentPatches {
  /** How many keys a message names at most. */
  private static final int NAMED = 5;

  private final Map<String, EnvironmentPatch> patches = new LinkedHashMap<>();
  private final Codec<PatchRecord> codec = Codec.of(PatchRecord.class);

  CurrentPatches() {}

  /**
   * Reads the topic up to its end. Records that cannot be read are passed over: `tail patches`
   * shows them.
   */
  public static CurrentPatches read(Connection connection) {
    CurrentPatches current = new CurrentPatches();
    try (TopicReader reader =
        TopicReader.open(connection, Topic.ENVIRONMENT_PATCHES, StartPosition.earliest())) {
      reader.readToEnd(
          message -> {
            current.add(message);
            return true;
          });
    }
    return current;
  }

  private void add(ConsumerRecord<byte[], byte[]> message) {
    if (message.value() == null) {
      if (message.key() != null) {
        patches.remove(new String(message.key(), StandardCharsets.UTF_8));
      }
      return;
    }
    try {
      add(codec.decode(message.value()));
    } catch (UndecodableRecordException skipped) {
      return;
    }
  }

  /** Takes the next record of the topic in. */
  void add(PatchRecord patch) {
    if (patch.getPatch() != null) {
      patches.put(PatchRecords.topicKey(patch), patch.getPatch());
    }
  }

  /**
   * The patches of a run, active ones first, then by key.
   *
   * @param runId the run; null for all
   */
  public List<EnvironmentPatch> patches(@Nullable String runId) {
    return patches.values().stream()
        .filter(patch -> runId == null || patch.getRunId().equals(runId))
        .sorted(
            Comparator.comparing(EnvironmentPatch::getState)
                .thenComparing(patch -> PatchRecords.topicKey(patch)))
        .toList();
  }

  /**
   * The patch of this key, as in the topic, or the only one of a run whose key contains it.
   *
   * @param runId the run; null for all
   * @throws UserError if none or several fit, naming some
   */
  public EnvironmentPatch require(String name, @Nullable String runId) {
    EnvironmentPatch exact = patches.get(runId == null ? name : PatchRecords.topicKey(runId, name));
    if (exact != null) {
      return exact;
    }
    List<String> fitting =
        patches(runId).stream()
            .map(patch -> PatchRecords.topicKey(patch))
            .filter(key -> key.contains(name))
            .toList();
    if (fitting.size() == 1) {
      return requireNonNull(patches.get(fitting.get(0)));
    }
    throw new UserError(
        fitting.isEmpty()
            ? "no patch fits '" + name + "'; `sealflow patches list` names those there are"
            : fitting.size()
                + " patches fit '"
                + name
                + "': "
                + fitting.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (fitting.size() > NAMED ? ", …" : "")
                + "; give more of the key, or the run with --run");
  }
}
