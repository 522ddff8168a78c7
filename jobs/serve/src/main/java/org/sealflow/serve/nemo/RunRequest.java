package org.sealflow.serve.nemo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;

/**
 * A row of a data set, as agents post it whole.
 *
 * @param tasks the environment it names under {@code environment}, else the first
 * @param taskId the task under {@code task_id}
 * @param body all of it
 */
record RunRequest(ServedTasks tasks, String taskId, ObjectNode body) {
  /**
   * Reads a row.
   *
   * @throws DetailError if it has another shape, or names no task of this server
   */
  static RunRequest of(JsonNode json, ServedEnvironments environments) {
    if (!(json instanceof ObjectNode body)) {
      throw DetailError.malformed("", "the body is no JSON object, expected a row");
    }
    if (!body.path("responses_create_params").isObject()) {
      throw DetailError.malformed(
          "responses_create_params",
          "responses_create_params is missing or no object, expected one");
    }
    JsonNode name = body.get("environment");
    ServedTasks tasks = environments.first();
    if (name != null && name.isTextual()) {
      ServedTasks named = environments.find(name.asText());
      if (named == null) {
        throw DetailError.wrong(
            "environment is '" + name.asText() + "', expected " + tasks.environment());
      }
      tasks = named;
    }
    JsonNode task = body.get("task_id");
    if (task == null || !task.isTextual()) {
      throw DetailError.malformed(
          "task_id", "task_id is missing or no text, expected one such as " + tasks.ids().get(0));
    }
    if (!tasks.contains(task.asText())) {
      throw DetailError.wrong(
          "no task '" + task.asText() + "', expected one such as " + tasks.ids().get(0));
    }
    return new RunRequest(tasks, task.asText(), body);
  }

  /** Whether the row shows a message of the user, so that the first need not be told. */
  boolean showsUser() {
    JsonNode input = body.path("responses_create_params").path("input");
    if (input.isTextual()) {
      return !input.asText().isBlank();
    }
    for (JsonNode message : input) {
      if (message.path("role").asText().equals("user")) {
        return true;
      }
    }
    return false;
  }
}
