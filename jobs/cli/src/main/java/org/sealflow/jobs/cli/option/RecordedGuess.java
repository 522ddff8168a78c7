package org.sealflow.jobs.cli.option;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.tau.results.ResultFile;

/** Recognises recordings of benchmarks, and our own, by the beginning of a file. */
final class RecordedGuess {
  private static final byte[] AVRO = "Obj\u0001".getBytes(StandardCharsets.US_ASCII);
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private RecordedGuess() {}

  /** The format of a file; null if it is none of these, or cannot be read. */
  static @Nullable RecordedFormat of(Path file) {
    try {
      if (isAvro(file)) {
        return RecordedFormat.SEALFLOW;
      }
      return isResultFile(file) ? RecordedFormat.TAU2 : ofFirstLine(file);
    } catch (IOException unreadable) {
      // Whoever reads the file says so.
      return null;
    }
  }

  /** Asked first: such a file may be one line of any length. */
  private static boolean isResultFile(Path file) throws IOException {
    try {
      return ResultFile.isOne(file);
    } catch (JsonProcessingException notJson) {
      return false;
    }
  }

  private static boolean isAvro(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      return Arrays.equals(bytes.readNBytes(AVRO.length), AVRO);
    }
  }

  private static @Nullable RecordedFormat ofFirstLine(Path file) throws IOException {
    try (LineReader lines = new LineReader(file, 0)) {
      InputLine line = lines.next();
      if (line == null || line.tooLong()) {
        return null;
      }
      Map<String, JsonToken> fields = fieldsOrNone(line.content());
      if (!fields.containsKey("id")) {
        return null;
      }
      if (fields.containsKey("domain") && fields.get("steps") == JsonToken.START_ARRAY) {
        return RecordedFormat.TAU2_CALLS;
      }
      if (fields.containsKey("turns")) {
        return RecordedFormat.CALLS;
      }
      return fields.containsKey("result") ? RecordedFormat.BFCL_RESULT : null;
    }
  }

  /** The first line of a document of several lines is no value by itself. */
  private static Map<String, JsonToken> fieldsOrNone(byte[] line) throws IOException {
    try {
      return fields(line);
    } catch (JsonProcessingException notWhole) {
      return Map.of();
    }
  }

  /** The fields of an object with the tokens their values begin with. */
  private static Map<String, JsonToken> fields(byte[] line) throws IOException {
    Map<String, JsonToken> fields = new HashMap<>();
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          fields.put(name, parser.nextToken());
          parser.skipChildren();
        }
      }
    }
    return fields;
  }
}
