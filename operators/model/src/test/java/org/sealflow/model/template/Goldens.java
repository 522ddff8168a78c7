package org.sealflow.model.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Templates rendered by Python's jinja2; {@code goldens.py} beside the files made them. */
public final class Goldens {
  /** The moment the goldens were made for: 5 March 2026, 14:07:09. */
  public static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-03-05T14:07:09Z"), ZoneOffset.UTC);

  private static final ObjectMapper JSON = new ObjectMapper();

  private Goldens() {}

  /** A file of this folder. */
  public static String text(String file) {
    try (InputStream stream = Goldens.class.getResourceAsStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a JSON Lines file. */
  public static List<JsonNode> rows(String file) {
    List<JsonNode> rows = new ArrayList<>();
    text(file).lines().forEach(line -> rows.add(tree(line)));
    return rows;
  }

  /** A JSON file as a tree. */
  public static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JSON object as Java's maps and lists. */
  @SuppressWarnings("unchecked") // an object of JSON is a map of texts to values
  public static Map<String, Object> variables(JsonNode object) {
    return JSON.convertValue(object, Map.class);
  }
}
