package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.session.PlaySession;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.SessionLimitException;
import org.sealflow.serve.session.UnknownSessionException;

/** The revision without sessions: each call names its episode, and so the world. */
final class SessionlessRevision {
  private static final long DISCOVERY_MILLIS = 3_600_000;
  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";
  private static final String INSTRUCTIONS =
      "Call start_episode first; give the episode it names to every other tool. Act by calling"
          + " tools; answer the user by calling reply_to_user, which returns what the user says"
          + " next. end_episode frees an episode that is not played on; one without a call for"
          + " long expires.";

  private final PlaySessions sessions;
  private final String release;

  SessionlessRevision(PlaySessions sessions, String release) {
    this.sessions = sessions;
    this.release = release;
  }

  /**
   * The answer to a message.
   *
   * @throws McpError if it is refused
   */
  Answer answer(HttpCall call, EpisodeTools tools, RpcMessage message) {
    if (message.isNotification()) {
      return RpcMessage.accepted();
    }
    requireHeaders(call, message);
    ObjectNode result =
        switch (message.method()) {
          case "server/discover" -> discovered();
          case "tools/list" -> listed(tools, message);
          case "tools/call" -> called(call, tools, message).json();
          default -> throw McpError.methodNotFound(message.method());
        };
    return message.result(result.put("resultType", "complete"));
  }

  private static void requireHeaders(HttpCall call, RpcMessage message) {
    String version = message.version();
    requireEqual(McpServer.VERSION, call.header(McpServer.VERSION), version);
    if (!Revisions.SESSIONLESS.equals(version)) {
      throw McpError.version(String.valueOf(version));
    }
    requireEqual("Mcp-Method", call.header("Mcp-Method"), message.method());
    if (message.method().equals("tools/call")) {
      requireEqual("Mcp-Name", decoded(call.header("Mcp-Name")), message.tool());
    }
  }

  private static void requireEqual(String header, @Nullable String value, @Nullable String body) {
    if (value == null || !Objects.equals(value, body)) {
      throw McpError.header(
          "the header "
              + header
              + (value == null ? " is not set" : " is '" + value + "'")
              + ", the body says "
              + (body == null ? "nothing" : "'" + body + "'"));
    }
  }

  /** Names that are no ASCII come encoded. */
  private static @Nullable String decoded(@Nullable String value) {
    if (value == null || !value.startsWith(ENCODED) || !value.endsWith(ENCODED_END)) {
      return value;
    }
    String text = value.substring(ENCODED.length(), value.length() - ENCODED_END.length());
    try {
      return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return value;
    }
  }

  private ObjectNode discovered() {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("supportedVersions", Revisions.all());
    result.putObject("capabilities").putObject("tools");
    result.put("instructions", INSTRUCTIONS).put("ttlMs", DISCOVERY_MILLIS);
    result.put("cacheScope", "public");
    result.putObject("_meta").set("io.modelcontextprotocol/serverInfo", McpServer.info(release));
    return result;
  }

  /** The same for everybody: what an episode is shown is for {@code start_episode} to say. */
  private static ObjectNode listed(EpisodeTools tools, RpcMessage message) {
    message.requireFirstPage();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("tools", tools.withHandles());
    return result.put("ttlMs", DISCOVERY_MILLIS).put("cacheScope", "public");
  }

  private ToolResult called(HttpCall call, EpisodeTools tools, RpcMessage message) {
    String tool = message.tool();
    ObjectNode arguments = message.arguments();
    if (tool.equals(EpisodeTools.START)) {
      return started(tools, new StartArguments(call, arguments));
    }
    JsonNode handle = arguments.remove(EpisodeTools.HANDLE);
    try {
      return handle == null || !handle.isTextual()
          ? unnamed(tools, tool)
          : called(tools, handle.asText(), tool, arguments);
    } catch (UnknownSessionException unknown) {
      requireKnown(tools, tool);
      return gone();
    }
  }

  private ToolResult started(EpisodeTools tools, StartArguments arguments) {
    String session;
    try {
      session = sessions.open();
    } catch (SessionLimitException full) {
      return ToolResult.failed(String.valueOf(full.getMessage()));
    }
    ToolResult result = sessions.use(session, open -> tools.start(open, arguments, true));
    if (result.isError()) {
      boolean unused = sessions.end(session);
    }
    return result;
  }

  private ToolResult called(EpisodeTools tools, String handle, String tool, ObjectNode arguments) {
    if (tool.equals(EpisodeTools.END)) {
      return ended(handle);
    }
    boolean[] over = {false};
    try {
      return sessions.use(
          handle,
          open -> {
            SessionEpisode episode = requireEpisode(open);
            try {
              return tools.call(episode, tool, arguments, true);
            } finally {
              over[0] = episode.end() != null;
            }
          });
    } finally {
      // Nobody can say anything more in it, and clients have no sign of the end to send.
      if (over[0]) {
        boolean unused = sessions.end(handle);
      }
    }
  }

  private static SessionEpisode requireEpisode(PlaySession session) {
    SessionEpisode episode = session.episode();
    if (episode == null) {
      throw McpError.params(EpisodeTools.HANDLE + " names a session without an episode");
    }
    return episode;
  }

  private ToolResult ended(String handle) {
    return sessions.end(handle)
        ? ToolResult.of(JsonNodeFactory.instance.objectNode().put("ended", true))
        : gone();
  }

  private static ToolResult unnamed(EpisodeTools tools, String tool) {
    requireKnown(tools, tool);
    return ToolResult.failed(
        EpisodeTools.HANDLE + " is no text: give the episode that start_episode named");
  }

  private static ToolResult gone() {
    return ToolResult.failed("no such episode: it never began, was ended, is over, or expired");
  }

  private static void requireKnown(EpisodeTools tools, String tool) {
    if (!tools.has(tool)) {
      throw EpisodeTools.unknown(tool);
    }
  }
}
