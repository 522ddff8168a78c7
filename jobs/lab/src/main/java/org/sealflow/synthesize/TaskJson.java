package org.sealflow.synthesize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;

/**
 * A task as a model writes it:
 *
 * <pre>
 * {"category": "multi_turn_base",
 *  "start": "multi_turn_base_train3",            // the start of a task that was shown, or
 *  "services": ["GorillaFileSystem"],            // services of its own, and
 *  "initial_config": {"GorillaFileSystem": {}},  // their start
 *  "turns": [{"user": "…", "calls": ["cd(folder='a')"]},
 *            {"reveals": ["mkdir"], "calls": ["mkdir(dir_name='b')"]}]}
 * </pre>
 */
final class TaskJson {
  private static final int MOST_TURNS = 12;
  private static final int MOST_CALLS = 10;
  private static final int MOST_CHARACTERS = 4_000;
  private static final String ID = "_proposed";

  private final KnownTasks known;

  TaskJson(KnownTasks known) {
    this.known = known;
  }

  /** Reads the proposal of a node, about a weakness. */
  Proposal read(JsonNode node, Weakness weakness) {
    try {
      Task task = task(node);
      return Proposal.of(new Candidate(task, weakness, null));
    } catch (Unreadable unreadable) {
      return Proposal.refused(unreadable.reason);
    } catch (PyException | IllegalArgumentException malformed) {
      return Proposal.refused(TaskRefusal.MALFORMED);
    }
  }

  private Task task(JsonNode node) {
    String category = node.path("category").asText("");
    require(GeneratorSettings.CATEGORIES.contains(category), TaskRefusal.MALFORMED);
    Task start = start(node);
    List<List<Task.Message>> turns = new ArrayList<>();
    List<List<String>> calls = new ArrayList<>();
    Map<Integer, List<String>> revealed = new LinkedHashMap<>();
    require(node.path("turns").size() <= MOST_TURNS, TaskRefusal.TOO_LARGE);
    for (JsonNode turn : node.path("turns")) {
      String user = turn.path("user").asText("");
      List<String> reveals = texts(turn.path("reveals"));
      require(user.isBlank() == !reveals.isEmpty(), TaskRefusal.MALFORMED);
      require(user.length() <= MOST_CHARACTERS, TaskRefusal.TOO_LARGE);
      if (!reveals.isEmpty()) {
        revealed.put(turns.size(), reveals);
      }
      turns.add(user.isBlank() ? List.of() : List.of(new Task.Message("user", user)));
      calls.add(calls(turn.path("calls")));
    }
    requireForm(category, calls, revealed);
    return new Task(
        category + ID,
        turns,
        start.involvedClasses(),
        start.initialConfiguration(),
        revealed,
        calls);
  }

  /** A task of nothing but the start. */
  private Task start(JsonNode node) {
    JsonNode name = node.path("start");
    if (name.isTextual()) {
      return known.task(name.asText()).orElseThrow(() -> new Unreadable(TaskRefusal.UNKNOWN_START));
    }
    JsonNode configuration = node.path("initial_config");
    require(configuration.isObject() || configuration.isMissingNode(), TaskRefusal.MALFORMED);
    PyDict read =
        configuration.isObject()
            ? (PyDict) PyJsonReader.read(configuration.toString())
            : new PyDict();
    List<String> services = texts(node.path("services"));
    require(!services.isEmpty(), TaskRefusal.MALFORMED);
    require(known.sources().documents().keySet().containsAll(services), TaskRefusal.UNKNOWN_START);
    return new Task(ID, List.of(), services, read, Map.of(), List.of());
  }

  private static List<String> calls(JsonNode node) {
    List<String> calls = texts(node);
    require(calls.size() <= MOST_CALLS, TaskRefusal.TOO_LARGE);
    for (String call : calls) {
      require(call.length() <= MOST_CHARACTERS, TaskRefusal.TOO_LARGE);
      require(!TaskCalls.tool(call).isEmpty(), TaskRefusal.MALFORMED);
    }
    return calls.stream().map(String::strip).toList();
  }

  /** Each category has a form of its own: what is missing at first, and that it comes. */
  private static void requireForm(
      String category, List<List<String>> calls, Map<Integer, List<String>> revealed) {
    long idle = calls.stream().filter(List::isEmpty).count();
    boolean formed =
        switch (category) {
          case GeneratorSettings.MISS_FUNC -> idle == 1 && revealed.size() == 1;
          case GeneratorSettings.MISS_PARAM -> idle == 1 && revealed.isEmpty();
          default -> idle == 0 && revealed.isEmpty();
        };
    boolean comes = idle == 0 || !calls.get(calls.size() - 1).isEmpty();
    require(formed && comes && !calls.isEmpty(), TaskRefusal.MALFORMED);
  }

  private static List<String> texts(JsonNode node) {
    require(node.isArray() || node.isMissingNode(), TaskRefusal.MALFORMED);
    List<String> texts = new ArrayList<>();
    for (JsonNode text : node) {
      require(text.isTextual(), TaskRefusal.MALFORMED);
      texts.add(text.asText());
    }
    return texts;
  }

  private static void require(boolean holds, TaskRefusal otherwise) {
    if (!holds) {
      throw new Unreadable(otherwise);
    }
  }

  /** A known task in the same form, as an example. */
  static String write(Task task) {
    ObjectNode written = new ObjectMapper().createObjectNode();
    written.put("category", task.category());
    written.put("start", task.id());
    ArrayNode turns = written.putArray("turns");
    for (int turn = 0; turn < task.turns().size(); turn++) {
      ObjectNode each = turns.addObject();
      for (Task.Message message : task.turns().get(turn)) {
        each.put("user", message.content());
      }
      List<String> revealed = task.withheldTools().getOrDefault(turn, List.of());
      if (!revealed.isEmpty()) {
        revealed.forEach(each.putArray("reveals")::add);
      }
      task.groundTruth().get(turn).forEach(each.putArray("calls")::add);
    }
    return written.toString();
  }

  /** A node that is no task; carries no stack trace. */
  private static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final TaskRefusal reason;

    Unreadable(TaskRefusal reason) {
      super(reason.label(), null, false, false);
      this.reason = reason;
    }
  }
}
