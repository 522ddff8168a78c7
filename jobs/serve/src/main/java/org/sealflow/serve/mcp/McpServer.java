package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.PageOrigin;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;

/**
 * Answers clients of the Model Context Protocol over streamable HTTP, those of the revisions with
 * sessions and those of the one without, at one URL for each environment. Every answer is one
 * object: nothing here is worth a stream.
 */
public final class McpServer implements HttpHandler {
  /** The header that names the revision. */
  static final String VERSION = "MCP-Protocol-Version";

  /** Where the first environment is served. */
  public static final String PATH = "/mcp";

  private final Map<String, EpisodeTools> byPath = new LinkedHashMap<>();
  private final SessionRevisions withSessions;
  private final SessionlessRevision sessionless;

  /**
   * A server.
   *
   * @param sessions sessions of this protocol alone; an episode without a session is one too
   * @param rules when an answer is refused and an episode over
   * @param release the version of the software
   */
  public McpServer(
      ServedEnvironments environments, PlaySessions sessions, Rules rules, String release) {
    byPath.put(PATH, new EpisodeTools(environments.first(), rules));
    for (ServedTasks tasks : environments.all()) {
      byPath.put(PATH + "/" + tasks.environment(), new EpisodeTools(tasks, rules));
    }
    withSessions = new SessionRevisions(sessions, release);
    sessionless = new SessionlessRevision(sessions, release);
  }

  /** The name and version of a server. */
  static ObjectNode info(String release) {
    return JsonNodeFactory.instance.objectNode().put("name", "sealflow").put("version", release);
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    try {
      PageOrigin.requireThisComputer(call.header("Origin"));
      EpisodeTools tools = byPath.get(call.path());
      if (tools == null) {
        throw McpError.unknownPath(call.path(), String.join(" or ", byPath.keySet()));
      }
      return switch (call.method()) {
        case "POST" -> posted(call, tools);
        case "DELETE" -> deleted(call);
        default -> throw McpError.wrongMethod(call.method());
      };
    } catch (McpError refused) {
      return refused.answer(null);
    }
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return McpError.of(refusal).answer(null);
  }

  private Answer posted(HttpCall call, EpisodeTools tools) throws IOException {
    RpcMessage message = RpcMessage.of(call.json());
    try {
      return isSessionless(call, message)
          ? sessionless.answer(call, tools, message)
          : withSessions.answer(call, tools, message);
    } catch (McpError refused) {
      return refused.answer(message.id());
    }
  }

  private static boolean isSessionless(HttpCall call, RpcMessage message) {
    if (message.method().equals("initialize")) {
      return false;
    }
    String header = call.header(VERSION);
    if (message.version() != null || Revisions.SESSIONLESS.equals(header)) {
      return true;
    }
    return header != null
        && !Revisions.hasSessions(header)
        && call.header(SessionRevisions.SESSION) == null;
  }

  private Answer deleted(HttpCall call) {
    boolean sessions =
        call.header(SessionRevisions.SESSION) != null
            && !Revisions.SESSIONLESS.equals(call.header(VERSION));
    if (!sessions) {
      throw McpError.wrongMethod(call.method());
    }
    return withSessions.ended(call);
  }
}
