package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.TemplateMessage;
import org.sealflow.rollout.openai.OpenAiSettings;

class ServedPoliciesTest {
  private static final Path MODEL = Path.of("../../data/nano");
  private static final ObjectMapper JSON = new ObjectMapper();

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
    assertThat(server().style()).isEqualTo(OpenAiSettings.Style.TOKENS);
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

  /** Evaluations elsewhere go by the server's own template. */
  @Test
  void aServerWhosePromptsAreOthersThanThoseTrainedOnIsRefusedInOneLine() throws Exception {
    String other = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}";
    HttpServer server = serving(ChatTemplate.of(other, Map.of(), Clock.systemUTC()));
    try {
      assertThatThrownBy(() -> require(server))
          .isInstanceOf(UserError.class)
          .message()
          .startsWith("rollouts.baseUrl: the policy server at http://localhost:")
          .contains(
              " makes other token ids of conversation 1 than policy.model does: token ",
              "it has another chat template: serve the model that is trained")
          .doesNotContain("\n");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aServerOfTheModelThatIsTrainedIsTaken() throws Exception {
    HttpServer server = serving(ChatTemplate.fromDirectory(MODEL, Clock.systemUTC()));
    try {
      assertThatCode(() -> require(server)).doesNotThrowAnyException();
    } finally {
      server.stop(0);
    }
  }

  private void require(HttpServer server) {
    String url = "http://localhost:" + server.getAddress().getPort() + "/v1";
    ServedPolicies.require(
        server("rollouts.baseUrl=" + url, "rollouts.loadAdapters=false"), MODEL, Clock.systemUTC());
  }

  /** A server with the model's tokenizer and a template, which tells its token ids as vLLM does. */
  private static HttpServer serving(ChatTemplate template) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/models", exchange -> answer(exchange, "{\"data\": [{\"id\": \"qwen\"}]}"));
    server.createContext(
        "/tokenize",
        exchange -> {
          JsonNode request = JSON.readTree(exchange.getRequestBody());
          String text =
              request.has("prompt") ? request.path("prompt").asText() : rendered(template, request);
          ObjectNode ids = JSON.createObjectNode();
          try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(MODEL)) {
            ids.set("tokens", JSON.valueToTree(tokenizer.encode(text)));
          }
          answer(exchange, ids.toString());
        });
    server.start();
    return server;
  }

  private static String rendered(ChatTemplate template, JsonNode request) {
    List<TemplateMessage> messages = new ArrayList<>();
    for (JsonNode each : request.path("messages")) {
      messages.add(TemplateMessage.of(each.path("role").asText(), each.path("content").asText()));
    }
    return template.render(messages, ChatSettings.NONE, true);
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
