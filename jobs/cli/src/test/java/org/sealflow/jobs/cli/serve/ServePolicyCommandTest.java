package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;
import org.sealflow.rollout.openai.OpenAiSettings;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ServePolicyCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int VOCABULARY = 258;
  private static final int CONTEXT = 128;
  private static final int TERMINATED = 143;

  @TempDir private static Path folder;
  private static Path model;

  /** A model whose weights are all alike, with a tokenizer of bytes. */
  @BeforeAll
  static void writeModel() throws IOException {
    model = folder.resolve("tiny");
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config())
        .forEach(
            (name, shape) -> {
              long size = shape.stream().reduce(1L, Math::multiplyExact);
              float[] values = new float[Math.toIntExact(size)];
              Arrays.fill(values, 0.5f);
              tensors.add(new HostTensor(name, shape, values));
            });
    ModelWriter.write(model, config(), tensors);
    JSON.writeValue(model.resolve("tokenizer.json").toFile(), tokenizer());
    JSON.writeValue(
        model.resolve("tokenizer_config.json").toFile(),
        JSON.createObjectNode()
            .put("eos_token", "<|im_end|>")
            .put("chat_template", "{% for m in messages %}{{ m.content }}<|im_end|>{% endfor %}"));
  }

  private static ModelConfig config() {
    return new ModelConfig(
        ModelFamily.QWEN3,
        VOCABULARY,
        8,
        1,
        8,
        1e-6,
        new AttentionConfig(1, 1, 8, AttentionBias.NONE),
        new RotaryConfig(1e4, CONTEXT, RotaryScaling.none()),
        true);
  }

  private static ObjectNode tokenizer() {
    ObjectNode root = JSON.createObjectNode().put("version", "1.0");
    root.putArray("added_tokens")
        .addObject()
        .put("id", VOCABULARY - 1)
        .put("content", "<|im_end|>")
        .put("single_word", false)
        .put("lstrip", false)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", true);
    for (String step : List.of("pre_tokenizer", "decoder")) {
      root.putObject(step)
          .put("type", "ByteLevel")
          .put("add_prefix_space", false)
          .put("trim_offsets", false)
          .put("use_regex", false);
    }
    ObjectNode bytes = root.putObject("model").put("type", "BPE");
    bytes.putArray("merges");
    ObjectNode vocabulary = bytes.putObject("vocab");
    for (int value = 0; value < VOCABULARY - 1; value++) {
      vocabulary.put(Character.toString(' ' + 1 + value), value);
    }
    return root;
  }

  @Test
  void aModelIsServedUntilTheProcessIsToldToStop() throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
                TestingServe.command(
                    "policy",
                    "--model",
                    model.toString(),
                    "--port",
                    "0",
                    "--context",
                    "100",
                    "--json"))
            .redirectError(folder.resolve("complaints").toFile());
    command.environment().remove(OpenAiSettings.KEY_VARIABLE);
    Process served = command.start();
    try (BufferedReader output = served.inputReader(StandardCharsets.UTF_8)) {
      String line = output.readLine();
      assertThat(line).as(complaints()).isNotNull();
      JsonNode announced = JSON.readTree(line);
      assertThat(announced.path("model").asText()).isEqualTo("tiny");
      assertThat(announced.path("context").asInt()).isEqualTo(100);
      assertThat(announced.path("parameters").asLong()).isEqualTo(parameters());

      JsonNode answer =
          post(
              announced.path("url").asText() + "/chat/completions",
              "{\"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}], \"max_tokens\": 3}");
      assertThat(answer.at("/usage/completion_tokens").asInt()).isBetween(1, 3);

      served.toHandle().destroy();
      assertThat(served.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(served.exitValue()).isEqualTo(TERMINATED);
      assertThat(output.readLine()).isNull();
      assertThat(complaints()).contains("loading " + model).doesNotContain("sealflow:", "\tat ");
    } finally {
      served.destroyForcibly();
    }
  }

  private static long parameters() {
    return TensorLayout.of(config()).values().stream()
        .mapToLong(shape -> shape.stream().reduce(1L, Math::multiplyExact))
        .sum();
  }

  private static String complaints() throws IOException {
    return Files.readString(folder.resolve("complaints"), StandardCharsets.UTF_8);
  }

  private static JsonNode post(String url, String body) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  @Test
  void whatKeepsItFromServingIsOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertFails("/nowhere is no directory, expected a Hugging Face model directory", "/nowhere");
      assertFails(
          "no usable tokenizer in " + folder + ": no " + folder.resolve("tokenizer.json"),
          folder.toString());
      assertFails(
          "cannot listen at 127.0.0.1:" + port + " (Address already in use): choose another port",
          model.toString(),
          "--port",
          port);
      assertFails(
          ExitCodes.USAGE,
          "--port: port is '70000', expected 0 (any) to 65535",
          model.toString(),
          "--port",
          "70000");
      assertFails(
          ExitCodes.USAGE, "--rows is 0, expected 1 to 65536", model.toString(), "--rows", "0");
      assertFails(
          "--api-key-variable names SEALFLOW_NO_SUCH_KEY, which is not set: set it to a key",
          model.toString(),
          "--api-key-variable",
          "SEALFLOW_NO_SUCH_KEY");
      assertFails(
          ExitCodes.USAGE,
          "Invalid value for option '--device': device is tpu, expected cpu, gpu0, gpu1, …",
          model.toString(),
          "--port",
          "0",
          "--device",
          "tpu");
    }
  }

  @Test
  void aDirectoryWithoutAModelIsOneLine() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.copy(model.resolve("tokenizer.json"), empty.resolve("tokenizer.json"));
    TestingCommandLine served = serve(empty.toString(), "--port", "0");
    assertThat(served.exitCode()).isEqualTo(1);
    assertThat(served.err()).contains("sealflow: " + empty.resolve("config.json"));
    assertThat(served.err().lines()).hasSize(1);
  }

  private static void assertFails(String message, String... arguments) {
    assertFails(ExitCodes.FAILED, message, arguments);
  }

  private static void assertFails(int exitCode, String message, String... arguments) {
    TestingCommandLine served = serve(arguments);
    assertThat(served.exitCode()).isEqualTo(exitCode);
    assertThat(served.err()).startsWith("sealflow: " + message);
    assertThat(served.err().lines()).hasSize(1);
    assertThat(served.out()).isEmpty();
  }

  private static TestingCommandLine serve(String... arguments) {
    List<String> line = new ArrayList<>(List.of("serve", "policy", "--model"));
    line.addAll(List.of(arguments));
    return TestingCommandLine.run(line.toArray(new String[0]));
  }

  @Test
  void peopleAreToldWhatIsServedWhereAndACallToTry() {
    ServeAnnouncement announcement =
        new ServeAnnouncement(
            URI.create("http://127.0.0.1:8000/v1"),
            "tiny",
            model,
            config(),
            EngineSettings.onCpu(CONTEXT),
            List.of("a", "b"),
            true,
            "$MY_KEY");
    assertThat(announcement.lines())
        .containsExactly(
            "serving tiny (2.6 k parameters, float32, context 128) on cpu with a, b at"
                + " http://127.0.0.1:8000/v1; Ctrl-C stops",
            "try: curl http://127.0.0.1:8000/v1/chat/completions -H 'Content-Type:"
                + " application/json' -H \"Authorization: Bearer $MY_KEY\" -d '{\"messages\":"
                + " [{\"role\": \"user\", \"content\": \"Hello\"}], \"max_tokens\": 64}'");
  }

  @Test
  void aModelWithoutAChatTemplateIsTriedWithAPrompt() {
    ServeAnnouncement announcement =
        new ServeAnnouncement(
            URI.create("http://127.0.0.1:8000/v1"),
            "tiny",
            model,
            config(),
            EngineSettings.onCpu(CONTEXT),
            List.of(),
            false,
            null);
    assertThat(announcement.lines().get(1))
        .isEqualTo(
            "try: curl http://127.0.0.1:8000/v1/completions -H 'Content-Type: application/json'"
                + " -d '{\"prompt\": \"Hello\", \"max_tokens\": 64}'");
  }
}
