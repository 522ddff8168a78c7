package org.sealflow.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** Keys of broadcast state on their way into a checkpoint and back. */
class Utf8SerializerTest {
  private static final List<String> TEXTS = List.of("", "base_0/3f", "zwölf", "日本", "😀");

  private final Utf8Serializer serializer = Utf8Serializer.instance();

  private static byte[] written(TypeSerializer<String> serializer) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    for (String text : TEXTS) {
      serializer.serialize(text, out);
    }
    return out.getCopyOfBuffer();
  }

  @Test
  void textsSurviveInTurn() throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(written(serializer));
    for (String text : TEXTS) {
      assertThat(serializer.deserialize("reused", in)).isEqualTo(text);
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void bytesAreCopiedWithoutBeingUnderstood() throws IOException {
    byte[] written = written(serializer);
    DataInputDeserializer in = new DataInputDeserializer(written);
    DataOutputSerializer copy = new DataOutputSerializer(64);
    for (int i = 0; i < TEXTS.size(); i++) {
      serializer.copy(in, copy);
    }
    assertThat(copy.getCopyOfBuffer()).isEqualTo(written);
  }

  @Test
  void aCheckpointFindsItAgain() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
        out, serializer.snapshotConfiguration());

    TypeSerializerSnapshot<String> read =
        TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());

    assertThat(written(read.restoreSerializer())).isEqualTo(written(serializer));
  }
}
