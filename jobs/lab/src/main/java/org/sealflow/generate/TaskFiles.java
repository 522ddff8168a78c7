package org.sealflow.generate;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;

/** Generated tasks as files in the benchmark's layout, and what they are generated from. */
public final class TaskFiles {
  private static final String ANSWERS = "possible_answer";
  private static final String DOCUMENTS = "multi_turn_func_doc";
  private static final String CONSTANTS = "long_context.json";

  private TaskFiles() {}

  /**
   * The documentation and constants of a task directory.
   *
   * @throws IllegalArgumentException if it is none, or documents not all services
   * @throws IOException if it cannot be read
   */
  public static GeneratorSources sources(Path directory) throws IOException {
    TaskDirectory tasks = TaskDirectory.read(directory);
    Map<String, List<String>> documents = new LinkedHashMap<>();
    for (TaskRecord record : tasks.records()) {
      ToolDocs docs = record.getToolDocs();
      if (docs != null) {
        documents.put(docs.getSimulatorClass(), docs.getDocs());
      }
    }
    return GeneratorSources.ofJson(documents, tasks.longContext());
  }

  /**
   * Writes the next tasks of a generator.
   *
   * @param output the directory, made where it does not exist
   * @param tools the task directory whose documentation and constants go with them
   * @throws IOException if something cannot be read or written
   */
  public static void write(TaskGenerator generator, int count, Path tools, Path output)
      throws IOException {
    write(Stream.generate(() -> generator.next().task()).limit(count).iterator(), tools, output);
  }

  /**
   * Writes tasks.
   *
   * @param output the directory, made where it does not exist
   * @param tools the task directory whose documentation and constants go with them
   * @throws IOException if something cannot be read or written
   */
  public static void write(Iterator<Task> tasks, Path tools, Path output) throws IOException {
    Files.createDirectories(output.resolve(ANSWERS));
    Map<String, Rows> files = new LinkedHashMap<>();
    try {
      while (tasks.hasNext()) {
        Task task = tasks.next();
        Rows rows = files.get(task.category());
        if (rows == null) {
          rows = Rows.open(output, "BFCL_v4_" + task.category() + ".json");
          files.put(task.category(), rows);
        }
        rows.add(task);
      }
    } finally {
      for (Rows rows : files.values()) {
        rows.close();
      }
    }
    copyDocuments(tools, output);
  }

  /** The two files of a category. */
  private record Rows(BufferedWriter questions, BufferedWriter answers) {
    static Rows open(Path directory, String name) throws IOException {
      return new Rows(
          Files.newBufferedWriter(directory.resolve(name), StandardCharsets.UTF_8),
          Files.newBufferedWriter(
              directory.resolve(ANSWERS).resolve(name), StandardCharsets.UTF_8));
    }

    void add(Task task) throws IOException {
      questions.write(TaskLines.question(task));
      questions.write('\n');
      answers.write(TaskLines.answer(task));
      answers.write('\n');
    }

    void close() throws IOException {
      questions.close();
      answers.close();
    }
  }

  /** Removes a directory that was left half written. */
  public static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void copyDocuments(Path tools, Path output) throws IOException {
    Path target = output.resolve(DOCUMENTS);
    Files.createDirectories(target);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(tools.resolve(DOCUMENTS), "*.json")) {
      for (Path file : files) {
        Files.copy(file, target.resolve(file.getFileName().toString()));
      }
    }
    if (Files.exists(tools.resolve(CONSTANTS))) {
      Files.copy(tools.resolve(CONSTANTS), output.resolve(CONSTANTS));
    }
  }
}
