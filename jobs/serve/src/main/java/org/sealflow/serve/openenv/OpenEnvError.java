package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.session.SessionLimit;

/** A message that is refused or fails, by OpenEnv's codes. The message is one line. */
final class OpenEnvError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The codes of OpenEnv, with the status that HTTP has for them. */
  enum Code {
    INVALID_JSON(422),
    UNKNOWN_TYPE(422),
    VALIDATION_ERROR(422),
    EXECUTION_ERROR(400),
    CAPACITY_REACHED(503),
    SESSION_ERROR(404);

    private final int status;

    Code(int status) {
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  private final Code code;
  private final @Nullable String place;
  private final transient @Nullable SessionLimit limit;

  private OpenEnvError(
      Code code, String message, @Nullable String place, @Nullable SessionLimit limit) {
    super(message.replaceAll("\\s+", " "));
    this.code = code;
    this.place = place;
    this.limit = limit;
  }

  static OpenEnvError of(Code code, String message) {
    return new OpenEnvError(code, message, null, null);
  }

  /**
   * A message or an action that does not fit.
   *
   * @param place the field, such as {@code action.message}
   */
  static OpenEnvError invalid(String place, String message) {
    return new OpenEnvError(Code.VALIDATION_ERROR, message, place, null);
  }

  static OpenEnvError full(SessionLimit limit) {
    return new OpenEnvError(
        Code.CAPACITY_REACHED,
        "Server at capacity: "
            + limit.open()
            + "/"
            + limit.most()
            + " sessions active. Cannot accept new connections.",
        null,
        limit);
  }

  Code code() {
    return code;
  }

  String line() {
    return String.valueOf(getMessage());
  }

  /** As a frame of the socket has it. */
  ObjectNode message() {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("type", "error");
    ObjectNode data = message.putObject("data");
    if (code == Code.VALIDATION_ERROR) {
      data.put("message", "Invalid message").put("code", code.name());
      data.set("errors", errors());
    } else {
      data.put("message", line()).put("code", code.name());
    }
    capacity(data);
    return message;
  }

  /** Adds how many sessions there are, where that is the reason. */
  void capacity(ObjectNode data) {
    if (limit != null) {
      data.put("active_sessions", limit.open()).put("max_sessions", limit.most());
    }
  }

  private ArrayNode errors() {
    ArrayNode errors = JsonNodeFactory.instance.arrayNode();
    ObjectNode error = errors.addObject().put("type", "value_error");
    ArrayNode loc = error.putArray("loc");
    for (String part : (place == null ? "body" : place).split("\\.", -1)) {
      loc.add(part);
    }
    error.put("msg", line()).putNull("input");
    return errors;
  }

  /** As HTTP has it. */
  Answer answer() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (code.status() == Code.VALIDATION_ERROR.status()) {
      body.set("detail", errors());
    } else {
      body.put("detail", line());
    }
    return Answer.json(code.status(), body);
  }
}
