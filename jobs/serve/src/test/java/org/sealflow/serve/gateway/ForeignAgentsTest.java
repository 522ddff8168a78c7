package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingProgram;

/** Agents in other languages, which know the base URL and nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ForeignAgentsTest {
  private static final Path CLIENTS = Path.of("target", "openai-client").toAbsolutePath();

  @TempDir private Path directory;

  /** Calls a tool, then says how many messages it was shown. */
  private static void answer(HttpExchange exchange, String body) throws IOException {
    JsonNode request = TestingCaller.JSON.readTree(body);
    int count = request.path("messages").size();
    if (!request.path("stream").asBoolean()) {
      TestingUpstream.json(
          exchange,
          200,
          count == 1
              ? TestingUpstream.calls("ls", "{\\\"all\\\": true}")
              : TestingUpstream.says("seen " + count));
      return;
    }
    TestingUpstream.stream(exchange);
    TestingUpstream.event(
        exchange, "{'choices':[{'index':0,'delta':{'role':'assistant','content':''}}]}");
    if (count == 1) {
      TestingUpstream.event(
          exchange,
          "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'c1','type':'function',"
              + "'function':{'name':'ls','arguments':''}}]}}]}");
      for (String part : List.of("{\\\"all\\\"", ": true}")) {
        TestingUpstream.event(
            exchange,
            "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'arguments':'"
                + part
                + "'}}]}}]}");
      }
    } else {
      TestingUpstream.event(
          exchange, "{'choices':[{'index':0,'delta':{'content':'seen " + count + "'}}]}");
    }
    TestingUpstream.event(exchange, "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}");
    TestingUpstream.event(exchange, "[DONE]");
  }

  private JsonNode recorded(TestingProgram agent, String... more) throws Exception {
    Path path = directory.resolve("c.jsonl");
    try (TestingUpstream upstream = new TestingUpstream(ForeignAgentsTest::answer);
        ConversationFile file = ConversationFile.open(path);
        TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
      List<String> arguments = new ArrayList<>(List.of(gateway.server.url().toString()));
      arguments.addAll(List.of(more));
      assertThat(agent.says(arguments.toArray(String[]::new))).isEqualTo("seen 3");
      assertThat(gateway.stopped().calls()).isEqualTo(2);
      assertThat(gateway.complaints).isEmpty();
    }
    assertThat(Files.readString(path)).doesNotContain("sk-");
    return TestingCaller.JSON.readTree(Files.readString(path));
  }

  @Test
  void anAgentOfPythonsStandardLibraryIsRecorded() throws Exception {
    JsonNode line =
        recorded(TestingProgram.python(getClass(), "agent.py", "json", directory), "files-1");
    assertThat(line.path("id").asText()).isEqualTo("files-1");
    assertThat(line.at("/request/messages/1/tool_calls/0/function/name").asText()).isEqualTo("ls");
    assertThat(line.at("/response/choices/0/message/content").asText()).isEqualTo("seen 3");
  }

  @Test
  void anAgentOfNodesFetchIsRecordedFromItsStream() throws Exception {
    JsonNode line = recorded(TestingProgram.node(getClass(), "agent.mjs", "", directory));
    assertThat(line.path("id").asText()).isEqualTo("chat-0");
    assertThat(line.at("/request/messages/2/role").asText()).isEqualTo("tool");
    assertThat(line.path("calls")).hasSize(2);
    assertThat(line.at("/response/choices/0/message/content").asText()).isEqualTo("seen 3");
  }

  @Test
  void anAgentOfOpenAisOwnClientIsRecordedUnderItsName() throws Exception {
    TestingProgram agent = TestingProgram.node(getClass(), "openai.mjs", "openai", CLIENTS);
    JsonNode line = recorded(agent, "files-2");
    assertThat(line.path("id").asText()).isEqualTo("files-2");
    assertThat(line.at("/request/messages/2/content").asText()).isEqualTo("[\"a.txt\"]");
    assertThat(line.at("/request/tools/0/function/name").asText()).isEqualTo("ls");
    assertThat(line.at("/response/choices/0/message/content").asText()).isEqualTo("seen 3");
  }
}
