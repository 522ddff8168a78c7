package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.session.TaskChoice;

/** Reads which task is to be played, from the arguments of a call and the query of its URL. */
final class StartArguments {
  private static final String TASK = "task_id";
  private static final String SPLIT = "split";
  private static final String INDEX = "index";
  private static final String SEED = "seed";
  private static final String STRICT = "strict";
  private static final String GROUP = "group_id";
  private static final List<String> CHOOSING = List.of(TASK, SPLIT, INDEX, SEED);
  private static final List<String> ALL = List.of(TASK, SPLIT, INDEX, SEED, STRICT, GROUP);

  private final HttpCall call;
  private final ObjectNode given;

  /**
   * Arguments to be read.
   *
   * @param call its query says what the arguments do not
   */
  StartArguments(HttpCall call, ObjectNode given) {
    this.call = call;
    this.given = given;
  }

  /** Whether the URL names a task. */
  static boolean inUrl(HttpCall call) {
    return CHOOSING.stream().anyMatch(name -> call.query(name) != null);
  }

  /** Whether nothing is asked for beyond what the URL says. */
  boolean areEmpty() {
    return given.isEmpty();
  }

  /**
   * The choice.
   *
   * @throws IllegalArgumentException if an argument is unknown or of another type: one line
   */
  TaskChoice choice() {
    for (String name : (Iterable<String>) given::fieldNames) {
      if (!ALL.contains(name)) {
        throw new IllegalArgumentException(
            name + " is no argument here, expected " + String.join(", ", ALL));
      }
    }
    // A task that the call chooses leaves nothing of the URL's own choice.
    boolean chosen = CHOOSING.stream().anyMatch(given::hasNonNull);
    return new TaskChoice(
        text(TASK, chosen),
        text(SPLIT, chosen),
        whole(INDEX, chosen),
        whole(SEED, chosen),
        flag(),
        text(GROUP, false));
  }

  private @Nullable JsonNode value(String name, boolean fromCallAlone) {
    if (given.hasNonNull(name)) {
      return given.get(name);
    }
    String query = fromCallAlone ? null : call.query(name);
    return query == null ? null : JsonNodeFactory.instance.textNode(query);
  }

  private @Nullable String text(String name, boolean fromCallAlone) {
    JsonNode value = value(name, fromCallAlone);
    if (value != null && !value.isTextual()) {
      throw new IllegalArgumentException(name + " is " + value + ", expected a text");
    }
    return value == null ? null : value.asText();
  }

  private @Nullable Long whole(String name, boolean fromCallAlone) {
    JsonNode value = value(name, fromCallAlone);
    if (value == null) {
      return null;
    }
    boolean digits = value.asText().matches("[0-9]{1,18}");
    if (!digits || !(value.isIntegralNumber() || given.get(name) == null)) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected a whole number of 0 or more");
    }
    return Long.parseLong(value.asText());
  }

  private boolean flag() {
    JsonNode value = value(STRICT, false);
    if (value == null) {
      return false;
    }
    boolean written = !given.hasNonNull(STRICT) && value.asText().matches("true|false");
    if (!written && !value.isBoolean()) {
      throw new IllegalArgumentException(STRICT + " is " + value + ", expected true or false");
    }
    return value.asText().equals("true");
  }
}
