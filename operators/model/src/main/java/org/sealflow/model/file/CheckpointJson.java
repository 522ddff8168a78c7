package org.sealflow.model.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: maps (in order), lists, texts, {@code Long}, {@code Double}, booleans and
 * null.
 */
public final class CheckpointJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private CheckpointJson() {}

  /**
   * The object that a text holds.
   *
   * @param where names the source in errors
   * @throws ModelDirectoryException if the text is no JSON object
   */
  public static Map<String, @Nullable Object> object(byte[] text, String where) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new ModelDirectoryException(where + " holds no JSON object");
      }
      Map<String, @Nullable Object> object = readObject(parser);
      if (parser.nextToken() != null) {
        throw new ModelDirectoryException(where + " holds more than one JSON object");
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new ModelDirectoryException(where + " is no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, @Nullable Object> readObject(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, readValue(parser));
    }
    return object;
  }

  private static List<@Nullable Object> readList(JsonParser parser) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(readValue(parser));
    }
    return list;
  }

  private static @Nullable Object readValue(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return readObject(parser);
    }
    if (token == JsonToken.START_ARRAY) {
      return readList(parser);
    }
    if (token == JsonToken.VALUE_STRING) {
      return parser.getText();
    }
    if (token == JsonToken.VALUE_NUMBER_INT) {
      return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
          ? (Object) parser.getDoubleValue()
          : (Object) parser.getLongValue();
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      return parser.getDoubleValue();
    }
    return token == JsonToken.VALUE_NULL ? null : parser.getBooleanValue();
  }

  /** A value as text on one line. */
  static String compact(Object value) {
    return write(value, false);
  }

  /** A value as text for people, ending with a line feed. */
  public static String pretty(Object value) {
    return write(value, true) + "\n";
  }

  private static String write(Object value, boolean pretty) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      if (pretty) {
        generator.setPrettyPrinter(new DefaultPrettyPrinter());
      }
      writeValue(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void writeValue(@Nullable Object value, JsonGenerator generator)
      throws IOException {
    if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName(String.valueOf(entry.getKey()));
        writeValue(entry.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      generator.writeStartArray();
      for (Object item : items) {
        writeValue(item, generator);
      }
      generator.writeEndArray();
    } else {
      writeScalar(value, generator);
    }
  }

  private static void writeScalar(@Nullable Object value, JsonGenerator generator)
      throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof Boolean flag) {
      generator.writeBoolean(flag);
    } else if (value instanceof Double real) {
      generator.writeNumber(real);
    } else if (value instanceof Number whole) {
      generator.writeNumber(whole.longValue());
    } else {
      generator.writeString(value.toString());
    }
  }
}
