package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpRefusal;

/** A request that is answered by an error of JSON-RPC. The message is one line. */
final class McpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int SUCCESS = 200;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;
  private static final int UNAVAILABLE = 503;
  private static final int FAILED = 500;

  private static final int NOT_JSON = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int UNKNOWN_METHOD = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int SERVER_FAILED = -32603;
  private static final int CAPACITY = -32000;
  private static final int NO_SESSION = -32001;
  private static final int HEADER_MISMATCH = -32020;
  private static final int UNSUPPORTED_VERSION = -32022;

  private final int status;
  private final int code;
  private final transient @Nullable JsonNode data;
  private final transient Map<String, String> headers;

  private McpError(
      int status, int code, String message, @Nullable JsonNode data, Map<String, String> headers) {
    super(message.replaceAll("\\s+", " "));
    this.status = status;
    this.code = code;
    this.data = data;
    this.headers = headers;
  }

  private static McpError of(int status, int code, String message) {
    return new McpError(status, code, message, null, Map.of());
  }

  /** The body is JSON and no request. */
  static McpError malformed(String message) {
    return of(BAD_REQUEST, INVALID_REQUEST, message);
  }

  /** The parameters do not fit the method. */
  static McpError params(String message) {
    return of(SUCCESS, INVALID_PARAMS, message);
  }

  /** As clients of the revisions with sessions read it. */
  static McpError unknownMethod(String method) {
    return of(SUCCESS, UNKNOWN_METHOD, "unknown method: " + method);
  }

  /** As clients of the revision without sessions read it. */
  static McpError methodNotFound(String method) {
    return of(NOT_FOUND, UNKNOWN_METHOD, "unknown method: " + method);
  }

  /** A header does not say what the body says. */
  static McpError header(String message) {
    return of(BAD_REQUEST, HEADER_MISMATCH, message);
  }

  /** The revision that a request names is not spoken. */
  static McpError version(String requested) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.set("supported", Revisions.all());
    data.put("requested", requested);
    return new McpError(
        BAD_REQUEST, UNSUPPORTED_VERSION, "Unsupported protocol version", data, Map.of());
  }

  /** A session that was never opened, was ended, or expired: clients open another one. */
  static McpError noSession(String message) {
    return of(NOT_FOUND, NO_SESSION, message);
  }

  /** There are as many sessions as there may be. */
  static McpError full(String message) {
    return new McpError(UNAVAILABLE, CAPACITY, message, null, Map.of("Retry-After", "5"));
  }

  /** A path that is not served. */
  static McpError unknownPath(String path, String expected) {
    return of(NOT_FOUND, INVALID_REQUEST, "no path " + path + ", expected " + expected);
  }

  /** A method of HTTP that a path does not have. */
  static McpError wrongMethod(String method) {
    return new McpError(
        WRONG_METHOD,
        INVALID_REQUEST,
        method + " is not offered here, expected POST",
        null,
        Map.of("Allow", "POST, DELETE"));
  }

  /** A refusal of the port. */
  static McpError of(HttpRefusal refusal) {
    int code =
        switch (refusal.status()) {
          case BAD_REQUEST -> NOT_JSON;
          case FAILED -> SERVER_FAILED;
          case UNAVAILABLE -> CAPACITY;
          default -> INVALID_REQUEST;
        };
    return new McpError(refusal.status(), code, refusal.line(), null, refusal.headers());
  }

  /**
   * The answer.
   *
   * @param id of the request; null where it is not known
   */
  Answer answer(@Nullable JsonNode id) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    body.set("id", id == null ? JsonNodeFactory.instance.nullNode() : id);
    ObjectNode error =
        body.putObject("error").put("code", code).put("message", String.valueOf(getMessage()));
    if (data != null) {
      error.set("data", data);
    }
    return Answer.json(status, body).with(headers);
  }
}
