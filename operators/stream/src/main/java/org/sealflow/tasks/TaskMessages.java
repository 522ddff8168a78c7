package org.sealflow.tasks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.state.BytesSerializer;
import org.sealflow.state.Utf8Serializer;

/**
 * The tasks as broadcast state: key in the topic {@code tasks} → the record as a message of its
 * own, compressed (zlib, RFC 1950). Thousands of tasks are written at every checkpoint and few are
 * looked at between two, so they are kept as they are written. A state of any published schema
 * version is read.
 *
 * <p>Not thread-safe: each operator makes its own.
 */
public final class TaskMessages {
  private final Codec<TaskRecord> codec = Codec.of(TaskRecord.class);

  /** Does something with a record. */
  @FunctionalInterface
  public interface Use {
    /** Takes a record. */
    void accept(TaskRecord record) throws Exception;
  }

  /** The descriptor of such a state. */
  public static MapStateDescriptor<String, byte[]> descriptor(String name) {
    return new MapStateDescriptor<>(name, Utf8Serializer.instance(), BytesSerializer.instance());
  }

  /** Keeps a record, in the place of one with the same key, or removes one. */
  public void apply(BroadcastState<String, byte[]> tasks, TaskChange change) throws Exception {
    TaskRecord record = change.record();
    if (record == null) {
      tasks.remove(change.key());
    } else {
      tasks.put(change.key(), compressed(codec.encode(record)));
    }
  }

  /** The record with a key, or null if there is none. */
  public @Nullable TaskRecord get(ReadOnlyBroadcastState<String, byte[]> tasks, String key)
      throws Exception {
    byte[] message = tasks.get(key);
    return message == null ? null : decoded(key, message);
  }

  /** Hands over every record, in no particular order. */
  public void forEach(ReadOnlyBroadcastState<String, byte[]> tasks, Use use) throws Exception {
    for (var entry : tasks.immutableEntries()) {
      use.accept(decoded(entry.getKey(), entry.getValue()));
    }
  }

  private TaskRecord decoded(String key, byte[] message) {
    try {
      return codec.decode(uncompressed(message));
    } catch (IOException broken) {
      throw new IllegalStateException(
          "the state holds no readable task under " + key + ": " + broken.getMessage(), broken);
    }
  }

  private static byte[] compressed(byte[] message) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(message.length / 2);
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
      deflater.write(message);
    }
    return bytes.toByteArray();
  }

  private static byte[] uncompressed(byte[] bytes) throws IOException {
    try (InflaterInputStream inflater = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      return inflater.readAllBytes();
    }
  }
}
