package org.sealflow.bfcl.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.LongContextJson;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.task.TaskRows;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.TaskOrigin;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.schemas.digest.Sha256;

/**
 * Tasks in the benchmark's official layout: {@code BFCL_v*_<category>.json} with answers of the
 * same name under {@code possible_answer/}, tool documentation under {@code multi_turn_func_doc/},
 * and the constants of the long-context category in {@code long_context.json}.
 */
public final class TaskDirectory implements TaskFolder {
  private static final String QUESTIONS = "BFCL_v*_multi_turn_*.json";

  /** Where each simulator class is documented. */
  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "GorillaFileSystem", "gorilla_file_system.json",
          "MathAPI", "math_api.json",
          "MessageAPI", "message_api.json",
          "TwitterAPI", "posting_api.json",
          "TicketAPI", "ticket_api.json",
          "TradingBot", "trading_bot.json",
          "TravelAPI", "travel_booking.json",
          "VehicleControlAPI", "vehicle_control.json");

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, ToolDocs> toolDocs = new LinkedHashMap<>();
  private final Map<String, BfclTask> ready = new LinkedHashMap<>();
  private @Nullable LongContextConstants longContext;
  private LongContext constants = LongContext.none();

  /**
   * A task as it stands in the directory.
   *
   * @param digest SHA-256 of its question and answer rows
   */
  private record Entry(Task task, String initialConfiguration, String digest) {}

  private TaskDirectory() {}

  /**
   * Reads a directory: one in the official layout, or an official checkout that holds one in {@code
   * bfcl_eval/data}.
   *
   * @throws IllegalArgumentException if the directory holds no tasks, or a file is malformed: one
   *     line that names the file and the line
   * @throws IOException if a file cannot be read
   */
  public static TaskDirectory read(Path given) throws IOException {
    Path directory = locate(given);
    TaskDirectory tasks = new TaskDirectory();
    tasks.readDocuments(directory.resolve("multi_turn_func_doc"));
    tasks.readLongContext(directory.resolve("long_context.json"));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, QUESTIONS)) {
      List<Path> sorted = new ArrayList<>();
      files.forEach(sorted::add);
      sorted.sort(null);
      for (Path file : sorted) {
        tasks.readTasks(file);
      }
    }
    if (tasks.entries.isEmpty()) {
      throw new IllegalArgumentException(
          directory + " holds no tasks, expected files BFCL_v*_multi_turn_<category>.json");
    }
    return tasks;
  }

  /** Whether a directory is one, by the names of its files. */
  static boolean isOne(Path directory) {
    if (Files.isDirectory(directory.resolve("bfcl_eval/data"))) {
      return true;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, QUESTIONS)) {
      return files.iterator().hasNext();
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static Path locate(Path given) {
    if (!Files.isDirectory(given)) {
      throw new IllegalArgumentException(
          "no task directory " + given + "; give one in the official layout with --tasks DIR");
    }
    Path inside = given.resolve("bfcl_eval/data");
    return Files.isDirectory(inside) ? inside : given;
  }

  private void readTasks(Path questions) throws IOException {
    Path answers =
        questions.resolveSibling("possible_answer").resolve(questions.getFileName().toString());
    if (!Files.exists(answers)) {
      throw new IllegalArgumentException(
          "no answers " + answers + " for the tasks of " + questions.getFileName());
    }
    Map<String, PyDict> answersById = new LinkedHashMap<>();
    for (PyDict row : rows(answers)) {
      answersById.put(String.valueOf(row.get("id")), row);
    }
    for (PyDict row : rows(questions)) {
      String id = String.valueOf(row.get("id"));
      PyDict answer = answersById.get(id);
      if (answer == null) {
        throw new IllegalArgumentException("task " + id + " has no answer in " + answers);
      }
      Task task = TaskRows.task(row, answer);
      String content = PyJson.dumps(row) + "\n" + PyJson.dumps(answer);
      entries.put(
          id, new Entry(task, PyJson.dumps(task.initialConfiguration()), Sha256.hex(content)));
    }
  }

  private void readDocuments(Path directory) throws IOException {
    for (Map.Entry<String, String> entry : DOCUMENTS.entrySet()) {
      Path file = directory.resolve(entry.getValue());
      if (!Files.exists(file)) {
        continue;
      }
      List<String> documents = new ArrayList<>();
      for (PyDict row : rows(file)) {
        documents.add(PyJson.dumps(row));
      }
      String digest = Sha256.hex(String.join("\n", documents));
      toolDocs.put(entry.getKey(), new ToolDocs(entry.getKey(), digest, documents));
    }
  }

  private void readLongContext(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    try {
      if (!(PyJsonReader.read(text) instanceof PyDict object)) {
        throw new IllegalArgumentException(file + ": expected a JSON object of constants");
      }
      constants = LongContextJson.read(object);
    } catch (PyException malformed) {
      throw new IllegalArgumentException(file + ": " + malformed.text(), malformed);
    }
    longContext = new LongContextConstants(Sha256.hex(text), text);
  }

  private static List<PyDict> rows(Path file) throws IOException {
    List<PyDict> rows = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          rows.add(row(file, number, line));
        }
      }
    }
    return rows;
  }

  private static PyDict row(Path file, int number, String line) {
    try {
      if (PyJsonReader.read(line) instanceof PyDict row) {
        return row;
      }
      throw new IllegalArgumentException(
          file + " line " + number + ": expected one JSON object per line");
    } catch (PyException malformed) {
      throw new IllegalArgumentException(
          file + " line " + number + " is no JSON object: " + malformed.text(), malformed);
    }
  }

  @Override
  public Collection<Task> tasks() {
    return entries.values().stream().map(Entry::task).toList();
  }

  @Override
  public boolean contains(String taskId) {
    return entries.containsKey(taskId);
  }

  @Override
  public String digest(String taskId) {
    return entry(taskId).digest();
  }

  /** The constants of the long-context category; none if the directory has no such file. */
  public LongContext longContext() {
    return constants;
  }

  @Override
  public BfclTask ready(String taskId) {
    return ready.computeIfAbsent(
        taskId,
        id -> {
          Task task = entry(id).task();
          List<ToolDoc> documents = new ArrayList<>();
          for (String name : task.involvedClasses()) {
            ToolDocs docs = toolDocs.get(name);
            if (docs != null) {
              docs.getDocs()
                  .forEach(doc -> documents.add(ToolDoc.of(TaskRecordReader.object(doc, name))));
            }
          }
          return new BfclTask(new TaskProgram(task, constants), documents);
        });
  }

  @Override
  public List<TaskRecord> records() {
    List<TaskRecord> records = new ArrayList<>();
    if (longContext != null) {
      records.add(TaskRecords.longContext(longContext));
    }
    toolDocs.values().forEach(docs -> records.add(TaskRecords.toolDocs(docs)));
    entries.values().forEach(entry -> records.add(TaskRecords.task(record(entry))));
    return records;
  }

  private org.sealflow.schemas.Task record(Entry entry) {
    Task task = entry.task();
    List<TaskTurn> turns = new ArrayList<>();
    for (int turn = 0; turn < task.turns().size(); turn++) {
      List<Message> messages = new ArrayList<>();
      task.turns().get(turn).forEach(m -> messages.add(new Message(m.role(), m.content())));
      turns.add(
          new TaskTurn(
              messages,
              task.withheldTools().getOrDefault(turn, List.of()),
              task.groundTruth().get(turn)));
    }
    return org.sealflow.schemas.Task.newBuilder()
        .setTaskId(task.id())
        .setDigest(entry.digest())
        .setCategory(task.category())
        .setOrigin(TaskOrigin.BENCHMARK)
        .setTurns(turns)
        .setInvolvedClasses(task.involvedClasses())
        .setInitialConfig(entry.initialConfiguration())
        .setToolDocsDigests(digests(task))
        .setLongContextDigest(
            task.longContext() && longContext != null ? longContext.getDigest() : null)
        .build();
  }

  private List<String> digests(Task task) {
    List<String> digests = new ArrayList<>();
    for (String name : task.involvedClasses()) {
      ToolDocs docs = toolDocs.get(name);
      if (docs == null) {
        throw new IllegalArgumentException(
            "task " + task.id() + " involves " + name + ", which has no tool documentation here");
      }
      digests.add(docs.getDigest());
    }
    return digests;
  }

  private Entry entry(String taskId) {
    Entry entry = entries.get(taskId);
    if (entry == null) {
      throw new IllegalArgumentException("no task " + taskId + " in the task directory");
    }
    return entry;
  }
}
