package org.sealflow.nano.warm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.Snapshot;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.SafeTensors;

/**
 * Saves the state of a warm start on its way, in a directory of its own. {@code checkpoint.json} is
 * replaced last and in one move: it names the files that belong together, others are removed.
 */
final class Checkpoints {
  private static final String INDEX = "checkpoint.json";
  private static final String SETTINGS = "settings";

  private final Path directory;
  private final String settings;

  /**
   * Checkpoints of a run.
   *
   * @param settings stands for all the settings: a run goes on with the same alone
   */
  Checkpoints(Path directory, String settings) {
    this.directory = directory;
    this.settings = settings;
  }

  /**
   * A point to go on from.
   *
   * @param best the best policy judged so far
   * @param millis time spent so far
   * @param snapshot weights and moments
   */
  record Saved(Position position, Best best, long millis, Snapshot snapshot) {}

  /** Saves a point. */
  void save(Saved saved) {
    try {
      Files.createDirectories(directory);
      Path weights = weights(saved.position().steps());
      try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(weights))) {
        saved.snapshot().writeTo(stream);
      }
      Path partial = directory.resolve(INDEX + ".partial");
      Files.writeString(partial, json(saved));
      Files.move(
          partial,
          directory.resolve(INDEX),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      removeOthers(saved);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path weights(int step) {
    return directory.resolve("checkpoint-" + step + ".safetensors");
  }

  private Path best(int step) {
    return directory.resolve("best-" + step + ".safetensors");
  }

  private void removeOthers(Saved saved) throws IOException {
    List<Path> kept = List.of(weights(saved.position().steps()), best(saved.best().step()));
    List<Path> others;
    try (Stream<Path> files = Files.list(directory)) {
      others =
          files
              .filter(file -> file.getFileName().toString().endsWith(".safetensors"))
              .filter(file -> !kept.contains(file))
              .toList();
    }
    for (Path other : others) {
      Files.delete(other);
    }
  }

  /** Saves the weights of a policy that is the best so far; counts from the next {@link #save}. */
  void saveBest(int step, List<HostTensor> weights) {
    try {
      Files.createDirectories(directory);
      try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(best(step)))) {
        SafeTensors.write(stream, weights, Map.of());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The weights of the best policy. */
  List<HostTensor> loadBest(Best best) {
    Path file = best(best.step());
    try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
      return SafeTensors.read(stream, file.toString()).tensors();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a point was saved. */
  boolean isThere() {
    return Files.exists(directory.resolve(INDEX));
  }

  /**
   * The point saved last; null if there is none.
   *
   * @throws IllegalArgumentException if it belongs to other settings: one line
   */
  @Nullable Saved load() {
    if (!isThere()) {
      return null;
    }
    Path index = directory.resolve(INDEX);
    try {
      Map<String, String> fields = fields(index);
      if (!settings.equals(fields.get(SETTINGS))) {
        throw new IllegalArgumentException(
            directory
                + " holds a checkpoint made with other settings: go on with the same settings, or"
                + " remove the directory to begin anew");
      }
      Position position =
          new Position(
              number(fields, "steps", index).intValue(),
              number(fields, "phase", index).intValue(),
              number(fields, "readInPhase", index),
              number(fields, "read", index),
              number(fields, "pool", index).intValue(),
              number(fields, "batch", index).intValue());
      Best best =
          new Best(
              number(fields, "bestStep", index).intValue(),
              number(fields, "bestRead", index),
              number(fields, "bestSuccesses", index).intValue());
      Path file = weights(position.steps());
      try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
        Snapshot snapshot = Snapshot.readFrom(stream, file.toString());
        return new Saved(position, best, number(fields, "millis", index), snapshot);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Long number(Map<String, String> fields, String name, Path index) {
    String text = fields.get(name);
    if (text == null || !text.matches("-?\\d{1,18}")) {
      throw new IllegalArgumentException(
          index + " has no number " + name + ": remove the directory to begin anew");
    }
    return Long.valueOf(text);
  }

  private static Map<String, String> fields(Path index) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(Files.readString(index))) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, parser.getText());
        }
      }
    }
    return fields;
  }

  private String json(Saved saved) throws IOException {
    Position position = saved.position();
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField(SETTINGS, settings);
      json.writeNumberField("steps", position.steps());
      json.writeNumberField("phase", position.phase());
      json.writeNumberField("readInPhase", position.readInPhase());
      json.writeNumberField("read", position.read());
      json.writeNumberField("pool", position.pool());
      json.writeNumberField("batch", position.batch());
      json.writeNumberField("bestStep", saved.best().step());
      json.writeNumberField("bestRead", saved.best().read());
      json.writeNumberField("bestSuccesses", saved.best().successes());
      json.writeNumberField("millis", saved.millis());
      json.writeEndObject();
    }
    return text.toString();
  }
}
