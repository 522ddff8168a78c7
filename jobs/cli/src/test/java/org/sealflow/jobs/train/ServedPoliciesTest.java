package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.openai.OpenAiSettings;

class ServedPoliciesTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(directory.resolve("served.yaml"), "run: {name: served}\n");
  }

  private OpenAiSettings server(String... overrides) {
    List<String> all =
        new ArrayList<>(List.of("rollouts.engine=openai", "rollouts.servedModel=qwen"));
    all.addAll(List.of(overrides));
    return ServedPolicies.server(TrainSettings.read(file, all).settings());
  }

  @Test
  void trainingAndEvaluationAreShownTheSame() {
    assertThat(server().style()).isEqualTo(OpenAiSettings.Style.ALL_TOKENS);
  }

  @Test
  void aTemperatureThatBreaksImportanceWeightsIsOneLine() {
    assertThatThrownBy(() -> server("rollouts.temperature=0.7"))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "rollouts.temperature is 0.7, but servers report log-probabilities at temperature 1:"
                + " expected 1, or rollouts.processedLogProbs=true with a server that reports those"
                + " it samples by (vLLM: --logprobs-mode processed_logprobs)");
  }

  @Test
  void aServerThatReportsWhatItSamplesByTakesAnyTemperature() {
    assertThat(server("rollouts.temperature=0.7", "rollouts.processedLogProbs=true").model())
        .isEqualTo("qwen");
  }

  @Test
  void replicasPathsSeedAndThinkingReachTheServer() {
    OpenAiSettings server =
        server(
            "rollouts.replicas=[http://two:8000/v1]",
            "rollouts.adapterPaths=[/runs=/mnt/runs]",
            "rollouts.adapterCopies=/runs/copies",
            "rollouts.seeded=false",
            "rollouts.enableThinking=false");

    assertThat(server.replicas().baseUrls()).containsExactly("http://two:8000/v1");
    assertThat(server.replicas().paths()).containsExactly("/runs=/mnt/runs");
    assertThat(server.replicas().copies()).isEqualTo("/runs/copies");
    assertThat(server.requests().seeded()).isFalse();
    assertThat(server.requests().thinking()).isFalse();
    assertThat(server().requests().thinking()).isNull();
    assertThat(server().requests().seeded()).isTrue();
  }

  @Test
  void aReplicaThatIsNoUrlIsOneLine() {
    assertThatThrownBy(() -> server("rollouts.replicas=[two]"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("base URL is 'two', expected one such as");
  }
}
