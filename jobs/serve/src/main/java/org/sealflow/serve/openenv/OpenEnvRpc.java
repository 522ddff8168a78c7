package org.sealflow.serve.openenv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.serve.session.ToolJson;

/**
 * OpenEnv's JSON-RPC, which is not MCP: tools listed and called, sessions created and closed
 * (environment-servers.md 1.4). Calls go by the contract of tools, whatever the base path. A
 * session that is created begins with an episode, chosen as by a reset.
 */
final class OpenEnvRpc {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final Set<String> FIELDS = Set.of("jsonrpc", "method", "params", "id");
  private static final int INVALID_REQUEST = -32600;
  private static final int UNKNOWN_METHOD = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int TOOL_FAILED = -32603;
  private static final int CAPACITY = -32000;

  private final OpenEnvPlay play;
  private final ToolsContract tools;
  private final AttachedSockets sockets;

  /** A request that is refused. */
  private static final class RpcError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    RpcError(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  OpenEnvRpc(OpenEnvPlay play, ToolsContract tools, AttachedSockets sockets) {
    this.play = play;
    this.tools = tools;
    this.sockets = sockets;
  }

  /**
   * The answer to a request.
   *
   * @param socketSession the session of the socket it came by; null if by HTTP
   */
  ObjectNode answer(@Nullable JsonNode request, @Nullable String socketSession) {
    JsonNode id = request == null ? null : request.get("id");
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    answer.set("id", id != null && id.isValueNode() ? id : JsonNodeFactory.instance.nullNode());
    try {
      answer.set("result", result(checked(request), socketSession));
    } catch (RpcError refused) {
      error(answer, refused.code, String.valueOf(refused.getMessage()));
    } catch (OpenEnvError refused) {
      boolean full = refused.code() == OpenEnvError.Code.CAPACITY_REACHED;
      ObjectNode error = error(answer, full ? CAPACITY : INVALID_PARAMS, refused.line());
      if (full) {
        refused.capacity(error.putObject("data"));
      }
    } catch (RuntimeException | StackOverflowError defect) {
      error(answer, TOOL_FAILED, "the server failed: " + defect);
    }
    return answer;
  }

  /** The answer to a frame of a socket. */
  String frame(String frame, String socketSession) {
    JsonNode request;
    try {
      request = JSON.readTree(frame);
    } catch (JsonProcessingException malformed) {
      return notJson("the frame is no JSON: " + malformed.getOriginalMessage()).toString();
    }
    return answer(request, socketSession).toString();
  }

  /** The answer to a body that is no JSON. */
  static ObjectNode notJson(String message) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").putNull("id");
    error(answer, -32700, message);
    return answer;
  }

  private static ObjectNode error(ObjectNode answer, int code, String message) {
    return answer.putObject("error").put("code", code).put("message", message);
  }

  private static ObjectNode checked(@Nullable JsonNode request) {
    if (!(request instanceof ObjectNode object)) {
      throw new RpcError(INVALID_REQUEST, "the request is no JSON object, expected one");
    }
    for (String name : (Iterable<String>) object::fieldNames) {
      if (!FIELDS.contains(name)) {
        throw new RpcError(
            INVALID_REQUEST,
            name + " is no field of a request, expected jsonrpc, method, params, id");
      }
    }
    if (!object.path("jsonrpc").asText().equals("2.0") || !object.path("method").isTextual()) {
      throw new RpcError(INVALID_REQUEST, "expected \"jsonrpc\": \"2.0\" and a method");
    }
    JsonNode params = object.get("params");
    if (params != null && !params.isObject()) {
      throw new RpcError(INVALID_REQUEST, "params is no object, expected one");
    }
    return object;
  }

  private JsonNode result(ObjectNode request, @Nullable String socketSession) {
    JsonNode given = request.get("params");
    ObjectNode params =
        given instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    String method = request.path("method").asText();
    return switch (method) {
      case "openenv/session/create" -> create(params);
      case "openenv/session/close" -> close(params);
      case "tools/list" -> list(session(params, socketSession));
      case "tools/call" -> call(params, session(params, socketSession));
      default -> throw new RpcError(UNKNOWN_METHOD, "Method not found: " + method);
    };
  }

  private static @Nullable String session(ObjectNode params, @Nullable String socketSession) {
    JsonNode named = params.get("session_id");
    if (named == null || named.isNull()) {
      return socketSession;
    }
    if (!named.isTextual()) {
      throw new RpcError(INVALID_PARAMS, "session_id is no text, expected one");
    }
    return named.asText();
  }

  private ObjectNode create(ObjectNode params) {
    String session = play.open();
    try {
      Observed unused = play.reset(session, params);
    } catch (RuntimeException failed) {
      abandon(session);
      throw failed;
    }
    return JsonNodeFactory.instance.objectNode().put("session_id", session);
  }

  private void abandon(String session) {
    boolean unused = play.close(session);
  }

  private ObjectNode close(ObjectNode params) {
    String session = session(params, null);
    if (session == null || !play.has(session)) {
      throw new RpcError(INVALID_PARAMS, "no session '" + session + "', expected one that is open");
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("session_id", session);
    if (sockets.closeLater(session)) {
      return result.put("closed", false).put("closing", true);
    }
    return result.put("closed", play.close(session));
  }

  private ObjectNode list(@Nullable String session) {
    List<ToolDoc> shown =
        session == null ? tools.tools(null) : play.in(session, open -> tools.tools(open.episode()));
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode list = result.putArray("tools");
    for (ToolDoc tool : shown) {
      list.addObject()
          .put("name", tool.name())
          .put("description", ToolJson.description(tool))
          .set("inputSchema", ToolJson.parameters(tool));
    }
    return result;
  }

  private JsonNode call(ObjectNode params, @Nullable String session) {
    if (!params.path("name").isTextual()) {
      throw new RpcError(INVALID_PARAMS, "name is missing, expected the name of a tool");
    }
    ObjectNode action =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "call_tool")
            .put("tool_name", params.path("name").asText());
    JsonNode arguments = params.get("arguments");
    if (arguments != null) {
      action.set("arguments", arguments);
    }
    ObjectNode observation =
        session == null
            ? tools.step(play.alone(), action).observation()
            : play.in(session, open -> tools.step(open.episode(), action).observation());
    JsonNode error = observation.path("error");
    if (error.isObject()) {
      throw new RpcError(INVALID_PARAMS, error.path("message").asText());
    }
    return observation.path("result").path("data");
  }
}
