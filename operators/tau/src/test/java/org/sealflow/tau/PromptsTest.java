package org.sealflow.tau;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.tool.ToolSchema;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

class PromptsTest {
  @Test
  void promptsOfTheFolderAreFilledInAsTheBenchmarkDoes() throws IOException {
    Path prompts = TauReference.folder().resolve("tau2").resolve("prompts");
    Benchmark benchmark = TauReference.benchmark();
    assertThat(benchmark.prompts().agent(benchmark.policy("mock", false)))
        .isEqualTo(Files.readString(prompts.resolve("example_agent_prompt_mock.txt")));
    TauTask first = benchmark.split("telecom").get(0);
    assertThat(benchmark.prompts().user(first.scenario(), true))
        .isEqualTo(Files.readString(prompts.resolve("example_user_prompt_telecom_base_0.txt")));
  }

  @Test
  void ownWordsStandInForAbsentPrompts(@TempDir Path empty) {
    Prompts prompts = new Prompts(empty);
    assertThat(prompts.agent("be kind")).contains("<policy>\nbe kind\n</policy>");
    assertThat(prompts.soloAgent("be kind", "lost bag"))
        .contains("<ticket>\nlost bag\n</ticket>")
        .contains("`done`")
        .doesNotContain("{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"airline", "retail", "telecom", "mock"})
  void everyToolIsOfferedInTheBenchmarksOrderWithItsParameters(String name) {
    Benchmark benchmark = TauReference.benchmark();
    Domain domain = benchmark.domain(name);
    for (Requestor party : Requestor.values()) {
      Domain.Side side = party == Requestor.USER ? domain.user() : domain.agent();
      List<JsonNode> offered = benchmark.schemas(domain, party);
      List<JsonNode> own =
          side == null
              ? List.of()
              : side.toolkit().tools().values().stream()
                  .map(tool -> (JsonNode) ToolSchema.of(tool))
                  .toList();
      assertThat(own).hasSameSizeAs(offered);
      for (int i = 0; i < own.size(); i++) {
        JsonNode function = own.get(i).get("function");
        JsonNode wanted = offered.get(i).get("function");
        assertThat(function.get("name")).isEqualTo(wanted.get("name"));
        assertThat(function.get("description").asText())
            .isNotEmpty()
            .isNotEqualTo(wanted.get("description").asText());
        assertThat(function.at("/parameters/required"))
            .isEqualTo(wanted.at("/parameters/required"));
        assertThat(function.at("/parameters/properties").fieldNames())
            .toIterable()
            .containsExactlyElementsOf(() -> wanted.at("/parameters/properties").fieldNames());
      }
    }
  }
}
