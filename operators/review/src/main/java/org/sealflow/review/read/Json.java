package org.sealflow.review.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/** JSON as it is read here: Python's NaN and infinities are numbers, texts may have any length. */
public final class Json {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();
  private static final ObjectMapper MAPPER =
      new ObjectMapper(FACTORY).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final ObjectMapper STREAM = new ObjectMapper(FACTORY);

  private Json() {}

  public static JsonFactory factory() {
    return FACTORY;
  }

  /** Reads one value that is all there is. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** Reads values out of a stream. */
  public static ObjectMapper stream() {
    return STREAM;
  }

  /** The value of a text; null if the text is not one JSON value. */
  public static @Nullable JsonNode parse(String text) {
    try {
      JsonNode value = MAPPER.readTree(text);
      return value == null || value.isMissingNode() ? null : value;
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }

  /** An array, or the array that a text holds; null if it is neither. */
  public static @Nullable JsonNode arrayOf(@Nullable JsonNode value) {
    if (value == null) {
      return null;
    }
    if (value.isTextual()) {
      JsonNode held = parse(value.textValue());
      return held != null && held.isArray() ? held : null;
    }
    return value.isArray() ? value : null;
  }

  /** A text, or null if the field is absent, null or no text. */
  public static @Nullable String text(JsonNode object, String field) {
    return object.path(field).textValue();
  }

  /** A text or a number as text; empty if the field is neither. */
  public static String idOf(JsonNode object, String field) {
    JsonNode value = object.path(field);
    return value.isTextual() || value.isNumber() ? value.asText() : "";
  }

  /** A number behind keys that are joined by dots; null if there is none. */
  public static @Nullable Double number(JsonNode value, @Nullable String keys) {
    if (keys == null) {
      return null;
    }
    JsonNode at = value.path(keys);
    if (at.isMissingNode()) {
      at = value;
      for (String key : keys.split("\\.", -1)) {
        at = at.path(key);
      }
    }
    return at.isNumber() ? Double.valueOf(at.doubleValue()) : null;
  }
}
