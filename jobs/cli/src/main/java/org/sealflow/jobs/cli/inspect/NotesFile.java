package org.sealflow.jobs.cli.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;

/** Notes on episodes in a file, a line of JSON each. Thread-safe. */
public final class NotesFile {
  private static final int MOST_SHOWN = 1_000;

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Deque<ObjectNode> newest = new ArrayDeque<>();

  /**
   * Reads the notes of a file; one that is not there has none.
   *
   * @throws UserError if it cannot be read or written, or a line is no JSON object
   */
  public NotesFile(Path file) {
    this.file = file;
    try {
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (int at = 0; at < lines.size(); at++) {
          read(lines.get(at), at + 1);
        }
      } else {
        Files.createFile(file);
      }
    } catch (IOException unusable) {
      throw new UserError(
          "the notes " + file + " cannot be used: " + Causes.innermost(unusable), unusable);
    }
  }

  private void read(String line, int number) {
    if (line.isBlank()) {
      return;
    }
    JsonNode read;
    try {
      read = json.readTree(line);
    } catch (JsonProcessingException noJson) {
      throw new UserError(noNote(number), noJson);
    }
    if (!(read instanceof ObjectNode note)) {
      throw new UserError(noNote(number));
    }
    keep(note);
  }

  private String noNote(int number) {
    return "line "
        + number
        + " of the notes "
        + file
        + " is no JSON object: name a file of notes, or a new one";
  }

  private void keep(ObjectNode note) {
    newest.addLast(note);
    if (newest.size() > MOST_SHOWN) {
      newest.removeFirst();
    }
  }

  /**
   * Adds a note at the end of the file.
   *
   * @throws IOException if it cannot be written
   */
  synchronized void add(ObjectNode note) throws IOException {
    Files.writeString(
        file,
        note + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    keep(note);
  }

  /** The newest notes, at most 1,000, the oldest of them first. */
  synchronized ArrayNode all() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    newest.forEach(all::add);
    return all;
  }
}
