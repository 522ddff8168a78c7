package org.sealflow.tau.results;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.replay.PlainBytes;

/**
 * Reads result files of the benchmark, plain or gzip, a simulation at a time. A file is read twice:
 * first for what all simulations share and to its very end, so that a broken file is refused whole;
 * then for the simulations.
 */
public final class ResultFile {
  private static final String DOCUMENT = "results.json";
  private static final String FOLDER = "simulations";

  private final Path file;
  private final ResultListener listener;

  private ResultFile(Path file, ResultListener listener) {
    this.file = file;
    this.listener = listener;
  }

  /** The file to read: a folder of results stands for its {@code results.json}. */
  public static Path of(Path file) {
    Path inside = file.resolve(DOCUMENT);
    return Files.isDirectory(file) && Files.exists(inside) ? inside : file;
  }

  /**
   * Whether a file begins like one of these.
   *
   * @throws IOException if it cannot be read, or is not JSON
   */
  public static boolean isOne(Path file) throws IOException {
    try (InputStream stream = PlainBytes.open(file);
        JsonParser parser = JsonValues.mapper().createParser(stream)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      boolean info = false;
      boolean tasks = false;
      boolean simulations = false;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        info |= name.equals("info") && value == JsonToken.START_OBJECT;
        tasks |= name.equals("tasks") && value == JsonToken.START_ARRAY;
        simulations |= name.equals(FOLDER) || name.equals("simulation_index");
        if (info && tasks && simulations) {
          return true;
        }
        parser.skipChildren();
      }
      return false;
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException if the listener throws it, or the file cannot be opened
   */
  public static void read(Path file, ResultListener listener) throws IOException {
    new ResultFile(file, listener).read();
  }

  private void read() throws IOException {
    HeaderReader reader = new HeaderReader();
    String broken = parse(file, parser -> fields(parser, reader));
    if (broken != null) {
      listener.refused(file + ": " + broken);
      return;
    }
    ResultHeader header;
    try {
      header = reader.header();
    } catch (IllegalArgumentException e) {
      listener.refused(file + ": " + e.getMessage());
      return;
    }
    SimulationReader simulations = new SimulationReader(header, listener);
    Path folder = file.resolveSibling(FOLDER);
    if (!reader.hasSimulations() && Files.isDirectory(folder)) {
      new ResultFolder(folder, reader.index()).read(file, simulations, listener);
      return;
    }
    String changed = parse(file, parser -> simulations(parser, simulations));
    if (changed != null) {
      listener.refused(file + ": " + changed);
    }
  }

  /** Work on an open document. */
  @FunctionalInterface
  interface Parse {
    void run(JsonParser parser) throws IOException;
  }

  /** Runs work on a document; returns why the document is broken, or null. */
  static @Nullable String parse(Path file, Parse work) throws IOException {
    try (InputStream stream = PlainBytes.open(file);
        JsonParser parser = JsonValues.mapper().createParser(stream)) {
      work.run(parser);
      return null;
    } catch (JsonEOFException e) {
      return "line " + line(e) + ": ends inside a value";
    } catch (JsonProcessingException e) {
      return "line " + line(e) + ": not JSON: " + firstLine(e.getOriginalMessage());
    } catch (EOFException | ZipException e) {
      return "the gzip data end inside or are damaged";
    }
  }

  private static String line(JsonProcessingException e) {
    return e.getLocation() == null ? "?" : Integer.toString(e.getLocation().getLineNr());
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  private static void fields(JsonParser parser, HeaderReader reader) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "info" -> reader.info(JsonValues.mapper().readTree(parser));
        case "tasks" -> reader.tasks(parser);
        case "simulation_index" -> reader.index(JsonValues.mapper().readTree(parser));
        case FOLDER -> {
          reader.simulations(parser.currentToken() == JsonToken.START_ARRAY);
          parser.skipChildren();
        }
        default -> parser.skipChildren();
      }
    }
  }

  private void simulations(JsonParser parser, SimulationReader reader) throws IOException {
    parser.nextToken();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = parser.currentName().equals(FOLDER);
      if (parser.nextToken() != JsonToken.START_ARRAY || !wanted) {
        parser.skipChildren();
        continue;
      }
      for (int number = 1; parser.nextToken() != JsonToken.END_ARRAY; number++) {
        JsonNode node = JsonValues.mapper().readTree(parser);
        reader.read(file + "#" + number, node);
      }
    }
  }
}
