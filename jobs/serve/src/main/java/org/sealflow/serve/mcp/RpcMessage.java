package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;

/**
 * A message of a client.
 *
 * @param id null for a notification
 * @param method empty for the answer to a request of the server, which sends none
 */
record RpcMessage(@Nullable JsonNode id, String method, ObjectNode params) {
  private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  private static final int ACCEPTED = 202;

  /**
   * Reads a body.
   *
   * @throws McpError if it is no message
   */
  static RpcMessage of(JsonNode body) {
    if (!(body instanceof ObjectNode object)) {
      throw McpError.malformed("the body is no JSON object, expected one message");
    }
    if (!object.path("jsonrpc").asText().equals("2.0")) {
      throw McpError.malformed("expected \"jsonrpc\": \"2.0\"");
    }
    JsonNode id = object.get("id");
    if (id != null && !id.isTextual() && !id.isIntegralNumber()) {
      throw McpError.malformed("id is no text and no whole number, expected one of them");
    }
    JsonNode method = object.get("method");
    if (method == null && (object.has("result") || object.has("error"))) {
      return new RpcMessage(null, "", JsonNodeFactory.instance.objectNode());
    }
    if (method == null || !method.isTextual() || method.asText().isEmpty()) {
      throw McpError.malformed("method is no text, expected one");
    }
    JsonNode params = object.path("params");
    if (!params.isMissingNode() && !params.isObject()) {
      throw McpError.malformed("params is no object, expected one");
    }
    return new RpcMessage(
        id,
        method.asText(),
        params instanceof ObjectNode given ? given : JsonNodeFactory.instance.objectNode());
  }

  /** Whether nothing but its arrival is to be answered. */
  boolean isNotification() {
    return id == null;
  }

  /** The revision that it names itself; null if it names none. */
  @Nullable String version() {
    JsonNode version = params.path("_meta").get(VERSION);
    return version == null ? null : version.asText();
  }

  /**
   * The name of the tool that is called.
   *
   * @throws McpError if there is none
   */
  String tool() {
    JsonNode name = params.path("name");
    if (!name.isTextual()) {
      throw McpError.params("name is no text, expected the name of a tool");
    }
    return name.asText();
  }

  /**
   * The arguments of the tool that is called, to be changed freely.
   *
   * @throws McpError if they are no object
   */
  ObjectNode arguments() {
    JsonNode arguments = params.path("arguments");
    if (arguments.isMissingNode() || arguments.isNull()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (!(arguments instanceof ObjectNode object)) {
      throw McpError.params("arguments is no object, expected one");
    }
    return object.deepCopy();
  }

  /** Refuses a page that the list of tools, which has one, never named. */
  void requireFirstPage() {
    if (params.hasNonNull("cursor")) {
      throw McpError.params("cursor is none of this server's: the list of tools has one page");
    }
  }

  /** The answer that carries a result. */
  Answer result(ObjectNode result) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    body.set("id", id == null ? JsonNodeFactory.instance.nullNode() : id);
    body.set("result", result);
    return Answer.json(body);
  }

  /** The answer that says no more than that a message has come. */
  static Answer accepted() {
    return new Answer(ACCEPTED, "application/json", "", Map.of());
  }
}
