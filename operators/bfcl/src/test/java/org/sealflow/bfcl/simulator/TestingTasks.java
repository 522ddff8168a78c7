package org.sealflow.bfcl.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.Reference;
import org.sealflow.python.call.MethodTable;

/** The official tasks, read for execution alone. */
final class TestingTasks {
  /** The day the reference was recorded on. */
  private static final LocalDate RECORDED_ON = LocalDate.of(2026, 11, 21);

  private static final List<String> CATEGORIES =
      List.of("base", "long_context", "miss_func", "miss_param");

  private final Map<String, Task> tasks = new HashMap<>();
  private final LongContext longContext;

  /** The part of a task that execution needs. */
  record Task(String id, MethodTable methods, PyDict initialConfiguration) {
    boolean isLongContext() {
      return id.contains("long_context");
    }
  }

  private TestingTasks(LongContext longContext) {
    this.longContext = longContext;
  }

  /** Every task of the reference folder; skips the calling test where there is none. */
  static TestingTasks read() {
    Map<String, Object> constants = new HashMap<>();
    json("bfcl/long_context.json")
        .properties()
        .forEach(field -> constants.put(field.getKey(), value(field.getValue())));
    TestingTasks read = new TestingTasks(new LongContext(constants));
    for (String category : CATEGORIES) {
      Reference.forEachRow("bfcl/BFCL_v4_multi_turn_" + category + ".json", read::add);
    }
    return read;
  }

  private static JsonNode json(String file) {
    try {
      return new ObjectMapper().readTree(Reference.folder().resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(JsonNode row) {
    List<SimulatorClass<?>> classes = new ArrayList<>();
    row.get("involved_classes").forEach(name -> classes.add(Simulators.named(name.asText())));
    String id = row.get("id").asText();
    PyDict configuration = (PyDict) value(row.get("initial_config"));
    tasks.put(id, new Task(id, MethodTable.of(classes), configuration));
  }

  Task task(String id) {
    Task task = tasks.get(id);
    if (task == null) {
      throw new IllegalArgumentException("no task " + id);
    }
    return task;
  }

  SharedWorld world() {
    return new SharedWorld(longContext, RECORDED_ON);
  }

  /** Fresh instances of a task in a fresh world. */
  SimulatorInstances executor(Task task, String side) {
    return new SimulatorInstances(
        ReferenceNames.of(side, task.id(), task.methods()),
        task.methods(),
        task.initialConfiguration(),
        task.isLongContext(),
        world());
  }

  /** The Python value a JSON value is read as. */
  static Object value(JsonNode node) {
    if (node.isObject()) {
      return object(node);
    }
    if (node.isArray()) {
      PyList list = new PyList();
      node.forEach(item -> list.add(value(item)));
      return list;
    }
    if (node.isTextual()) {
      return node.asText();
    }
    if (node.isIntegralNumber()) {
      BigInteger whole = node.bigIntegerValue();
      return PyNumbers.normalize(whole);
    }
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return node.isBoolean() ? (Object) node.booleanValue() : PyNone.NONE;
  }

  private static Object object(JsonNode node) {
    if (node.has("$python")) {
      return PyNone.ELLIPSIS;
    }
    PyDict dict = new PyDict();
    node.properties().forEach(field -> dict.put(field.getKey(), value(field.getValue())));
    return dict;
  }
}
