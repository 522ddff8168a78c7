package org.sealflow.jobs.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.settings.UserError;

/** A file of JSON objects, one per line, that grows while a run goes on. Thread-safe. */
public final class JsonLines implements AutoCloseable {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final BufferedWriter writer;

  private JsonLines(BufferedWriter writer) {
    this.writer = writer;
  }

  /** Begins the file anew. */
  public static JsonLines anew(Path file) {
    return open(file, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** Goes on with the file, after the whole lines in it. */
  public static JsonLines goingOn(Path file) {
    List<String> kept = RunDirectory.lines(file);
    JsonLines lines = anew(file);
    kept.forEach(lines::line);
    return lines;
  }

  private static JsonLines open(Path file, StandardOpenOption how) {
    try {
      return new JsonLines(
          Files.newBufferedWriter(
              file,
              StandardCharsets.UTF_8,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              how));
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write " + file, refused);
    }
  }

  /** Writes a value as a line. */
  public void write(Object value) {
    try {
      line(MAPPER.writeValueAsString(value));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Writes a line, so that readers see it at once. */
  public synchronized void line(String text) {
    try {
      writer.write(text);
      writer.write('\n');
      writer.flush();
    } catch (IOException failed) {
      throw new UncheckedIOException("a run's file cannot be written", failed);
    }
  }

  /**
   * The values of a file.
   *
   * @throws UserError if a line is none of them
   */
  public static <T> List<T> read(Path file, Class<T> type) {
    List<T> values = new ArrayList<>();
    for (String line : RunDirectory.lines(file)) {
      try {
        values.add(MAPPER.readValue(line, type));
      } catch (JsonProcessingException malformed) {
        throw new UserError(
            file
                + " line "
                + (values.size() + 1)
                + " is damaged: "
                + malformed.getOriginalMessage(),
            malformed);
      }
    }
    return values;
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (IOException failed) {
      throw new UncheckedIOException("a run's file cannot be closed", failed);
    }
  }
}
