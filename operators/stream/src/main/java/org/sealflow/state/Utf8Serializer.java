package org.sealflow.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Strings as their length in bytes and UTF-8, handed over at once, where Flink's own serializer
 * writes each character by itself. An unpaired surrogate is written as a question mark.
 */
public final class Utf8Serializer extends TypeSerializerSingleton<String> {
  private static final long serialVersionUID = 1L;

  private static final Utf8Serializer INSTANCE = new Utf8Serializer();

  /** The serializer, which has no state. */
  public static Utf8Serializer instance() {
    return INSTANCE;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public String createInstance() {
    return "";
  }

  @Override
  public String copy(String from) {
    return from;
  }

  @Override
  public String copy(String from, String reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(String text, DataOutputView target) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  @Override
  public String deserialize(DataInputView source) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public String deserialize(String reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  @Override
  public TypeSerializerSnapshot<String> snapshotConfiguration() {
    return new Utf8SerializerSnapshot();
  }

  /** How a checkpoint remembers the serializer: it has no configuration. */
  public static final class Utf8SerializerSnapshot extends SimpleTypeSerializerSnapshot<String> {
    /** Flink makes one by reflection when it restores. */
    public Utf8SerializerSnapshot() {
      super(Utf8Serializer::instance);
    }
  }
}
