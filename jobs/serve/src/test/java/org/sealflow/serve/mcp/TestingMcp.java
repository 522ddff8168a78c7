package org.sealflow.serve.mcp;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.EpisodeListeners;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.TestingBfcl;
import org.sealflow.serve.session.TestingSessions;

/** The Model Context Protocol on a free port, with the shop and the project's tasks. */
final class TestingMcp implements AutoCloseable {
  static final String NEWEST = "2026-07-28";

  final TestingSessions shop;
  final PlaySessions sessions;
  final HttpPort port;
  final TestingCaller caller;

  TestingMcp(int mostSessions) throws IOException {
    shop = new TestingSessions(mostSessions);
    sessions = shop.sessions();
    port =
        HttpPort.open(
            new PortSettings("127.0.0.1", 0, 1 << 20, 64, Duration.ZERO),
            new McpServer(
                new ServedEnvironments(
                    List.of(shop.tasks, TestingBfcl.tasks(shop.clock, EpisodeListeners.none()))),
                sessions,
                Rules.of(StepLimit.BFCL),
                "1.2.3"));
    port.start();
    caller = new TestingCaller(port.url("/"), null);
  }

  /**
   * Posts JSON, written with ' for ".
   *
   * @param headers names and values, one after another
   */
  Heard post(String path, String json, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        caller
            .request(path)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return caller.send(request);
  }

  /** A request of the revisions with sessions. */
  static String request(String method, String params) {
    return "{'jsonrpc':'2.0','id':7,'method':'" + method + "','params':" + params + "}";
  }

  /** Opens a session. */
  String opened(String query) throws IOException, InterruptedException {
    return post("/mcp" + query, request("initialize", "{'protocolVersion':'2025-11-25'}"))
        .header("Mcp-Session-Id");
  }

  /** Sends a request in a session. */
  Heard in(String session, String method, String params) throws IOException, InterruptedException {
    return post(
        "/mcp",
        request(method, params),
        "Mcp-Session-Id",
        session,
        "MCP-Protocol-Version",
        "2025-11-25");
  }

  /** Calls a tool in a session. */
  Heard call(String session, String tool, String arguments)
      throws IOException, InterruptedException {
    return in(session, "tools/call", "{'name':'" + tool + "','arguments':" + arguments + "}");
  }

  /** A request of the revision without sessions. */
  static String newest(String method, String params) {
    String more = params.equals("{}") ? "" : params.substring(1, params.length() - 1) + ",";
    return request(
        method, "{" + more + "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}");
  }

  /**
   * Sends a request of the revision without sessions.
   *
   * @param tool the name that is called; null if none
   */
  Heard send(String method, String params, @Nullable String tool)
      throws IOException, InterruptedException {
    String body = newest(method, params);
    return tool == null
        ? post("/mcp", body, "MCP-Protocol-Version", NEWEST, "Mcp-Method", method)
        : post(
            "/mcp", body, "MCP-Protocol-Version", NEWEST, "Mcp-Method", method, "Mcp-Name", tool);
  }

  /** Calls a tool without a session. */
  Heard callNewest(String tool, String arguments) throws IOException, InterruptedException {
    return send("tools/call", "{'name':'" + tool + "','arguments':" + arguments + "}", tool);
  }

  @Override
  public void close() {
    port.close();
  }
}
