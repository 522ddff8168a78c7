package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.session.ServedTasks;

/**
 * Answers the HTTP requests of one base path. A reset or a step without {@code session_id} has a
 * world of its own that is thrown away, as in the reference; with one it plays that session on.
 */
final class OpenEnvRoutes {
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;

  /** Answers a request of one path. */
  private interface Route {
    Answer answer(HttpCall call) throws IOException;
  }

  private final Map<String, Map<String, Route>> routes = new TreeMap<>();
  private final OpenEnvPlay play;
  private final OpenEnvRpc rpc;
  private final String release;

  OpenEnvRoutes(OpenEnvPlay play, OpenEnvRpc rpc, String release) {
    this.play = play;
    this.rpc = rpc;
    this.release = release;
    add("GET", "/health", call -> health());
    add("GET", "/metadata", call -> Answer.json(metadata()));
    add("GET", "/schema", call -> Answer.json(schema()));
    add("GET", "/openapi.json", call -> Answer.json(description()));
    add("GET", "/list_environments", call -> Answer.json(environments()));
    add("GET", "/state", call -> Answer.json(play.state(call.query("session_id"))));
    add("POST", "/reset", this::reset);
    add("POST", "/step", this::step);
    add("POST", "/mcp", this::mcp);
  }

  private void add(String method, String path, Route route) {
    routes.computeIfAbsent(path, any -> new TreeMap<>()).put(method, route);
  }

  static Answer health() {
    return Answer.json(JsonNodeFactory.instance.objectNode().put("status", "healthy"));
  }

  /**
   * The answer.
   *
   * @param rest the path behind the base path
   */
  Answer answer(String rest, HttpCall call) throws IOException {
    Map<String, Route> methods = routes.get(rest);
    if (methods == null) {
      return tasks(rest, call);
    }
    Route route = methods.get(call.method());
    return route == null
        ? wrongMethod(call, String.join(", ", methods.keySet()))
        : route.answer(call);
  }

  private static Answer wrongMethod(HttpCall call, String allowed) {
    return detail(
            WRONG_METHOD,
            "the method is " + call.method() + ", expected " + allowed + " for " + call.path())
        .with(Map.of("Allow", allowed));
  }

  static Answer detail(int status, String message) {
    return Answer.json(status, JsonNodeFactory.instance.objectNode().put("detail", message));
  }

  private ObjectNode metadata() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", play.tasks().environment())
        .put(
            "description",
            play.tasks().ids().size()
                + " tasks of "
                + play.tasks().environment()
                + ", played by "
                + play.contract().name())
        .putNull("readme_content")
        .put("version", release)
        .putNull("author")
        .putNull("documentation_url");
  }

  private ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.set("action", play.contract().actionSchema());
    schema.set("observation", play.contract().observationSchema());
    schema.set("state", Schemas.STATE);
    return schema;
  }

  private ObjectNode description() {
    ObjectNode description = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
    description.putObject("info").put("title", play.tasks().environment()).put("version", release);
    ObjectNode paths = description.putObject("paths");
    routes.forEach(
        (path, methods) -> {
          ObjectNode operations = paths.putObject(path);
          methods.keySet().forEach(method -> operation(operations, method));
        });
    return description;
  }

  private static void operation(ObjectNode operations, String method) {
    operations
        .putObject(method.toLowerCase(Locale.ROOT))
        .putObject("responses")
        .putObject("200")
        .put("description", "OK");
  }

  private ArrayNode environments() {
    return JsonNodeFactory.instance.arrayNode().add(play.tasks().environment());
  }

  private Answer reset(HttpCall call) throws IOException {
    ObjectNode data = object(call.optionalJson());
    String session = session(data);
    Observed observed = session == null ? play.glance(data) : play.reset(session, data);
    return Answer.json(observed.json());
  }

  private Answer step(HttpCall call) throws IOException {
    ObjectNode body = object(call.json());
    if (!(body.get("action") instanceof ObjectNode action)) {
      throw OpenEnvError.invalid("action", "action is missing or no object, expected one");
    }
    return Answer.json(play.step(session(body), action).json());
  }

  private static @Nullable String session(ObjectNode body) {
    JsonNode session = body.get("session_id");
    if (session == null || session.isNull()) {
      return null;
    }
    if (!session.isTextual()) {
      throw OpenEnvError.invalid("session_id", "session_id is no text, expected one");
    }
    return session.asText();
  }

  private static ObjectNode object(@Nullable JsonNode body) {
    if (body == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (body instanceof ObjectNode object) {
      return object;
    }
    throw OpenEnvError.invalid("body", "the body is no JSON object, expected one");
  }

  private Answer mcp(HttpCall call) throws IOException {
    JsonNode request;
    try {
      request = call.json();
    } catch (HttpRefusal refusal) {
      return Answer.json(OpenEnvRpc.notJson(refusal.line()));
    }
    return Answer.json(rpc.answer(request, null));
  }

  /** The routes of tasks, {@code /{name}/splits} and so on. */
  private Answer tasks(String rest, HttpCall call) throws IOException {
    String[] parts = rest.split("/", -1);
    if (parts.length != 3) {
      return detail(
          NOT_FOUND,
          "no path " + call.path() + ", expected one of " + String.join(", ", routes.keySet()));
    }
    String name = parts[1];
    if (!name.equalsIgnoreCase(play.tasks().environment())) {
      return detail(NOT_FOUND, "unknown environment '" + name + "'");
    }
    String method = parts[2].equals("splits") ? "GET" : "POST";
    if (!call.method().equals(method)) {
      return wrongMethod(call, method);
    }
    return parts[2].equals("splits") ? Answer.json(splits()) : tasks(parts[2], name, call);
  }

  private Answer tasks(String what, String name, HttpCall call) throws IOException {
    ObjectNode body = object(call.json());
    List<String> split = ChosenTask.split(play.tasks(), new TextField(body).text("split"));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    switch (what) {
      case "tasks" -> {
        fill(answer.putArray("tasks"), split);
        answer.put("env_name", name);
      }
      case "num_tasks" -> answer.put("num_tasks", split.size());
      case "task" -> {
        int index = index(body, "index", split.size());
        if (index < 0 || index == split.size()) {
          return detail(400, "Invalid task index");
        }
        answer.set("task", task(split.get(index)));
      }
      case "task_range" -> {
        int start = index(body, "start", split.size());
        int stop = body.has("stop") ? index(body, "stop", split.size()) : split.size();
        if (start < 0 || stop < start) {
          return detail(400, "Invalid task index");
        }
        fill(answer.putArray("tasks"), split.subList(start, stop));
      }
      default -> {
        return detail(NOT_FOUND, "no path " + call.path());
      }
    }
    return Answer.json(answer);
  }

  /** Reads a text of a body. */
  private record TextField(ObjectNode body) {
    @Nullable String text(String name) {
      JsonNode value = body.get(name);
      if (value == null || value.isNull()) {
        return null;
      }
      if (value instanceof TextNode text) {
        return text.asText();
      }
      throw OpenEnvError.invalid(name, name + " is no text, expected one");
    }
  }

  /** A position from 0 to a size; −1 if it is none. */
  private static int index(ObjectNode body, String name, int size) {
    JsonNode value = body.get(name);
    boolean fits =
        value != null
            && value.isIntegralNumber()
            && value.canConvertToInt()
            && value.asInt() >= 0
            && value.asInt() <= size;
    return fits ? value.asInt() : -1;
  }

  private void fill(ArrayNode tasks, List<String> ids) {
    ids.forEach(id -> tasks.add(task(id)));
  }

  private ObjectNode task(String id) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("task_id", id)
        .put("category", play.tasks().task(id).category());
  }

  private ArrayNode splits() {
    ArrayNode splits = JsonNodeFactory.instance.arrayNode();
    for (String name : new TreeMap<>(play.tasks().splits()).keySet()) {
      splits.addObject().put("name", name).put("type", type(name));
    }
    return splits;
  }

  private static String type(String split) {
    return switch (split) {
      case ServedTasks.TRAIN -> "train";
      case "val", "valid", "validation", "dev" -> "validation";
      default -> "test";
    };
  }
}
