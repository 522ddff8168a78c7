package org.sealflow.model.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as Java's own values: maps in the order written, lists, texts, {@code Long} or {@code
 * BigInteger}, {@code Double}, {@code Boolean}, null.
 */
public final class TemplateJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  private TemplateJson() {}

  /**
   * The object a JSON text is, such as the documentation of a tool.
   *
   * @param what the text is, for the message
   * @throws IllegalArgumentException if it is none: one line that says where
   */
  public static Map<String, @Nullable Object> object(String json, String what) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(what + " is no JSON object");
      }
      Map<String, @Nullable Object> object = object(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException(what + " goes on after its JSON object");
      }
      return object;
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          what + " is no JSON object: " + where(malformed), malformed);
    } catch (IOException impossible) {
      throw new IllegalStateException("a text was read like a file", impossible);
    }
  }

  private static String where(JsonProcessingException malformed) {
    String reason = malformed.getOriginalMessage().replaceAll("\\s+", " ");
    return malformed.getLocation() == null
        ? reason
        : "line " + malformed.getLocation().getLineNr() + ": " + reason;
  }

  /** The object of a file; empty if there is no such file. */
  static Map<String, @Nullable Object> objectIfPresent(Path file) throws IOException {
    return Files.exists(file)
        ? object(Files.readString(file, StandardCharsets.UTF_8), file.toString())
        : Map.of();
  }

  /** A parser of a file, for what is too large to hold. */
  static JsonParser parser(Path file) throws IOException {
    return FACTORY.createParser(file.toFile());
  }

  /** The value a parser stands at. */
  static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? parser.getBigIntegerValue()
              : (Object) parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("JSON with " + parser.currentToken() + " for a value");
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, value(parser));
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }
}
