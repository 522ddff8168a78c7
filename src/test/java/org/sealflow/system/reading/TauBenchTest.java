package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Console;

/** {@code sealflow bench verify --environment tau2}, too short to say anything about speed. */
final class TauBenchTest {
  private static JsonNode figures(String... files) throws IOException {
    List<String> line = new ArrayList<>(List.of("bench", "verify"));
    for (String file : files) {
      line.add(Reference.folder().resolve("oracle").resolve("tau2").resolve(file).toString());
    }
    line.addAll(List.of("--environment", "tau2", "--json", "--warmup", "0s", "--measure", "0.03s"));
    line.addAll(List.of("--tasks", Reference.folder().resolve("tau2").toString()));
    Console console = Console.run(line.toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    return new ObjectMapper().readTree(console.out());
  }

  @Test
  void recordingsWithATaskAreCountedAndMeasured() throws IOException {
    JsonNode figures = figures("mock.jsonl.gz");
    assertThat(figures.get("trajectories").asInt()).isEqualTo(130);
    assertThat(figures.get("leftOutRecords").asInt()).isEqualTo(30);
    assertThat(figures.get("passed").asInt()).isEqualTo(45);
    assertThat(figures.get("trajectoriesPerSecond").asDouble()).isPositive();
    assertThat(figures.get("mockTrajectoriesPerSecond").asDouble()).isPositive();
    assertThat(figures.get("failing").asInt()).isEqualTo(85);
    assertThat(figures.get("diagnosedPerSecond").asDouble()).isPositive();
  }

  @Test
  void withoutRecordingsTheReferenceSolutionsArePlayed() throws IOException {
    JsonNode figures = figures();
    assertThat(figures.get("trajectories").asInt()).isEqualTo(50 + 114 + 114);
    assertThat(figures.get("passed").asInt()).isEqualTo(50 + 114 + 114);
    assertThat(figures.has("failing")).isFalse();
  }
}
