package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

/**
 * A model server in a process of its own, begun by the first test that needs it, and its callers.
 */
final class SharedModelServer {
  static final Clock CLOCK = Clock.systemUTC();
  static final Map<String, String> KEY = Map.of(OpenAiSettings.KEY_VARIABLE, "secret");
  static final SamplingSettings SAMPLING = new SamplingSettings(0.5, 0.9, 40, 64, -3);
  static final String DOC =
      "{\"name\": \"cd\", \"description\": \"Enters.\", \"parameters\": {\"type\": \"dict\","
          + " \"properties\": {\"depth\": {\"type\": \"float\"}}, \"required\": [\"depth\"]},"
          + " \"response\": {\"type\": \"dict\"}}";

  private static final Process SERVER = start();

  /** Where its paths begin. */
  static final String BASE = "http://localhost:" + port() + "/v1";

  private SharedModelServer() {}

  private static Process start() {
    try {
      Process server =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  classPath(
                      TestingModelServer.class,
                      ObjectMapper.class,
                      JsonParser.class,
                      JsonProperty.class),
                  TestingModelServer.class.getName())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
      return server;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String port() {
    try {
      return SERVER.inputReader(StandardCharsets.UTF_8).readLine();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String classPath(Class<?>... classes) {
    return Arrays.stream(classes)
        .map(each -> Path.of(location(each)).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static URI location(Class<?> each) {
    try {
      return each.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException malformed) {
      throw new AssertionError(malformed);
    }
  }

  static OpenAiSettings settings(String model) {
    return OpenAiSettings.of(BASE, model);
  }

  static OpenAiPolicy policy(OpenAiSettings settings) {
    return new OpenAiPolicy(settings, TestingTokens::new, KEY, CLOCK);
  }

  static EpisodeContext context(Mode mode) {
    return new EpisodeContext("run", "run/b0/g0/s0", 0, "t", mode, List.of(DOC), SAMPLING);
  }

  static PolicyUpdate update(long version, String uri) {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run")
        .setVersion(version)
        .setFormat(WeightsFormat.PEFT_ADAPTER)
        .setWeightsUri(uri)
        .setWeightsDigest("0123abcd".repeat(8))
        .setPublishedAt(Instant.EPOCH)
        .build();
  }

  static PolicyAnswer answer(PolicySession session, ChatMessage... added) {
    return session.answer(List.of(added), Instant.now(CLOCK).plusSeconds(30)).join();
  }

  static Throwable failure(PolicySession session) {
    Throwable failure = catchThrowable(() -> answer(session, new ChatMessage("user", "x")));
    assertThat(failure).isInstanceOf(CompletionException.class);
    return failure.getCause();
  }

  static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.asInt()));
    return ids;
  }

  static JsonNode requests() throws Exception {
    URI uri = URI.create(BASE.replace("/v1", "/requests"));
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(response.body());
  }

  static JsonNode lastRequest(String model) throws Exception {
    @Nullable JsonNode last = null;
    for (JsonNode request : requests()) {
      if (request.path("body").path("model").asText().equals(model)) {
        last = request.path("body");
      }
    }
    assertThat(last).isNotNull();
    return last;
  }

  /** The names of adapters that a path was sent. */
  static List<String> adapters(String path) throws Exception {
    List<String> names = new ArrayList<>();
    for (JsonNode request : requests()) {
      if (request.path("path").asText().equals(path)) {
        names.add(request.path("body").path("lora_name").asText());
      }
    }
    return names;
  }

  /** Has the server lose an adapter, as one that restarts does. */
  static void forget(String adapter) {
    ServerClient client = new ServerClient(settings("echo"), "secret", CLOCK);
    client
        .post(
            "/forget",
            client.json().createObjectNode().put("lora_name", adapter),
            Instant.now(CLOCK).plusSeconds(30))
        .join();
  }

  static List<String> paths() throws Exception {
    return requests().findValuesAsText("path");
  }

  /** A byte is an id; 2 ends an answer. */
  private static final class TestingTokens implements EpisodeTokens {
    @Override
    public List<Integer> context(List<ChatMessage> added) {
      List<Integer> ids = new ArrayList<>();
      for (ChatMessage message : added) {
        for (byte each : message.content().getBytes(StandardCharsets.UTF_8)) {
          ids.add((int) each);
        }
      }
      return ids;
    }

    @Override
    public String sampled(List<Integer> ids) {
      assertThat(ids).containsExactly(7, 2);
      return "bell";
    }

    @Override
    public List<Integer> stopIds() {
      return List.of(2);
    }
  }
}
