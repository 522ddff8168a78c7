package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
  @Test
  void theNewestPublishedSchemaIsTheCurrentOne() {
    for (Class<? extends SpecificRecordBase> recordClass : Published.recordClasses()) {
      List<Schema> published = SchemaHistory.of(recordClass);
      Schema newest = published.get(published.size() - 1);

      assertThat(SchemaNormalization.toParsingForm(current(recordClass)))
          .as("%s has changed: run PublishSchemas and commit what it writes", recordClass)
          .isEqualTo(SchemaNormalization.toParsingForm(newest));
    }
  }

  @Test
  void everyPublishedSchemaCanBeRead() {
    for (Class<? extends SpecificRecordBase> recordClass : Published.recordClasses()) {
      for (Schema version : SchemaHistory.of(recordClass)) {
        assertThat(
                SchemaCompatibility.checkReaderWriterCompatibility(current(recordClass), version)
                    .getType())
            .as("%s", recordClass)
            .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
      }
    }
  }

  @Test
  void publishedVersionsDiffer() {
    for (Class<? extends SpecificRecordBase> recordClass : Published.recordClasses()) {
      assertThat(SchemaHistory.of(recordClass).stream().map(SchemaNormalization::toParsingForm))
          .as("%s", recordClass)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void storedMessagesOfEveryVersionAreReadWithAllTheyHold() throws IOException {
    for (Class<? extends SpecificRecordBase> recordClass : Published.recordClasses()) {
      List<Schema> published = SchemaHistory.of(recordClass);
      for (int version = 1; version <= published.size(); version++) {
        List<String> names = StoredBytes.names(recordClass, version);
        assertThat(names).as("messages of %s %s", recordClass, version).isNotEmpty();
        for (String name : names) {
          byte[] message = StoredBytes.read(recordClass, version, name);
          SpecificRecordBase read = Codec.of(recordClass).decode(message);

          assertThat(Records.check(read)).as(name).isEmpty();
          assertAgrees(name, asWritten(published.get(version - 1), message), read);
        }
      }
    }
  }

  @Test
  void storedMessagesOfTheCurrentVersionAreTheSamples() throws IOException {
    for (Class<? extends SpecificRecordBase> recordClass : Published.recordClasses()) {
      int version = SchemaHistory.of(recordClass).size();
      List<String> samples =
          Samples.all().entrySet().stream()
              .filter(sample -> recordClass.isInstance(sample.getValue()))
              .map(Map.Entry::getKey)
              .sorted()
              .toList();

      assertThat(StoredBytes.names(recordClass, version)).isEqualTo(samples);
      for (String name : samples) {
        assertThat(StoredBytes.read(recordClass, version, name))
            .as("%s is pinned by its stored message", name)
            .isEqualTo(encode(recordClass, name));
      }
    }
  }

  @Test
  void anOlderWritersRecordGetsTheNewFieldsDefault() throws IOException {
    Schema older = without(TaskTurn.getClassSchema(), "revealedTools");
    Codec<TaskTurn> codec = Codec.of(TaskTurn.class, List.of(older));

    TaskTurn read = codec.decode(olderTurn(older));

    assertThat(read.getRevealedTools()).isEmpty();
    assertThat(read.getGroundTruth()).containsExactly("ls()");
    assertThat(codec.decode(codec.encode(read))).isEqualTo(read);
  }

  @Test
  void aDroppedFieldOfAnOlderWriterIsSkipped() throws IOException {
    Schema older = with(TurnEnded.getClassSchema(), "remark", Schema.create(Schema.Type.STRING));
    GenericRecord record =
        new GenericRecordBuilder(older).set("turn", 3).set("remark", "gone").build();

    TurnEnded read = Codec.of(TurnEnded.class, List.of(older)).decode(message(older, record));

    assertThat(read).isEqualTo(new TurnEnded(3));
  }

  @Test
  void aCodecStillReadsAnOlderVersionAfterATruncatedOne() throws IOException {
    Schema older = without(TaskTurn.getClassSchema(), "revealedTools");
    Codec<TaskTurn> codec = Codec.of(TaskTurn.class, List.of(older));
    byte[] message = olderTurn(older);

    for (int length = 10; length < message.length; length++) {
      byte[] truncated = Arrays.copyOf(message, length);
      assertThatExceptionOfType(UndecodableRecordException.class)
          .isThrownBy(() -> codec.decode(truncated));
    }

    assertThat(codec.decode(message).getGroundTruth()).containsExactly("ls()");
  }

  private static byte[] olderTurn(Schema older) throws IOException {
    GenericRecord record =
        new GenericRecordBuilder(older)
            .set("messages", List.of())
            .set("groundTruth", List.of("ls()"))
            .build();
    return message(older, record);
  }

  private static byte[] message(Schema schema, GenericRecord record) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(record, output);
    return output.toByteArray();
  }

  private static GenericRecord asWritten(Schema writer, byte[] message) throws IOException {
    return new BinaryMessageDecoder<GenericRecord>(new GenericData(), writer).decode(message);
  }

  private static Schema current(Class<? extends SpecificRecordBase> recordClass) {
    return SpecificData.get().getSchema(recordClass);
  }

  private static <T extends SpecificRecordBase> byte[] encode(Class<T> recordClass, String name) {
    return Codec.of(recordClass).encode(Samples.get(recordClass, name));
  }

  /** Every field the writer wrote has its value in what was read. */
  private static void assertAgrees(String path, @Nullable Object written, @Nullable Object read) {
    if (written instanceof IndexedRecord record && read instanceof SpecificRecordBase current) {
      for (Schema.Field field : record.getSchema().getFields()) {
        Schema.Field now = current.getSchema().getField(field.name());
        assertThat(now).as(path + "." + field.name()).isNotNull();
        assertAgrees(path + "." + field.name(), record.get(field.pos()), current.get(now.pos()));
      }
    } else if (written instanceof List<?> items && read instanceof List<?> current) {
      assertThat(current).as(path).hasSameSizeAs(items);
      for (int i = 0; i < items.size(); i++) {
        assertAgrees(path + "[" + i + "]", items.get(i), current.get(i));
      }
    } else if (written instanceof Long millis && read instanceof Instant instant) {
      assertThat(instant.toEpochMilli()).as(path).isEqualTo(millis);
    } else if (written instanceof ByteBuffer) {
      assertThat(read).as(path).isEqualTo(written);
    } else {
      assertThat(String.valueOf(read)).as(path).isEqualTo(String.valueOf(written));
    }
  }

  private static Schema without(Schema schema, String field) {
    return withFields(
        schema, schema.getFields().stream().filter(each -> !each.name().equals(field)).toList());
  }

  private static Schema with(Schema schema, String field, Schema type) {
    List<Schema.Field> fields = new ArrayList<>(schema.getFields());
    fields.add(new Schema.Field(field, type));
    return withFields(schema, fields);
  }

  private static Schema withFields(Schema schema, List<Schema.Field> fields) {
    return Schema.createRecord(
        schema.getName(),
        schema.getDoc(),
        schema.getNamespace(),
        false,
        fields.stream().map(each -> new Schema.Field(each, each.schema())).toList());
  }
}
