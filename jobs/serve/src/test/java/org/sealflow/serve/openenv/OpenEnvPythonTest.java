package org.sealflow.serve.openenv;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingProgram;

/** The frames of OpenEnv's client, over the library of Python that this client uses. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OpenEnvPythonTest {
  @TempDir private Path directory;
  private TestingOpenEnv env;
  private TestingProgram client;

  @BeforeEach
  void start() throws Exception {
    client = TestingProgram.python(getClass(), "play.py", "websockets", directory);
    env = new TestingOpenEnv(3);
  }

  @AfterEach
  void stop() {
    if (env != null) {
      env.close();
    }
  }

  /** Frames are written with ' for ". */
  private JsonNode answers(String contract, String... frames) throws Exception {
    String[] arguments = new String[frames.length + 1];
    arguments[0] = env.server.url().resolve("/shop/" + contract).toString();
    for (int i = 0; i < frames.length; i++) {
      arguments[i + 1] = frames[i].replace('\'', '"');
    }
    return TestingCaller.JSON.readTree(client.says(arguments));
  }

  @Test
  void aGenericClientPlaysByTurns() throws Exception {
    JsonNode answers =
        answers(
            "turns",
            "{'type':'reset','data':{'task_id':'shop_1','episode_id':'e-1'}}",
            "{'type':'step','data':{'message':'','calls':[{'name':'put','arguments':{'item':'pear','count':2}}]}}",
            "{'type':'state'}",
            "{'type':'step','data':{'message':'There.'}}");
    assertThat(answers)
        .extracting(answer -> answer.path("type").asText())
        .containsExactly("observation", "observation", "state", "observation");
    assertThat(answers.at("/0/data/observation/messages/0/role").asText()).isEqualTo("user");
    assertThat(answers.at("/1/data/observation/messages/0/content").asText())
        .isEqualTo("{\"count\": 2}");
    assertThat(answers.at("/2/data/step_count").asInt()).isEqualTo(1);
    assertThat(answers.at("/3/data/done").asBoolean()).isTrue();
    assertThat(answers.at("/3/data/reward").asDouble()).isEqualTo(1);
    env.awaitOpen(0);
    assertThat(env.shop.heard).isEqualTo(List.of("answered 0.0", "answered 0.1", "COMPLETED"));
  }

  @Test
  void aToolClientPlaysByTools() throws Exception {
    JsonNode answers =
        answers(
            "tools",
            "{'type':'step','data':{'type':'list_tools'}}",
            "{'type':'reset','data':{'task_id':'shop_1'}}",
            "{'type':'step','data':{'type':'call_tool','tool_name':'put','arguments':{'item':'pear','count':2}}}",
            "{'type':'mcp','data':{'jsonrpc':'2.0','method':'tools/call','params':{'name':'total','arguments':{}},'id':1}}",
            "{'type':'step','data':{'type':'call_tool','tool_name':'reply_to_user','arguments':{'text':'Two.'}}}");
    assertThat(answers.at("/0/data/observation/tools").findValuesAsText("name"))
        .containsExactly("put", "total", "reply_to_user");
    assertThat(answers.at("/2/data/observation/error").isNull()).isTrue();
    assertThat(answers.at("/2/data/observation/result/data").asText()).isEqualTo("{\"count\": 2}");
    assertThat(answers.at("/3/data/result").asText()).isEqualTo("{\"count\": 2}");
    assertThat(answers.at("/4/data/done").asBoolean()).isTrue();
    assertThat(answers.at("/4/data/reward").asDouble()).isEqualTo(1);
    env.awaitOpen(0);
  }
}
