package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.PlaySession;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.SessionLimitException;
import org.sealflow.serve.session.UnknownSessionException;

/** The revisions whose sessions begin with {@code initialize}: a session has the world. */
final class SessionRevisions {
  /** The header that names a session. */
  static final String SESSION = "Mcp-Session-Id";

  private static final String INSTRUCTIONS =
      "Call start_episode first. Then act by calling tools; answer the user by calling"
          + " reply_to_user, which returns what the user says next.";

  private final PlaySessions sessions;
  private final String release;

  SessionRevisions(PlaySessions sessions, String release) {
    this.sessions = sessions;
    this.release = release;
  }

  /**
   * The answer to a message.
   *
   * @throws McpError if it is refused
   */
  Answer answer(HttpCall call, EpisodeTools tools, RpcMessage message) {
    String method = message.method();
    if (method.equals("initialize") && !message.isNotification()) {
      return initialized(call, tools, message);
    }
    requireVersion(call);
    String session = session(call);
    if (message.isNotification()) {
      return in(session, unused -> RpcMessage.accepted());
    }
    return in(
        session,
        open ->
            switch (method) {
              case "ping" -> message.result(JsonNodeFactory.instance.objectNode());
              case "tools/list" -> listed(tools, open, message);
              case "tools/call" -> called(call, tools, open, message);
              default -> throw McpError.unknownMethod(method);
            });
  }

  /**
   * The answer to the end of a session.
   *
   * @throws McpError if there is none of its name
   */
  Answer ended(HttpCall call) {
    requireVersion(call);
    String session = session(call);
    if (!sessions.end(session)) {
      throw McpError.noSession("no such session: it was never opened, was ended, or expired");
    }
    return Answer.json(JsonNodeFactory.instance.objectNode());
  }

  private static void requireVersion(HttpCall call) {
    String version = call.header(McpServer.VERSION);
    if (version != null && !Revisions.hasSessions(version)) {
      throw McpError.version(version);
    }
  }

  private static String session(HttpCall call) {
    String session = call.header(SESSION);
    if (session == null) {
      throw McpError.malformed(SESSION + " is not set: send what initialize answered");
    }
    return session;
  }

  private <T> T in(String session, Function<PlaySession, T> work) {
    try {
      return sessions.use(session, work);
    } catch (UnknownSessionException unknown) {
      throw McpError.noSession(String.valueOf(unknown.getMessage()));
    }
  }

  private Answer initialized(HttpCall call, EpisodeTools tools, RpcMessage message) {
    String session = opened();
    if (StartArguments.inUrl(call)) {
      begin(session, call, tools);
    }
    ObjectNode result =
        JsonNodeFactory.instance
            .objectNode()
            .put(
                "protocolVersion",
                Revisions.negotiated(message.params().path("protocolVersion").asText()));
    result.putObject("capabilities").putObject("tools").put("listChanged", false);
    result.set("serverInfo", McpServer.info(release));
    result.put("instructions", INSTRUCTIONS);
    return message.result(result).with(Map.of(SESSION, session));
  }

  private String opened() {
    try {
      return sessions.open();
    } catch (SessionLimitException full) {
      throw McpError.full(String.valueOf(full.getMessage()));
    }
  }

  private void begin(String session, HttpCall call, EpisodeTools tools) {
    try {
      SessionEpisode unused =
          in(
              session,
              open ->
                  tools.begun(
                      open,
                      new StartArguments(call, JsonNodeFactory.instance.objectNode()).choice()));
    } catch (BrokenEpisodeException | IllegalArgumentException unplayable) {
      boolean unused = sessions.end(session);
      throw McpError.params(String.valueOf(unplayable.getMessage()));
    }
  }

  private static Answer listed(EpisodeTools tools, PlaySession session, RpcMessage message) {
    message.requireFirstPage();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("tools", tools.ofSession(session.episode()));
    return message.result(result);
  }

  private static Answer called(
      HttpCall call, EpisodeTools tools, PlaySession session, RpcMessage message) {
    String tool = message.tool();
    ObjectNode arguments = message.arguments();
    if (tool.equals(EpisodeTools.START)) {
      return message.result(
          tools.start(session, new StartArguments(call, arguments), false).json());
    }
    return message.result(called(tools, session.episode(), tool, arguments).json());
  }

  private static ToolResult called(
      EpisodeTools tools, @Nullable SessionEpisode episode, String tool, ObjectNode arguments) {
    if (episode != null) {
      return tools.call(episode, tool, arguments, false);
    }
    if (!tools.has(tool)) {
      throw EpisodeTools.unknown(tool);
    }
    return ToolResult.failed("no episode has begun: call " + EpisodeTools.START + " first");
  }
}
