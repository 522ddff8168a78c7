package org.sealflow.ingest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecordKind;
import org.sealflow.schemas.PatchRecords;

/**
 * A change of the topic environment-patches: a record that is new or replaces one, or a record
 * removed.
 *
 * @param runId the run it is about; null for an order that names none
 * @param patchKey the key of the patch among those of its run
 * @param kind whether it is a patch or an order about one
 * @param record null if the record is removed
 */
public record PatchChange(
    @Nullable String runId, String patchKey, PatchRecordKind kind, @Nullable PatchRecord record) {
  /** A record that is new, or replaces one with the same key. */
  public static PatchChange of(PatchRecord record) {
    return new PatchChange(
        PatchRecords.runId(record), record.getPatchKey(), record.getKind(), record);
  }

  /** The removal of a record; empty if no patch and no order of a run has this key. */
  public static Optional<PatchChange> removal(String topicKey) {
    return PatchRecords.parseTopicKey(topicKey)
        .map(key -> new PatchChange(key.runId(), key.patchKey(), key.kind(), null));
  }
}
