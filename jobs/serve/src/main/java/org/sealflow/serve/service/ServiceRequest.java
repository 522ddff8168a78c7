package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.http.HttpCall;

/**
 * The body of every request of the service; fields beyond these are ignored.
 *
 * @param envType the environment; null if the caller says null, {@link #DEFAULT_TYPE} if nothing
 * @param taskId the task; null if none is named
 * @param instanceId the instance; null if none is named
 * @param messages the assistant's message of a step, else empty
 * @param params settings of the request
 */
record ServiceRequest(
    @Nullable String envType,
    @Nullable String taskId,
    @Nullable String instanceId,
    ObjectNode messages,
    ObjectNode params) {
  static final String DEFAULT_TYPE = "(default)";

  private static final int LONGEST_ID = 256;

  /**
   * Reads a body.
   *
   * @throws DetailError if it has another shape
   */
  static ServiceRequest of(HttpCall call) throws IOException {
    if (!(call.json() instanceof ObjectNode body)) {
      throw DetailError.malformed("", "the body is no JSON object, expected one");
    }
    return new ServiceRequest(
        body.has("env_type") ? text(body, "env_type") : DEFAULT_TYPE,
        text(body, "task_id"),
        text(body, "instance_id"),
        object(body, "messages"),
        object(body, "params"));
  }

  private static @Nullable String text(ObjectNode body, String field) {
    JsonNode value = body.get(field);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual() || value.asText().length() > LONGEST_ID) {
      throw DetailError.malformed(
          field,
          field + " is no text of up to " + LONGEST_ID + " characters, expected one or null");
    }
    return value.asText();
  }

  private static ObjectNode object(ObjectNode body, String field) {
    JsonNode value = body.get(field);
    if (value == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw DetailError.malformed(field, field + " is no object, expected one");
  }

  /**
   * The instance named.
   *
   * @throws DetailError if there is none
   */
  String requiredInstance() {
    if (instanceId == null || instanceId.isEmpty()) {
      throw DetailError.wrong("instance_id is required");
    }
    return instanceId;
  }
}
