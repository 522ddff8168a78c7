package org.sealflow.serve.openenv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.serve.TestingCaller.Heard;

/** The requests of environment-servers.md sections 1.3 to 1.5, over a real connection. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenEnvHttpTest {
  private TestingOpenEnv env;

  @BeforeEach
  void start() throws Exception {
    env = new TestingOpenEnv(3);
  }

  @AfterEach
  void stop() {
    env.close();
  }

  @ParameterizedTest
  @CsvSource({"/shop/turns", "/shop/tools", "/bfcl/turns", "/bfcl/tools"})
  void theProjectsValidatorFindsWhatItLooksFor(String base) throws Exception {
    assertThat(env.caller.get(base + "/openapi.json").text("/info/version")).isEqualTo("1.2.3");
    assertThat(env.caller.get(base + "/health").body()).isEqualTo("{\"status\":\"healthy\"}");
    Heard metadata = env.caller.get(base + "/metadata");
    assertThat(metadata.text("/name")).isEqualTo(base.substring(1, 5));
    assertThat(metadata.at("/description").isTextual()).isTrue();
    assertThat(metadata.at("/readme_content").isNull()).isTrue();
    Heard schema = env.caller.get(base + "/schema");
    assertThat(schema.at("/action").isObject()).isTrue();
    assertThat(schema.at("/observation").isObject()).isTrue();
    assertThat(schema.at("/state").isObject()).isTrue();
    Heard rpc = env.caller.post(base + "/mcp", "{}");
    assertThat(rpc.status()).isEqualTo(200);
    assertThat(rpc.text("/jsonrpc")).isEqualTo("2.0");
    assertThat(rpc.at("/error/code").asInt()).isEqualTo(-32600);
  }

  @Test
  void clientsTellTheTwoContractsByTheirActions() throws Exception {
    Heard turns = env.caller.get("/shop/turns/schema");
    assertThat(turns.at("/action/required").toString()).isEqualTo("[\"message\"]");
    assertThat(turns.at("/action/properties").has("tool_name")).isFalse();
    Heard tools = env.caller.get("/shop/tools/schema");
    assertThat(tools.text("/action/title")).isEqualTo("CallToolAction");
    assertThat(tools.at("/action/properties").has("tool_name")).isTrue();
    assertThat(tools.at("/action/properties").has("arguments")).isTrue();
  }

  @Test
  void withoutASessionHttpHasNoEpisodes() throws Exception {
    Heard reset = env.caller.post("/shop/turns/reset", "{'seed': 1, 'episode_id': 'e'}");
    assertThat(reset.text("/observation/task_id")).isEqualTo("shop_1");
    assertThat(reset.at("/reward").isNull()).isTrue();
    assertThat(env.caller.get("/shop/turns/state").body())
        .isEqualTo("{\"episode_id\":null,\"step_count\":0}");
    Heard step =
        env.caller.post("/shop/turns/step", "{'action': {'message': 'Hm.'}, 'timeout_s': 30.0}");
    assertThat(step.status()).isEqualTo(400);
    assertThat(step.text("/detail")).isEqualTo("no episode has begun: send reset first");
    assertThat(env.shop.limit.open()).isZero();
    assertThat(env.shop.heard).isEmpty();
  }

  @Test
  void withASessionHttpPlaysAnEpisode() throws Exception {
    String id =
        env.caller
            .post("/shop/turns/mcp", "{'jsonrpc':'2.0','method':'openenv/session/create','id':1}")
            .text("/result/session_id");
    env.caller.post("/shop/turns/reset", "{'session_id': '" + id + "', 'task_id': 'shop_1'}");
    Heard put =
        env.caller.post(
            "/shop/turns/step",
            "{'session_id': '"
                + id
                + "', 'action': {'message': '', 'calls': [{'name': 'put', 'arguments': {'item':"
                + " 'pear', 'count': 2}}]}}");
    assertThat(put.text("/observation/messages/0/content")).isEqualTo("{\"count\": 2}");
    Heard last =
        env.caller.post(
            "/shop/turns/step", "{'session_id': '" + id + "', 'action': {'message': 'Two.'}}");
    assertThat(last.at("/done").asBoolean()).isTrue();
    assertThat(last.at("/reward").asDouble()).isEqualTo(1);
    Heard closed =
        env.caller.post(
            "/shop/turns/mcp",
            "{'jsonrpc':'2.0','method':'openenv/session/close','params':{'session_id':'"
                + id
                + "'},'id':2}");
    assertThat(closed.at("/result").toString())
        .isEqualTo("{\"session_id\":\"" + id + "\",\"closed\":true}");
    assertThat(env.caller.get("/shop/turns/state?session_id=" + id).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/shop/turns/reset | {'seed': -1} | 422",
        "/shop/turns/reset | {'episode_id': 5} | 422",
        "/shop/turns/step | {} | 422",
        "/shop/turns/step | {'action': {}} | 422",
        "/shop/turns/step | {'action': | 422",
        "/shop/turns/fly | {} | 404",
        "/mall/turns/reset | {} | 404",
        "/shop | {} | 404",
        "/shop/turns/health | {} | 405",
        "/shop/turns/reset | {'session_id': 'none'} | 404",
      })
  void whatIsWrongIsTold(String path, String body, int status) throws Exception {
    Heard heard = env.caller.post(path.strip(), body);
    assertThat(heard.status()).isEqualTo(status);
    if (status == 422) {
      assertThat(heard.text("/detail/0/msg")).isNotEmpty();
      assertThat(heard.at("/detail/0/loc").isArray()).isTrue();
    } else {
      assertThat(heard.text("/detail")).isNotEmpty();
    }
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() throws Exception {
    Heard heard = env.caller.post("/shop/turns/reset", "{'x': '" + "y".repeat(1 << 20) + "'}");
    assertThat(heard.status()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'jsonrpc':'2.0','method':'tools/call','params':{'name':'put','session_id':'none'},'id':1} | -32602",
        "{'jsonrpc':'2.0','method':'tools/call','params':{},'id':1} | -32602",
        "{'jsonrpc':'2.0','method':'tools/call','params':{'name':'steal'},'id':1} | -32602",
        "{'jsonrpc':'2.0','method':'server/discover','id':1} | -32601",
        "{'jsonrpc':'2.0','method':'tools/list','extra':1,'id':1} | -32600",
        "{'jsonrpc':'2.0','method':'tools/list','params':[],'id':1} | -32600",
        "{'jsonrpc' | -32700",
      })
  void jsonRpcTellsItsErrorsInAnAnswerOf200(String request, int code) throws Exception {
    Heard heard = env.caller.post("/shop/tools/mcp", request);
    assertThat(heard.status()).isEqualTo(200);
    assertThat(heard.at("/error/code").asInt()).isEqualTo(code);
  }

  @Test
  void aCallWithoutASessionHasAWorldOfItsOwn() throws Exception {
    String put =
        "{'jsonrpc':'2.0','method':'tools/call','params':{'name':'put','arguments':{'item':'a','count':1}},'id':'x'}";
    assertThat(env.caller.post("/shop/tools/mcp", put).body())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":\"{\\\"count\\\": 1}\"}");
    assertThat(env.caller.post("/shop/tools/mcp", put).text("/result")).isEqualTo("{\"count\": 1}");
  }

  @Test
  void theTasksOfASplitAreListed() throws Exception {
    assertThat(env.caller.get("/shop/turns/list_environments").body()).isEqualTo("[\"shop\"]");
    assertThat(env.caller.get("/bfcl/turns/BFCL/splits").body())
        .isEqualTo(
            "[{\"name\":\"train\",\"type\":\"train\"},{\"name\":\"val\",\"type\":\"validation\"}]");
    assertThat(env.caller.post("/bfcl/turns/bfcl/num_tasks", "{'split': 'val'}").body())
        .isEqualTo("{\"num_tasks\":2}");
    assertThat(env.caller.post("/bfcl/turns/bfcl/task", "{'split': 'val', 'index': 1}").body())
        .isEqualTo(
            "{\"task\":{\"task_id\":\"multi_turn_miss_func_0\",\"category\":\"multi_turn_miss_func\"}}");
    assertThat(
            env.caller
                .post("/bfcl/turns/bfcl/task_range", "{'split': 'val', 'start': 0, 'stop': 1}")
                .at("/tasks"))
        .hasSize(1);
    Heard tasks = env.caller.post("/shop/turns/shop/tasks", "{'split': 'train'}");
    assertThat(tasks.at("/tasks")).hasSize(2);
    assertThat(tasks.text("/env_name")).isEqualTo("shop");
    Heard beyond = env.caller.post("/shop/turns/shop/task", "{'split': 'train', 'index': 2}");
    assertThat(beyond.status()).isEqualTo(400);
    assertThat(beyond.text("/detail")).isEqualTo("Invalid task index");
    Heard other = env.caller.get("/shop/turns/mall/splits");
    assertThat(other.status()).isEqualTo(404);
    assertThat(other.text("/detail")).isEqualTo("unknown environment 'mall'");
  }
}
