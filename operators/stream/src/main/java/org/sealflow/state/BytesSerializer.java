package org.sealflow.state;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Byte arrays that nobody changes: a snapshot takes them as they are, where Flink's own serializer
 * would copy all of them while the barrier waits.
 */
public final class BytesSerializer extends TypeSerializerSingleton<byte[]> {
  private static final long serialVersionUID = 1L;

  private static final BytesSerializer INSTANCE = new BytesSerializer();
  private static final BytePrimitiveArraySerializer BYTES = BytePrimitiveArraySerializer.INSTANCE;

  /** The serializer, which has no state. */
  public static BytesSerializer instance() {
    return INSTANCE;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public byte[] createInstance() {
    return BYTES.createInstance();
  }

  @Override
  public byte[] copy(byte[] from) {
    return from;
  }

  @Override
  public byte[] copy(byte[] from, byte[] reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return BYTES.getLength();
  }

  @Override
  public void serialize(byte[] bytes, DataOutputView target) throws IOException {
    BYTES.serialize(bytes, target);
  }

  @Override
  public byte[] deserialize(DataInputView source) throws IOException {
    return BYTES.deserialize(source);
  }

  @Override
  public byte[] deserialize(byte[] reuse, DataInputView source) throws IOException {
    return BYTES.deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    BYTES.copy(source, target);
  }

  @Override
  public TypeSerializerSnapshot<byte[]> snapshotConfiguration() {
    return new BytesSerializerSnapshot();
  }

  /** How a checkpoint remembers the serializer: it has no configuration. */
  public static final class BytesSerializerSnapshot extends SimpleTypeSerializerSnapshot<byte[]> {
    /** Flink makes one by reflection when it restores. */
    public BytesSerializerSnapshot() {
      super(BytesSerializer::instance);
    }
  }
}
