package org.sealflow.jobs.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;

/** The command on models too small to say anything about speed. */
class GenerationBenchmarkTest {
  private static TestingCommandLine bench(String... arguments) {
    List<String> line = new ArrayList<>(List.of("bench", "generate"));
    line.addAll(List.of(arguments));
    return TestingCommandLine.run(line.toArray(String[]::new));
  }

  private static JsonNode figures(String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                "--json",
                "--threads",
                "1",
                "--seconds",
                "0",
                "--rounds",
                "1",
                "--prompts",
                "3",
                "--prompt-tokens",
                "20",
                "--new-tokens",
                "4"));
    line.addAll(List.of(arguments));
    TestingCommandLine bench = bench(line.toArray(String[]::new));
    assertThat(bench.exitCode()).as(bench.err()).isZero();
    return new ObjectMapper().readTree(bench.out());
  }

  @Test
  void aRandomModelIsReadAndSampledFrom() throws Exception {
    JsonNode figures = figures("--shape", "tiny");

    assertThat(figures.path("benchmark").asText()).isEqualTo("generate");
    assertThat(figures.path("weights").asLong()).isEqualTo(131_456);
    assertThat(figures.path("readTokensPerSecond").asDouble()).isPositive();
    assertThat(figures.path("sampledTokensPerSecond").asDouble()).isPositive();
    assertThat(figures.path("baseMebibytes").asDouble()).isEqualTo(4 * 131_456 / 1048576.0);
    // Two layers, two heads of 16, keys and values, four bytes, 24 positions of three rows.
    assertThat(figures.path("cacheMebibytes").asDouble())
        .isEqualTo(2 * 2 * 16 * 2 * 4 * 24 * 3 / 1048576.0);
    // So small a model may fit into what the process held already.
    assertThat(figures.path("peakMebibytes").asDouble()).isNotNegative();
  }

  @Test
  void aModelOfADirectoryTakesTheShapesPlace() throws Exception {
    JsonNode figures = figures("--model", "../../data/nano", "--precision", "bfloat16");

    assertThat(figures.path("weights").asLong()).isGreaterThan(800_000);
    assertThat(figures.path("baseMebibytes").asDouble())
        .isEqualTo(2 * figures.path("weights").asLong() / 1048576.0);
  }

  @Test
  void whatIsWrongIsOneLine(@TempDir Path empty) {
    for (List<String> arguments :
        List.of(
            List.of("--shape", "huge"),
            List.of("--prompts", "0"),
            List.of("--prompt-tokens", "1"),
            List.of("--rounds", "0"),
            List.of("--device", "tpu"))) {
      TestingCommandLine bench = bench(arguments.toArray(String[]::new));
      assertThat(bench.exitCode()).as("%s", arguments).isEqualTo(2);
      assertThat(bench.err().lines()).as("%s", arguments).hasSize(1);
    }
    TestingCommandLine none = bench("--model", empty.toString());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("config.json");
    TestingCommandLine device = bench("--shape", "tiny", "--device", "gpu7");
    assertThat(device.exitCode()).isEqualTo(1);
    assertThat(device.err()).contains("device is gpu7, but the engine sees 0 GPUs");
  }
}
