package org.sealflow.jobs.cli.replay.tau;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.replay.PlainBytes;

/**
 * Reads the records of a file of tau2-bench a second time, as they are, in the order in which their
 * places are asked for.
 */
final class TauOriginals implements AutoCloseable {
  private final Path file;
  private final InputStream bytes;
  private final @Nullable JsonParser simulations;
  private final @Nullable BufferedReader lines;
  private int number;

  private TauOriginals(
      Path file,
      InputStream bytes,
      @Nullable JsonParser simulations,
      @Nullable BufferedReader lines) {
    this.file = file;
    this.bytes = bytes;
    this.simulations = simulations;
    this.lines = lines;
  }

  /**
   * Opens a file.
   *
   * @param results whether it is a result file
   */
  static TauOriginals open(Path file, boolean results) throws IOException {
    InputStream bytes = PlainBytes.open(file);
    return results
        ? new TauOriginals(file, bytes, JsonValues.mapper().createParser(bytes), null)
        : new TauOriginals(
            file,
            bytes,
            null,
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)));
  }

  /**
   * The record of a place as messages name it.
   *
   * @throws IllegalStateException if it is not behind the last one asked for
   */
  JsonNode at(String place) throws IOException {
    if (lines != null) {
      return JsonValues.mapper().readTree(line(lines, place));
    }
    if (simulations != null && place.startsWith(file + "#")) {
      return simulation(simulations, Integer.parseInt(place.substring((file + "#").length())));
    }
    // A folder holds each record in a file of its own.
    try (InputStream own = PlainBytes.open(Path.of(place))) {
      return JsonValues.mapper().readTree(own);
    }
  }

  private String line(BufferedReader reader, String place) throws IOException {
    String line = reader.readLine();
    for (number++; line != null; number++) {
      if (place.equals(file + " line " + number)) {
        return line;
      }
      line = reader.readLine();
    }
    throw new IllegalStateException(place + " is not there any more");
  }

  private JsonNode simulation(JsonParser parser, int wanted) throws IOException {
    if (number == 0) {
      toSimulations(parser);
    }
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      number++;
      if (number == wanted) {
        return JsonValues.mapper().readTree(parser);
      }
      parser.skipChildren();
    }
    throw new IllegalStateException(file + "#" + wanted + " is not there any more");
  }

  private static void toSimulations(JsonParser parser) throws IOException {
    parser.nextToken();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = parser.currentName().equals("simulations");
      if (parser.nextToken() == JsonToken.START_ARRAY && found) {
        return;
      }
      parser.skipChildren();
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
