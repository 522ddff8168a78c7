package org.sealflow.serve.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingProgram;

/** The protocol's own client for Node, where that and its package can be had. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OfficialClientTest {
  /** Kept between runs, so that the package is fetched once. */
  private static final Path DIRECTORY = Path.of("target", "mcp-client").toAbsolutePath();

  @ParameterizedTest
  @CsvSource({"legacy, true", "2026-07-28, false", "auto, false"})
  void itPlaysAnEpisode(String mode, boolean sessions) throws Exception {
    TestingProgram client =
        TestingProgram.node(getClass(), "play.mjs", "@modelcontextprotocol/client", DIRECTORY);
    try (TestingMcp mcp = new TestingMcp(1)) {
      String said = client.says(mcp.port.url("/mcp/shop").toString(), mode);
      JsonNode played = TestingCaller.JSON.readTree(said);
      assertThat(played.path("sessions").asBoolean()).isEqualTo(sessions);
      assertThat(played.path("named").asBoolean()).isEqualTo(!sessions);
      assertThat(played.path("server").asText()).isEqualTo("sealflow");
      assertThat(played.path("tools").toString())
          .contains("\"start_episode\"", "\"put\"", "\"total\"");
      assertThat(played.path("first").asText()).isEqualTo("user");
      assertThat(played.path("put").asText()).isEqualTo("{\"count\": 2}");
      assertThat(played.path("wrong").asBoolean()).isTrue();
      assertThat(played.at("/last/done").asBoolean()).isTrue();
      assertThat(mcp.shop.limit.open()).isZero();
      assertThat(mcp.shop.heard)
          .isEqualTo(List.of("answered 0.0", "answered 0.1", "answered 0.2", "COMPLETED"));
    }
  }
}
