package org.sealflow.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Records to bytes and back: Avro's single-object encoding. A message is the marker {@code C3 01},
 * the CRC-64-AVRO fingerprint of the writer's schema (8 bytes, little-endian), and the record in
 * Avro's binary encoding. Any schema version ever published is read, and gives a record of the
 * current one.
 *
 * <p>Writing is by the current schema. A string with an unpaired surrogate, which UTF-8 cannot
 * hold, is written with a question mark in its place.
 *
 * <p>Not thread-safe and not serializable: it reuses its buffers, so each user makes its own.
 *
 * @param <T> the record
 */
public final class Codec<T extends SpecificRecordBase> {
  private static final byte[] MARKER = {(byte) 0xC3, 0x01};
  private static final int HEADER_BYTES = MARKER.length + Long.BYTES;

  private final String recordName;
  private final long currentFingerprint;
  private final byte[] header;
  private final DatumWriter<T> writer;
  private final Map<Long, DatumReader<T>> readers = new HashMap<>();
  private final DatumReader<T> currentReader;
  private final Map<Long, String> otherRecords = new HashMap<>();
  private final MessageEncoder output = new MessageEncoder();
  private final BoundedDecoder input = new BoundedDecoder();

  private Codec(Class<T> recordClass, SchemaVersions versions) {
    ClassLoader classLoader = recordClass.getClassLoader();
    SpecificData model = prepared(new SpecificData(classLoader), recordClass);
    Schema current = versions.current();
    recordName = recordClass.getSimpleName();
    currentFingerprint = versions.currentFingerprint();
    header = header(currentFingerprint);
    // For writing alone: Avro's fast reader refuses subclasses of its model.
    writer =
        new SpecificDatumWriter<>(current, prepared(new NullableModel(classLoader), recordClass));
    versions
        .published()
        .forEach(
            (fingerprint, version) ->
                readers.put(fingerprint, new SpecificDatumReader<>(version, current, model)));
    currentReader = new SpecificDatumReader<>(current, current, model);
    readers.put(currentFingerprint, currentReader);
  }

  /**
   * A codec for the records of a topic.
   *
   * @throws IllegalArgumentException if the record is never sent by itself
   */
  public static <T extends SpecificRecordBase> Codec<T> of(Class<T> recordClass) {
    return new Codec<>(recordClass, SchemaVersions.of(recordClass));
  }

  /** A codec that reads these schema versions and the current one. */
  static <T extends SpecificRecordBase> Codec<T> of(Class<T> recordClass, List<Schema> published) {
    return new Codec<>(recordClass, SchemaVersions.of(recordClass, published));
  }

  /**
   * A model that knows what the record's own one knows, with Avro's faster ways switched on, for
   * this codec alone: the generated code writes where it can, and reading asks once per schema, not
   * per record, what is to be done.
   */
  private static SpecificData prepared(SpecificData model, Class<?> recordClass) {
    SpecificData.getForClass(recordClass).getConversions().forEach(model::addLogicalTypeConversion);
    model.setCustomCoders(true);
    model.setFastReaderEnabled(true);
    return model;
  }

  /**
   * Tells the branch of a union of null and one type by whether there is a value. Avro itself asks
   * the value for its schema's name and looks that up in the union, for each value again.
   */
  private static final class NullableModel extends SpecificData {
    NullableModel(ClassLoader classLoader) {
      super(classLoader);
    }

    @Override
    public int resolveUnion(Schema union, @Nullable Object value) {
      List<Schema> branches = union.getTypes();
      if (branches.size() == 2) {
        if (branches.get(0).getType() == Schema.Type.NULL) {
          return value == null ? 0 : 1;
        }
        if (branches.get(1).getType() == Schema.Type.NULL) {
          return value == null ? 1 : 0;
        }
      }
      return super.resolveUnion(union, value);
    }
  }

  /** The fingerprint of the schema that {@link #encode} writes. */
  public long fingerprint() {
    return currentFingerprint;
  }

  /**
   * The record as a message of its own.
   *
   * @throws RuntimeException of Avro where the record lacks a value its schema demands
   */
  public byte[] encode(T record) {
    output.reset(header);
    try {
      writer.write(record, output);
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory failed", impossible);
    }
    return output.message();
  }

  /**
   * The record in a message.
   *
   * @throws UndecodableRecordException if the bytes are not exactly one message of this record
   */
  public T decode(byte[] message) throws UndecodableRecordException {
    DatumReader<T> reader = reader(message);
    input.reset(message, HEADER_BYTES);
    T record = read(reader, message.length);
    if (input.remaining() > 0) {
      throw undecodable(
          "the record ends at byte " + input.position() + " of " + message.length,
          "send one record per message");
    }
    return record;
  }

  private DatumReader<T> reader(byte[] message) throws UndecodableRecordException {
    if (message.length < HEADER_BYTES) {
      throw undecodable(
          message.length + " bytes, expected a header of " + HEADER_BYTES + " bytes and a record",
          "send Avro single-object encoding");
    }
    if (message[0] != MARKER[0] || message[1] != MARKER[1]) {
      throw undecodable(
          "begins with " + hex(message, 0, MARKER.length) + ", expected " + hex(MARKER, 0, 2),
          "send Avro single-object encoding");
    }
    long fingerprint = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    if (fingerprint == currentFingerprint) {
      return currentReader;
    }
    DatumReader<T> reader = readers.get(fingerprint);
    if (reader == null) {
      throw unknown(fingerprint);
    }
    return reader;
  }

  private T read(DatumReader<T> reader, int length) throws UndecodableRecordException {
    try {
      return reader.read(null, input);
    } catch (IOException | RuntimeException broken) {
      // Avro answers a wrong branch or symbol with whatever exception the wrong index leads to.
      throw new UndecodableRecordException(
          recordName
              + ": damaged before byte "
              + input.position()
              + " of "
              + length
              + ": "
              + oneLine(broken),
          "send the record again from its source",
          broken);
    }
  }

  private UndecodableRecordException unknown(long fingerprint) {
    String other = otherRecords().get(fingerprint);
    if (other != null) {
      return undecodable(
          "the message holds a " + other + ", expected a " + recordName,
          "send it to the topic of that record");
    }
    return undecodable(
        "schema fingerprint "
            + HexFormat.of().toHexDigits(fingerprint)
            + " is unknown, expected one of the "
            + readers.size()
            + " published",
        "use a release that knows the schema, or write a published version");
  }

  /** Fingerprint to record of all topics: made when first needed, as good input never needs it. */
  private Map<Long, String> otherRecords() {
    if (otherRecords.isEmpty()) {
      for (Topic topic : Topic.values()) {
        topic.recordClass().ifPresent(this::addOtherRecord);
      }
    }
    return otherRecords;
  }

  private void addOtherRecord(Class<? extends SpecificRecordBase> recordClass) {
    for (long fingerprint : SchemaVersions.of(recordClass).published().keySet()) {
      otherRecords.put(fingerprint, recordClass.getSimpleName());
    }
  }

  private UndecodableRecordException undecodable(String reason, String remedy) {
    return new UndecodableRecordException(recordName + ": " + reason, remedy, null);
  }

  private static String oneLine(Exception broken) {
    return String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
  }

  private static byte[] header(long fingerprint) {
    return ByteBuffer.allocate(HEADER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MARKER)
        .putLong(fingerprint)
        .array();
  }

  private static String hex(byte[] bytes, int start, int end) {
    return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes, start, end);
  }
}
