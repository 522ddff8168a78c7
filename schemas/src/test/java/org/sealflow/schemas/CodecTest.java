package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class CodecTest {
  private final Codec<TrajectoryEvent> events = Codec.of(TrajectoryEvent.class);

  @Test
  void everySampleSurvivesTheRoundTrip() throws IOException {
    for (Map.Entry<String, SpecificRecordBase> sample : Samples.all().entrySet()) {
      SpecificRecordBase record = sample.getValue();

      SpecificRecordBase back = Codec.of(record.getClass()).decode(encode(record));

      assertThat(back).as(sample.getKey()).isEqualTo(record);
      assertThat(back.toString()).as(sample.getKey()).isEqualTo(record.toString());
    }
  }

  @Test
  void messagesAreAvrosSingleObjectEncoding() throws IOException {
    for (Map.Entry<String, SpecificRecordBase> sample : Samples.all().entrySet()) {
      SpecificRecordBase record = sample.getValue();
      SpecificData model = SpecificData.getForSchema(record.getSchema());

      byte[] message = encode(record);

      ByteBuffer avros =
          new BinaryMessageEncoder<SpecificRecordBase>(model, record.getSchema()).encode(record);
      assertThat(ByteBuffer.wrap(message)).as(sample.getKey()).isEqualTo(avros);
      assertThat(
              new BinaryMessageDecoder<SpecificRecordBase>(model, record.getSchema())
                  .decode(message))
          .as(sample.getKey())
          .isEqualTo(record);
    }
  }

  @Test
  void aMessageBeginsWithMarkerAndFingerprint() {
    byte[] message = events.encode(event());

    assertThat(Arrays.copyOf(message, 2)).containsExactly(0xC3, 0x01);
    assertThat(Long.reverseBytes(ByteBuffer.wrap(message).getLong(2)))
        .isEqualTo(events.fingerprint());
  }

  @Test
  void tooFewBytesAreRefused() {
    assertThat(refusalOf(new byte[9]))
        .hasMessage(
            "TrajectoryEvent: 9 bytes, expected a header of 10 bytes and a record;"
                + " send Avro single-object encoding");
    assertThat(refusalOf(new byte[0])).hasMessageStartingWith("TrajectoryEvent: 0 bytes");
  }

  @Test
  void foreignBytesAreRefused() {
    assertThat(refusalOf(Samples.bytes("{\"kind\": \"TURN_ENDED\"}")))
        .hasMessage(
            "TrajectoryEvent: begins with 7B 22, expected C3 01;"
                + " send Avro single-object encoding");
  }

  @Test
  void anUnknownFingerprintIsRefused() {
    byte[] message = events.encode(event());
    ByteBuffer.wrap(message).putLong(2, Long.reverseBytes(0x0123456789ABCDEFL));

    assertThat(refusalOf(message))
        .hasMessage(
            "TrajectoryEvent: schema fingerprint 0123456789abcdef is unknown, expected one of the"
                + " %d published; use a release that knows the schema, or write a published version",
            SchemaHistory.of(TrajectoryEvent.class).size());
  }

  @Test
  void anotherTopicsRecordIsNamed() {
    byte[] message = Codec.of(Failure.class).encode(Samples.failedRecord());

    assertThat(refusalOf(message))
        .hasMessage(
            "TrajectoryEvent: the message holds a Failure, expected a TrajectoryEvent;"
                + " send it to the topic of that record");
  }

  @Test
  void everyTruncationIsRefused() {
    for (SpecificRecordBase sample : Samples.all().values()) {
      Codec<?> codec = Codec.of(sample.getClass());
      byte[] message = encode(sample);
      for (int length = 0; length < message.length; length++) {
        byte[] truncated = Arrays.copyOf(message, length);
        assertThatExceptionOfType(UndecodableRecordException.class)
            .as("%s of %s bytes", length, message.length)
            .isThrownBy(() -> codec.decode(truncated));
      }
    }
  }

  @Test
  void bytesAfterTheRecordAreRefused() {
    byte[] message = events.encode(event());

    assertThat(refusalOf(Arrays.copyOf(message, message.length + 3)))
        .hasMessage(
            "TrajectoryEvent: the record ends at byte %d of %d; send one record per message",
            message.length, message.length + 3);
  }

  @Test
  void damagedLengthsAreRefusedWithoutReservingMemory() {
    byte[] message = events.encode(event());
    byte[] damaged = Arrays.copyOf(message, message.length + 8);
    // The first field is a string: a length of 2,147,483,639 bytes in place of its own.
    byte[] length = {(byte) 0xEE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F};
    System.arraycopy(length, 0, damaged, 10, length.length);

    assertThat(refusalOf(damaged))
        .hasMessage(
            "TrajectoryEvent: damaged before byte 15 of %d: 2147483639 bytes claimed before byte"
                + " 15, where %d bytes are left; send the record again from its source",
            damaged.length, damaged.length - 15);
  }

  @Test
  void anUnknownSymbolIsRefused() {
    TrajectoryEvent otherKind = event();
    otherKind.setKind(EventKind.EPISODE_ENDED);
    byte[] message = events.encode(event());
    message[Arrays.mismatch(message, events.encode(otherKind))] = 120;

    assertThat(refusalOf(message)).hasMessageStartingWith("TrajectoryEvent: damaged before byte");
  }

  @Test
  void randomDamageNeverEscapesAsAnotherException() throws IOException {
    Random random = new Random(7);
    for (SpecificRecordBase sample : Samples.all().values()) {
      Codec<?> codec = Codec.of(sample.getClass());
      byte[] message = encode(sample);
      for (int i = 0; i < 2_000; i++) {
        byte[] damaged = message.clone();
        damaged[10 + random.nextInt(damaged.length - 10)] = (byte) random.nextInt(256);
        try {
          codec.decode(damaged);
        } catch (UndecodableRecordException refused) {
          assertThat(refused.getMessage()).doesNotContain("\n");
        }
      }
    }
  }

  @Test
  void aComplaintCarriesTheSameAsData() {
    UndecodableRecordException refusal = refusalOf(new byte[0]);

    assertThat(refusal.complaint().boundary()).isEqualTo(Boundary.PARSE);
    assertThat(refusal).hasMessage(refusal.complaint().toString());
  }

  @Test
  void aCodecStillWorksAfterARefusal() throws IOException {
    byte[] message = events.encode(event());
    refusalOf(Arrays.copyOf(message, message.length - 1));

    assertThat(events.decode(message)).isEqualTo(event());
  }

  @Test
  void aCodecStillWorksAfterARecordThatCannotBeWritten() throws IOException {
    byte[] message = events.encode(event());
    TrajectoryEvent unfinished = event();
    unfinished.setEpisodeId("an id that must not reach the next message");
    unfinished.put("runId", null);

    assertThatThrownBy(() -> events.encode(unfinished))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("runId");

    assertThat(events.encode(event())).isEqualTo(message);
  }

  @Test
  void decodedRecordsShareNothing() throws IOException {
    byte[] message = events.encode(event());

    TrajectoryEvent first = events.decode(message);
    TrajectoryEvent second = events.decode(message);
    first.setEpisodeId("changed");

    assertThat(second).isEqualTo(event());
  }

  @Test
  void aRecordInsideAnotherHasNoCodec() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.of(TurnEnded.class))
        .withMessageStartingWith("TurnEnded has no published schema");
  }

  private static TrajectoryEvent event() {
    return TrajectoryEvents.turnEnded(Samples.ATTEMPT, 3, Samples.TIME, 0);
  }

  private UndecodableRecordException refusalOf(byte[] message) {
    UndecodableRecordException refusal =
        catchThrowableOfType(UndecodableRecordException.class, () -> events.decode(message));
    assertThat(refusal).isNotNull();
    return refusal;
  }

  private static byte[] encode(SpecificRecordBase record) {
    return encode(record.getClass(), record);
  }

  private static <T extends SpecificRecordBase> byte[] encode(
      Class<T> recordClass, SpecificRecordBase record) {
    return Codec.of(recordClass).encode(recordClass.cast(record));
  }
}
