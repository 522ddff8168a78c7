package org.sealflow.jobs.bench.serving;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The Model Context Protocol without sessions: a call of a tool is a step. */
final class McpProtocol implements PlayedProtocol {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NEWEST = "2026-07-28";

  @Override
  public String begin(RawClient client, String name, ScriptedAnswers script) throws IOException {
    ObjectNode arguments = JSON.createObjectNode().put("task_id", script.taskId());
    String episode =
        JSON.readTree(call(client, "start_episode", arguments))
            .at("/result/structuredContent/episode")
            .asText();
    if (episode.isEmpty()) {
      throw new IOException("start_episode of " + script.taskId() + " is answered without one");
    }
    return episode;
  }

  @Override
  public void step(RawClient client, String episode, ScriptedAnswers script, int step)
      throws IOException {
    ScriptedAnswers.Call call = script.calls().get(step);
    ObjectNode arguments = JSON.createObjectNode().setAll(call.arguments());
    String unused = call(client, call.tool(), arguments.put("episode", episode));
  }

  private static String call(RawClient client, String tool, ObjectNode arguments)
      throws IOException {
    ObjectNode request =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
    ObjectNode params = request.putObject("params").put("name", tool);
    params.set("arguments", arguments);
    params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", NEWEST);
    return client.post(
        "/mcp",
        request.toString(),
        "MCP-Protocol-Version: " + NEWEST,
        "Mcp-Method: tools/call",
        "Mcp-Name: " + tool);
  }

  @Override
  public int steps(ScriptedAnswers script) {
    return script.calls().size();
  }
}
