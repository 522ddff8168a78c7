package org.sealflow.environment.conversation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.LongContextJson;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.task.TaskRows;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.Reference;

/** The official tasks with their tools, read from the reference data. */
final class TestingBenchmark {
  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "GorillaFileSystem", "gorilla_file_system",
          "MathAPI", "math_api",
          "MessageAPI", "message_api",
          "TwitterAPI", "posting_api",
          "TicketAPI", "ticket_api",
          "TradingBot", "trading_bot",
          "TravelAPI", "travel_booking",
          "VehicleControlAPI", "vehicle_control");

  private final Path folder = Reference.folder().resolve("bfcl");
  private final Map<String, List<ToolDoc>> tools = new HashMap<>();
  final List<Task> tasks = new ArrayList<>();
  final LongContext longContext;

  private TestingBenchmark() {
    DOCUMENTS.forEach(
        (type, file) ->
            tools.put(
                type, rows("multi_turn_func_doc/" + file).stream().map(ToolDoc::of).toList()));
    for (String category : List.of("base", "miss_func", "miss_param", "long_context")) {
      String file = "BFCL_v4_multi_turn_" + category;
      List<PyDict> questions = rows(file);
      List<PyDict> answers = rows("possible_answer/" + file);
      for (int i = 0; i < questions.size(); i++) {
        tasks.add(TaskRows.task(questions.get(i), answers.get(i)));
      }
    }
    longContext = LongContextJson.read((PyDict) PyJsonReader.read(text("long_context")));
  }

  /** Everything; skips the calling test where the data is absent. */
  static TestingBenchmark read() {
    return new TestingBenchmark();
  }

  Task task(String id) {
    return tasks.stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow();
  }

  ConversationTask ready(Task task) {
    List<ToolDoc> documents = new ArrayList<>();
    task.involvedClasses().forEach(type -> documents.addAll(tools.get(type)));
    return BfclConversations.of(task, documents, longContext, PromptStyles.qwenFunctionCalling());
  }

  List<PyDict> rows(String file) {
    return text(file).lines().map(line -> (PyDict) PyJsonReader.read(line)).toList();
  }

  private String text(String file) {
    try {
      return Files.readString(folder.resolve(file + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
