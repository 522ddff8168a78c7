package org.sealflow.review.read.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.read.FormatGuess;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.Quoted;
import org.sealflow.review.read.RecordPlace;

/**
 * Reads a file as a stream of JSON values: JSON Lines, one document, a list of records of any
 * length, or several documents one after another; gzip is recognised.
 *
 * <p>In JSON Lines a broken line costs itself; elsewhere it costs the rest of the file.
 */
final class JsonFile {
  /** The longest line that is held in memory, in bytes. */
  static final int LONGEST_LINE = 256 << 20;

  /** Takes what a file holds. */
  interface Values {
    /** A value that is one record, or an array of one. */
    void value(JsonNode value, RecordPlace place) throws IOException;

    /** A line that is not JSON. */
    void broken(RecordPlace place, String problem) throws IOException;

    /** From here on nothing can be read. */
    void lost(RecordPlace place, String problem) throws IOException;
  }

  private final Path file;
  private final Values values;

  private JsonFile(Path file, Values values) {
    this.file = file;
    this.values = values;
  }

  /**
   * Reads a file to its end.
   *
   * @throws IOException if it cannot be read; damaged gzip data are told to {@code values}
   */
  static void read(Path file, Values values) throws IOException {
    JsonFile json = new JsonFile(file, values);
    if (json.isJsonLines()) {
      json.readLines();
    } else {
      json.readDocuments();
    }
  }

  private InputStream open() throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    bytes.mark(2);
    boolean gzip = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    try {
      return gzip ? new GZIPInputStream(bytes, 1 << 16) : bytes;
    } catch (EOFException | ZipException damaged) {
      bytes.close();
      return InputStream.nullInputStream();
    }
  }

  /** Whether the first line is a whole value, or a broken one with a whole value below it. */
  private boolean isJsonLines() throws IOException {
    try (InputStream input = open()) {
      LineBytes lines = new LineBytes(input, LONGEST_LINE);
      boolean first = true;
      while (lines.next()) {
        if (lines.isTooLong() || (first && !lines.isBlank() && lines.isBracketAlone())) {
          return false;
        }
        if (!lines.isBlank()) {
          boolean whole = parse(lines) != null;
          if (whole || !first) {
            return whole;
          }
          first = false;
        }
      }
      return false;
    } catch (EOFException | ZipException damaged) {
      return false;
    }
  }

  private static @Nullable JsonNode parse(LineBytes line) throws IOException {
    try {
      return Json.mapper().readTree(line.bytes(), 0, line.length());
    } catch (JsonProcessingException | java.io.CharConversionException notJson) {
      return null;
    }
  }

  private void readLines() throws IOException {
    try (InputStream input = open()) {
      LineBytes lines = new LineBytes(input, LONGEST_LINE);
      try {
        while (lines.next()) {
          readLine(lines);
        }
      } catch (EOFException | ZipException damaged) {
        values.lost(
            RecordPlace.line(file, lines.number() + 1), "the gzip data ends inside or is damaged");
      }
    }
  }

  private void readLine(LineBytes line) throws IOException {
    RecordPlace place = RecordPlace.line(file, line.number());
    if (line.isTooLong()) {
      values.broken(place, "the line is longer than " + (LONGEST_LINE >> 20) + " MiB");
      return;
    }
    if (line.isBlank()) {
      return;
    }
    JsonNode value;
    try {
      value = Json.mapper().readTree(line.bytes(), 0, line.length());
    } catch (JsonProcessingException | java.io.CharConversionException notJson) {
      values.broken(place, problem(notJson, "the line"));
      return;
    }
    if (value.isArray() && !value.isEmpty() && !FormatGuess.isOneRecord(value.get(0))) {
      int number = 0;
      for (JsonNode member : value) {
        values.value(member, new RecordPlace(file, place.position() + "#" + ++number));
      }
    } else {
      values.value(value, place);
    }
  }

  private static String problem(IOException notJson, String what) {
    if (notJson instanceof JsonEOFException) {
      return what + " ends inside a JSON value";
    }
    String reason =
        notJson instanceof JsonProcessingException json ? json.getOriginalMessage() : null;
    return "not JSON: " + Quoted.cut(reason == null ? "broken characters" : reason, 100);
  }

  private void readDocuments() throws IOException {
    try (InputStream input = open();
        JsonParser parser = Json.factory().createParser(input)) {
      parser.setCodec(Json.stream());
      try {
        long number = 0;
        while (parser.nextToken() != null) {
          number = readDocument(parser, number);
        }
      } catch (JsonProcessingException | java.io.CharConversionException notJson) {
        values.lost(
            RecordPlace.line(file, parser.currentLocation().getLineNr()),
            problem(notJson, "the file"));
      } catch (EOFException | ZipException damaged) {
        values.lost(
            RecordPlace.line(file, parser.currentLocation().getLineNr()),
            "the gzip data ends inside or is damaged");
      }
    }
  }

  /** Reads the value at the parser's token; returns the number of records so far. */
  private long readDocument(JsonParser parser, long before) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      values.value(parser.readValueAsTree(), RecordPlace.number(file, before + 1));
      return before + 1;
    }
    long number = before;
    ArrayNode record = null;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonNode member = parser.readValueAsTree();
      if (record != null) {
        record.add(member);
      } else if (number == before && FormatGuess.isOneRecord(member)) {
        record = Json.mapper().createArrayNode().add(member);
      } else {
        values.value(member, RecordPlace.number(file, ++number));
      }
    }
    if (record != null) {
      values.value(record, RecordPlace.number(file, ++number));
    }
    return number;
  }
}
