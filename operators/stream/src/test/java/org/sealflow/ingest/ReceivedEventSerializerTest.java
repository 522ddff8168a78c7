package org.sealflow.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.TestingEpisode;

/** Received events on their way between operators and into state. */
class ReceivedEventSerializerTest {
  private static final TrajectoryEvent EVENT =
      new TestingEpisode("episode", 0, "base_0").start().received().get(0).event();
  private static final byte[] MESSAGE = Codec.of(TrajectoryEvent.class).encode(EVENT);

  private final ReceivedEventSerializer serializer = new ReceivedEventSerializer();

  private byte[] bytes(List<ReceivedEvent> events) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    for (ReceivedEvent event : events) {
      serializer.serialize(event, out);
    }
    return out.getCopyOfBuffer();
  }

  @Test
  void flinkFindsItByItself() {
    assertThat(TypeInformation.of(ReceivedEvent.class)).isEqualTo(new ReceivedEventType());
  }

  @Test
  void eventsOfSeveralTopicsAndOfNoneSurviveInTurn() throws IOException {
    List<ReceivedEvent> events =
        List.of(
            new ReceivedEvent(EVENT, "one", 1, Long.MAX_VALUE, 3, MESSAGE),
            new ReceivedEvent(EVENT, null, 0, 7, 0),
            new ReceivedEvent(EVENT, "two", 2, 0, 0, MESSAGE),
            new ReceivedEvent(EVENT, "zwölf", 2, 1, 0, MESSAGE));
    DataInputDeserializer in = new DataInputDeserializer(bytes(events));

    TypeSerializer<ReceivedEvent> reader = serializer.duplicate();
    for (ReceivedEvent event : events) {
      assertThat(reader.deserialize(in)).isEqualTo(event);
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void anEventKeepsTheBytesItWasPublishedIn() throws IOException {
    // Not what the event encodes to, so that encoding it again would show.
    TrajectoryEvent published = TrajectoryEvent.newBuilder(EVENT).setRunId("as published").build();
    byte[] message = Codec.of(TrajectoryEvent.class).encode(published);
    byte[] written = bytes(List.of(new ReceivedEvent(EVENT, "topic", 0, 0, 0, message)));

    ReceivedEvent read = serializer.deserialize(new DataInputDeserializer(written));

    assertThat(read.message()).isEqualTo(message);
    assertThat(read.event()).isEqualTo(published);
  }

  @Test
  void bytesAreCopiedWithoutBeingUnderstood() throws IOException {
    List<ReceivedEvent> events =
        List.of(
            new ReceivedEvent(EVENT, "topic", 1, 2, 3, MESSAGE),
            new ReceivedEvent(EVENT, null, 0, 7, 0));
    byte[] written = bytes(events);
    DataOutputSerializer copy = new DataOutputSerializer(64);
    DataInputDeserializer in = new DataInputDeserializer(written);

    serializer.copy(in, copy);
    serializer.copy(in, copy);

    assertThat(copy.getCopyOfBuffer()).isEqualTo(written);
  }

  @Test
  void damagedStateIsSaid() throws IOException {
    byte[] written = bytes(List.of(new ReceivedEvent(EVENT, "topic", 0, 0, 0, MESSAGE)));
    written[written.length - MESSAGE.length] = 0;

    assertThatThrownBy(() -> serializer.deserialize(new DataInputDeserializer(written)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unreadable");
  }

  @Test
  void savepointsFindTheirSerializerAgain() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
        out, serializer.snapshotConfiguration());

    var restored =
        TypeSerializerSnapshotSerializationUtil.<ReceivedEvent>readSerializerSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());

    assertThat(restored.restoreSerializer()).isEqualTo(serializer);
  }
}
