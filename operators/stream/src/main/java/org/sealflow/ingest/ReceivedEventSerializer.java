package org.sealflow.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Moves received events between operators, and into and out of state, in the bytes they were
 * published in: they are encoded once, by whoever published them, and state stays readable for as
 * long as the version of its schema is.
 *
 * <p>Layout: partition and requeues (4 bytes each), offset (8), topic and message, each as length
 * (4 bytes, -1 for no topic) and bytes.
 */
public final class ReceivedEventSerializer extends TypeSerializer<ReceivedEvent> {
  private static final long serialVersionUID = 1L;
  private static final int NO_TOPIC = -1;

  private transient @Nullable Codec<TrajectoryEvent> codec;

  /** The topic met last and its bytes: nearly always also that of the next event. */
  private transient @Nullable String topic;

  private transient byte @Nullable [] topicBytes;

  @Override
  public void serialize(ReceivedEvent received, DataOutputView target) throws IOException {
    target.writeInt(received.partition());
    target.writeInt(received.requeues());
    target.writeLong(received.offset());
    String name = received.topic();
    if (name == null) {
      target.writeInt(NO_TOPIC);
    } else {
      write(bytes(name), target);
    }
    byte[] message = received.message();
    write(message == null ? codec().encode(received.event()) : message, target);
  }

  @Override
  public ReceivedEvent deserialize(DataInputView source) throws IOException {
    int partition = source.readInt();
    int requeues = source.readInt();
    long offset = source.readLong();
    int topicLength = source.readInt();
    String name = topicLength == NO_TOPIC ? null : name(read(topicLength, source));
    byte[] message = read(source.readInt(), source);
    try {
      return new ReceivedEvent(codec().decode(message), name, partition, offset, requeues, message);
    } catch (UndecodableRecordException damaged) {
      throw new IOException("an event that was received before is unreadable now", damaged);
    }
  }

  private static void write(byte[] bytes, DataOutputView target) throws IOException {
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  private static byte[] read(int length, DataInputView source) throws IOException {
    byte[] bytes = new byte[length];
    source.readFully(bytes);
    return bytes;
  }

  private byte[] bytes(String name) {
    byte[] known = topicBytes;
    if (known == null || !name.equals(topic)) {
      known = name.getBytes(StandardCharsets.UTF_8);
      remember(name, known);
    }
    return known;
  }

  private String name(byte[] bytes) {
    String known = topic;
    if (known == null || !Arrays.equals(bytes, topicBytes)) {
      known = new String(bytes, StandardCharsets.UTF_8);
      remember(known, bytes);
    }
    return known;
  }

  private void remember(String name, byte[] bytes) {
    topic = name;
    topicBytes = bytes;
  }

  private Codec<TrajectoryEvent> codec() {
    Codec<TrajectoryEvent> known = codec;
    if (known == null) {
      known = Codec.of(TrajectoryEvent.class);
      codec = known;
    }
    return known;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeInt(source.readInt());
    target.writeInt(source.readInt());
    target.writeLong(source.readLong());
    int topicLength = source.readInt();
    target.writeInt(topicLength);
    if (topicLength != NO_TOPIC) {
      target.write(read(topicLength, source));
    }
    write(read(source.readInt(), source), target);
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public ReceivedEvent copy(ReceivedEvent from) {
    return from;
  }

  @Override
  public ReceivedEvent copy(ReceivedEvent from, ReceivedEvent reuse) {
    return from;
  }

  @Override
  public ReceivedEvent deserialize(ReceivedEvent reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  /** Never asked for: nothing is reused. */
  @Override
  public ReceivedEvent createInstance() {
    return new ReceivedEvent(new TrajectoryEvent(), null, 0, 0, 0);
  }

  /** Of varying length. */
  @Override
  public int getLength() {
    return -1;
  }

  /** Codecs are for one thread. */
  @Override
  public TypeSerializer<ReceivedEvent> duplicate() {
    return new ReceivedEventSerializer();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReceivedEventSerializer;
  }

  @Override
  public int hashCode() {
    return ReceivedEventSerializer.class.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<ReceivedEvent> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The layout never changed: what an event holds is its schema's matter. */
  // Flink makes one by reflection.
  @SuppressWarnings("WeakerAccess")
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<ReceivedEvent> {
    public Snapshot() {
      super(ReceivedEventSerializer::new);
    }
  }
}
