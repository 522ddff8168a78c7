package org.sealflow.model.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@code tokenizer.json} says of its ids. The file, which may be tens of megabytes, is
 * read in one pass and not held.
 *
 * @param added the ids of all added tokens, by their texts
 * @param special the ids of those that are special
 * @param vocabularySize one more than the largest id
 */
record TokenizerFile(Map<String, Integer> added, Map<String, Integer> special, int vocabularySize) {

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is no such JSON: one line
   */
  static TokenizerFile read(Path file) throws IOException {
    Reader reader = new Reader();
    try (JsonParser parser = TemplateJson.parser(file)) {
      reader.read(parser);
    } catch (JsonProcessingException malformed) {
      String reason = malformed.getOriginalMessage().replaceAll("\\s+", " ");
      throw new IllegalArgumentException(file + " is no JSON object: " + reason, malformed);
    }
    if (reader.largest < 0) {
      throw new IllegalArgumentException(
          file + " holds no vocabulary, expected a tokenizer.json of Hugging Face");
    }
    return new TokenizerFile(reader.added, reader.special, reader.largest + 1);
  }

  private static final class Reader {
    private final Map<String, Integer> added = new LinkedHashMap<>();
    private final Map<String, Integer> special = new LinkedHashMap<>();
    private int largest = -1;

    void read(JsonParser parser) throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "added_tokens" -> addTokens(TemplateJson.value(parser));
          case "model" -> readModel(parser);
          default -> parser.skipChildren();
        }
      }
    }

    private void addTokens(@Nullable Object tokens) {
      if (!(tokens instanceof Iterable<?> list)) {
        return;
      }
      for (Object token : list) {
        if (token instanceof Map<?, ?> entry
            && entry.get("id") instanceof Long id
            && id >= 0
            && id < Integer.MAX_VALUE
            && entry.get("content") instanceof String content) {
          add(content, id.intValue(), Boolean.TRUE.equals(entry.get("special")));
        }
      }
    }

    private void add(String content, int id, boolean isSpecial) {
      largest = Math.max(largest, id);
      added.put(content, id);
      if (isSpecial) {
        special.put(content, id);
      }
    }

    private void readModel(JsonParser parser) throws IOException {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean vocabulary = parser.currentName().equals("vocab");
        JsonToken value = parser.nextToken();
        if (vocabulary && value == JsonToken.START_OBJECT) {
          readIds(parser);
        } else if (vocabulary && value == JsonToken.START_ARRAY) {
          countPieces(parser);
        } else {
          parser.skipChildren();
        }
      }
    }

    private void readIds(JsonParser parser) throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        parser.nextToken();
        largest = Math.max(largest, parser.getIntValue());
      }
    }

    /** A unigram model lists its pieces; their places are their ids. */
    private void countPieces(JsonParser parser) throws IOException {
      int pieces = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        parser.skipChildren();
        pieces++;
      }
      largest = Math.max(largest, pieces - 1);
    }
  }
}
