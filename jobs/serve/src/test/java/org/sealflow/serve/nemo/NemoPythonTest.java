package org.sealflow.serve.nemo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.serve.TestingProgram;

/**
 * NeMo Gym's two agents as far as a server sees them, with their HTTP library and their cookies.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NemoPythonTest {
  private static final String ROW = TestingNemo.row("shop_1", "").replace('\'', '"');
  private static final String PUT = item("put", "{\\\"item\\\": \\\"pear\\\", \\\"count\\\": 2}");
  private static final String DONE =
      "[{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"status\":\"completed\","
          + "\"content\":[{\"type\":\"output_text\",\"text\":\"Done.\",\"annotations\":[]}]}]";

  @TempDir private Path directory;
  private TestingNemo nemo;
  private TestingProgram agents;

  @BeforeEach
  void start() throws Exception {
    agents = TestingProgram.python(getClass(), "agents.py", "aiohttp", directory);
    nemo = new TestingNemo(2);
  }

  @AfterEach
  void stop() {
    if (nemo != null) {
      nemo.close();
    }
  }

  private static String item(String tool, String arguments) {
    return "[{\"type\":\"function_call\",\"call_id\":\"c_"
        + tool
        + "\",\"name\":\""
        + tool
        + "\",\"arguments\":\""
        + arguments
        + "\"}]";
  }

  private JsonNode played(String agent, String... replies) throws Exception {
    String[] arguments = new String[replies.length + 3];
    arguments[0] = nemo.port.url("/").toString();
    arguments[1] = agent;
    arguments[2] = ROW;
    System.arraycopy(replies, 0, arguments, 3, replies.length);
    return TestingNemo.JSON.readTree(agents.says(arguments));
  }

  @Test
  void theSimpleAgentSeedsCallsAndVerifies() throws Exception {
    JsonNode verified = played("simple", PUT, item("total", "{}"), DONE);
    assertThat(verified.path("reward").asDouble()).isEqualTo(1);
    assertThat(verified.path("_ng_task_index").asInt()).isEqualTo(3);
    assertThat(verified.at("/response/output").findValuesAsText("output"))
        .containsExactly("{\"count\": 2}", "{\"count\": 2}");
    assertThat(nemo.shop.limit.open()).isZero();
  }

  @Test
  void theGymnasiumAgentPlaysStepsAndCloses() throws Exception {
    JsonNode shown = played("gymnasium", PUT, DONE, item("total", "{}"));
    assertThat(shown).hasSize(3);
    assertThat(shown.at("/0/observation").asText()).isEqualTo("Go on.");
    assertThat(shown.at("/1/info/tool_outputs/0/output").asText()).isEqualTo("{\"count\": 2}");
    assertThat(shown.at("/2/terminated").asBoolean()).isTrue();
    assertThat(shown.at("/2/reward").asDouble()).isEqualTo(1);
    assertThat(nemo.shop.limit.open()).isZero();
  }
}
