package org.sealflow.serve.openenv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/** Answers the frames of one socket. Not thread-safe: a client has one request in flight. */
final class OpenEnvMessages {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final Set<String> FIELDS = Set.of("type", "data");

  private final OpenEnvPlay play;
  private final OpenEnvRpc rpc;
  private final String session;

  /**
   * The frames of a socket.
   *
   * @param session the socket's
   */
  OpenEnvMessages(OpenEnvPlay play, OpenEnvRpc rpc, String session) {
    this.play = play;
    this.rpc = rpc;
    this.session = session;
  }

  /** The answer to a frame. If the client wants to close or the session is gone, it is the last. */
  FrameAnswer answer(String frame) {
    try {
      return dispatched(frame)
          .map(answer -> FrameAnswer.of(answer.toString()))
          .orElse(new FrameAnswer(null, true));
    } catch (OpenEnvError refused) {
      return new FrameAnswer(
          refused.message().toString(), refused.code() == OpenEnvError.Code.SESSION_ERROR);
    } catch (RuntimeException | StackOverflowError defect) {
      return FrameAnswer.of(
          OpenEnvError.of(OpenEnvError.Code.EXECUTION_ERROR, "the server failed: " + defect)
              .message()
              .toString());
    }
  }

  private Optional<ObjectNode> dispatched(String frame) {
    ObjectNode message = parsed(frame);
    String type = message.path("type").asText("");
    return switch (type) {
      case "reset" -> Optional.of(observation(play.reset(session, data(message, false))));
      case "step" -> Optional.of(observation(play.step(session, data(message, true))));
      case "state" -> {
        ObjectNode unused = data(message, false);
        yield Optional.of(typed("state", play.state(session)));
      }
      case "mcp" -> Optional.of(typed("mcp", rpc.answer(data(message, true), session)));
      case "close" -> Optional.empty();
      case "validation_open", "validation_read" ->
          throw OpenEnvError.invalid(
              "type", "this server has no token for " + type + ", expected other messages");
      default ->
          throw OpenEnvError.of(
              OpenEnvError.Code.UNKNOWN_TYPE, "Unknown message type: " + shown(message));
    };
  }

  private static String shown(ObjectNode message) {
    JsonNode type = message.get("type");
    String text = type == null ? "none" : type.asText(type.toString());
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private static ObjectNode parsed(String frame) {
    JsonNode message;
    try {
      message = JSON.readTree(frame);
    } catch (JsonProcessingException malformed) {
      throw OpenEnvError.of(
          OpenEnvError.Code.INVALID_JSON, "Invalid JSON: " + malformed.getOriginalMessage());
    }
    if (message instanceof ObjectNode object) {
      return object;
    }
    throw OpenEnvError.of(
        OpenEnvError.Code.UNKNOWN_TYPE, "Unknown message type: the frame is no object");
  }

  private static ObjectNode data(ObjectNode message, boolean required) {
    ActionFields fields = new ActionFields(message, "message", FIELDS);
    JsonNode data = fields.value("data");
    if (data == null && !required) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (data instanceof ObjectNode object) {
      return object;
    }
    throw fields.wrong("data", data == null ? "is missing, expected an object" : "is no object");
  }

  private static ObjectNode observation(Observed observed) {
    return typed("observation", observed.json());
  }

  private static ObjectNode typed(String type, ObjectNode data) {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("type", type);
    message.set("data", data);
    return message;
  }
}
