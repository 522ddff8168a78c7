package org.sealflow.jobs.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A record as one line of JSON under the schema's field names: optional values plain or null, times
 * in ISO form, bytes in Base64, enums by name, numbers that JSON does not have as strings ({@code
 * "-Infinity"}). All characters are ASCII, so that no console's encoding can spoil them.
 */
public final class PlainJson {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private PlainJson() {}

  /** Writes content to a generator. */
  @FunctionalInterface
  public interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** The record as a line. */
  public static String line(SpecificRecordBase record) {
    return line(json -> value(record, json));
  }

  /** Other content as a line. */
  public static String line(Content content) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      content.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return line.toString();
  }

  /** Writes a record, or the value of a field of one. */
  public static void write(@Nullable Object value, JsonGenerator json) throws IOException {
    value(value, json);
  }

  private static void value(@Nullable Object value, JsonGenerator json) throws IOException {
    if (value instanceof SpecificRecordBase record) {
      object(record, json);
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        value(entry.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Float number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof ByteBuffer bytes) {
      json.writeString(base64(bytes));
    } else if (value instanceof Instant time) {
      json.writeString(time.toString());
    } else if (value == null) {
      json.writeNull();
    } else {
      json.writeString(value.toString());
    }
  }

  private static void object(SpecificRecordBase record, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Schema.Field field : record.getSchema().getFields()) {
      json.writeFieldName(field.name());
      value(record.get(field.pos()), json);
    }
    json.writeEndObject();
  }

  private static String base64(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return Base64.getEncoder().encodeToString(copy);
  }
}
