package org.sealflow.serve.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.serve.TestingCaller;

/** The protocol's own client for Node, where that and its package can be had. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OfficialClientTest {
  /** Kept between runs, so that the package is fetched once. */
  private static final Path DIRECTORY = Path.of("target", "mcp-client").toAbsolutePath();

  @BeforeAll
  static void install() throws Exception {
    Files.createDirectories(DIRECTORY);
    copy("package.json");
    copy("play.mjs");
    assumeTrue(runs("node", "--version"), "skipped: node is not installed");
    boolean there =
        Files.isDirectory(DIRECTORY.resolve("node_modules/@modelcontextprotocol/client"));
    assumeTrue(
        there
            || runs(
                "npm",
                "install",
                "--prefer-offline",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--fetch-retries=0"),
        "skipped: npm cannot install @modelcontextprotocol/client");
  }

  private static void copy(String name) throws IOException {
    try (var resource =
        Objects.requireNonNull(OfficialClientTest.class.getResourceAsStream(name))) {
      Files.write(DIRECTORY.resolve(name), resource.readAllBytes());
    }
  }

  private static boolean runs(String... line) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(DIRECTORY.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({"legacy, true", "2026-07-28, false", "auto, false"})
  void itPlaysAnEpisode(String mode, boolean sessions) throws Exception {
    try (TestingMcp mcp = new TestingMcp(1)) {
      Process client =
          new ProcessBuilder("node", "play.mjs", mcp.port.url("/mcp/shop") + "", mode)
              .directory(DIRECTORY.toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(client.waitFor()).as(said).isZero();
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
