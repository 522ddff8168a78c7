package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

/** Against a server in a process of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenAiPolicyTest {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final Map<String, String> KEY = Map.of(OpenAiSettings.KEY_VARIABLE, "secret");
  private static final SamplingSettings SAMPLING = new SamplingSettings(0.5, 0.9, 40, 64, -3);
  private static final String DOC =
      "{\"name\": \"cd\", \"description\": \"Enters.\", \"parameters\": {\"type\": \"dict\","
          + " \"properties\": {\"depth\": {\"type\": \"float\"}}, \"required\": [\"depth\"]},"
          + " \"response\": {\"type\": \"dict\"}}";

  private static Process server;
  private static String base;

  @BeforeAll
  static void startServer() throws IOException {
    server =
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
    BufferedReader output =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    base = "http://localhost:" + output.readLine() + "/v1";
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

  @AfterAll
  static void stopServer() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  @Test
  void aChatCarriesTheWholeConversationAndItsSampling() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      PolicyAnswer first =
          answer(session, new ChatMessage("system", "tools"), new ChatMessage("user", "first é"));
      PolicyAnswer second = answer(session, new ChatMessage("user", "second"));

      assertThat(first).isEqualTo(PolicyAnswer.ofText("first é", null));
      assertThat(second.text()).isEqualTo("second");
      JsonNode body = lastRequest("echo");
      assertThat(body.path("messages").findValuesAsText("role"))
          .containsExactly("system", "user", "assistant", "user");
      assertThat(body.path("temperature").asDouble()).isEqualTo(0.5);
      assertThat(body.path("top_k").asInt()).isEqualTo(40);
      assertThat(body.path("max_tokens").asInt()).isEqualTo(64);
      assertThat(body.path("seed").asLong()).isEqualTo(-2L & Long.MAX_VALUE);
      assertThat(body.has("tools")).isFalse();
    }
  }

  @Test
  void functionCallingModelsGetToolsBesideTheChatAndTheirCallsBecomeText() throws Exception {
    OpenAiSettings settings = settings("tools").withStyle(OpenAiSettings.Style.CHAT_TOOLS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      PolicyAnswer answer =
          answer(session, new ChatMessage("system", "tools"), new ChatMessage("user", "go"));
      assertThat(answer.text())
          .isEqualTo(
              """
              <tool_call>
              {"name": "cd", "arguments": {"folder": "é"}}
              </tool_call>
              <tool_call>
              {"name": "ls", "arguments": {broken}
              </tool_call>\
              """);
      answer(session, new ChatMessage("user", "[" + DOC.replace("cd", "pwd") + "]\nWhat now?"));

      JsonNode body = lastRequest("tools");
      assertThat(body.path("messages").findValuesAsText("role"))
          .containsExactly("user", "assistant", "user");
      assertThat(body.path("tools").findValuesAsText("name")).containsExactly("cd", "pwd");
      JsonNode parameters = body.path("tools").path(0).path("function").path("parameters");
      assertThat(parameters.path("type").asText()).isEqualTo("object");
      assertThat(parameters.path("properties").path("depth").path("type").asText())
          .isEqualTo("number");
      assertThat(body.path("tools").path(0).path("function").has("response")).isFalse();
    }
  }

  @Test
  void instructionsStayInThePromptWhereToolsStandBesideTheChat() throws Exception {
    OpenAiSettings settings = settings("tools").withStyle(OpenAiSettings.Style.CHAT_TOOLS);
    EpisodeContext told =
        new EpisodeContext(
            "run", "run/b0/g0/s0", 0, "t", Mode.EVAL, List.of(DOC), SAMPLING, "Be kind.");
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(told)) {
      answer(
          session, new ChatMessage("system", "Be kind.\n\ntools"), new ChatMessage("user", "go"));
      JsonNode messages = lastRequest("tools").path("messages");
      assertThat(messages.findValuesAsText("role")).containsExactly("system", "user");
      assertThat(messages.path(0).path("content").asText()).isEqualTo("Be kind.");
    }
  }

  @Test
  void trainingEpisodesSendTokenIdsAndWhatWasSampledGoesBackAsItCame() throws Exception {
    for (String model : List.of("ids", "names")) {
      OpenAiSettings settings = settings(model).withStyle(OpenAiSettings.Style.TOKENS);
      try (OpenAiPolicy policy = policy(settings);
          PolicySession session = policy.open(context(Mode.TRAIN))) {
        PolicyAnswer first = answer(session, new ChatMessage("user", "ab"));
        PolicyAnswer second = answer(session, new ChatMessage("user", "c"));

        assertThat(first.text()).isEqualTo("bell");
        assertThat(first.tokens())
            .isEqualTo(new SampledTokens(List.of(97, 98), List.of(7, 2), List.of(-0.5f, -0.25f)));
        assertThat(second.tokens())
            .isEqualTo(new SampledTokens(List.of(99), List.of(7, 2), List.of(-0.5f, -0.25f)));
        JsonNode body = lastRequest(model);
        assertThat(ids(body.path("prompt"))).containsExactly(97, 98, 7, 2, 99);
        assertThat(ids(body.path("stop_token_ids"))).containsExactly(2);
      }
    }
  }

  @Test
  void aSessionThatRepeatsAnAnswerAsksBehindItsIds() throws Exception {
    OpenAiSettings settings = settings("ids").withStyle(OpenAiSettings.Style.TOKENS);
    SampledTokens given = new SampledTokens(List.of(97, 98), List.of(7, 2), null);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.TRAIN));
        PolicySession other = policy.open(context(Mode.TRAIN))) {
      session.repeat(List.of(new ChatMessage("user", "ab")), new PolicyAnswer("bell", 1L, given));
      assertThat(answer(session, new ChatMessage("user", "c")).tokens().context())
          .containsExactly(99);
      assertThat(ids(lastRequest("ids").path("prompt"))).containsExactly(97, 98, 7, 2, 99);

      assertThatThrownBy(
              () ->
                  other.repeat(
                      List.of(new ChatMessage("user", "ax")), new PolicyAnswer("bell", 1L, given)))
          .isInstanceOf(PolicyException.class)
          .hasMessageContaining("what is to be repeated is not shown as it was");
    }
  }

  @Test
  void theIdsOfThePlainContextGoBesideThoseShownAndNotToTheServer() throws Exception {
    OpenAiSettings settings = settings("ids").withStyle(OpenAiSettings.Style.TOKENS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.TRAIN))) {
      PolicyAnswer first = answer(session, new ChatMessage("user", "ab", "a"));
      PolicyAnswer second = answer(session, new ChatMessage("user", "c", "c"));

      assertThat(first.tokens().plainContext()).containsExactly(97);
      assertThat(second.tokens().plainContext()).containsExactly(99);
      assertThat(ids(lastRequest("ids").path("prompt"))).containsExactly(97, 98, 7, 2, 99);
    }
  }

  @Test
  void aServerThatKeepsItsIdsCannotTrain() {
    OpenAiSettings settings = settings("noids").withStyle(OpenAiSettings.Style.TOKENS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.TRAIN))) {
      assertThat(failure(session)).hasMessageContaining("token_ids, which training needs");
    }
  }

  @Test
  void aPassingFailureIsTriedAgain() throws Exception {
    try (OpenAiPolicy policy = policy(settings("flaky").withAttempts(3, Duration.ofMillis(1)));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      assertThat(answer(session, new ChatMessage("user", "x")).text()).isEqualTo("at last");
    }
  }

  @Test
  void whatGoesWrongIsOneLineThatSaysWhatToDo() {
    Map<String, String> messages =
        Map.of(
            "busy", "answered with status 503: always busy line two",
            "nonsense", "answered without choices[0]: {\"hello\":1}; check that it speaks",
            "words", "answered without choices[0]: \"<html>welcome</html>\"",
            "missing", "does not know the model 'missing'");
    messages.forEach(
        (model, message) -> {
          try (OpenAiPolicy policy = policy(settings(model).withAttempts(2, Duration.ZERO));
              PolicySession session = policy.open(context(Mode.EVAL))) {
            Throwable failure = failure(session);
            assertThat(failure).hasMessageContaining(message);
            assertThat(failure.getMessage().lines()).hasSize(1);
            assertThat(((PolicyException) failure).reason())
                .isEqualTo(PolicyException.Cause.ENGINE);
          }
        });
  }

  @Test
  void aContextThatIsFullIsThePolicysOwnDoing() {
    try (OpenAiPolicy policy = policy(settings("full"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      Throwable failure = failure(session);
      assertThat(((PolicyException) failure).reason()).isEqualTo(PolicyException.Cause.CONTEXT);
      assertThat(failure).hasMessageContaining("status 400");
    }
  }

  @Test
  void aServerThatSaysNothingMissesTheDeadline() {
    try (OpenAiPolicy policy = policy(settings("mute"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      Throwable failure =
          catchThrowable(
              () ->
                  session
                      .answer(
                          List.of(new ChatMessage("user", "x")), Instant.now(CLOCK).plusMillis(200))
                      .join());
      assertThat(failure.getCause()).hasMessageContaining("did not answer in time");
      assertThat(((PolicyException) failure.getCause()).reason())
          .isEqualTo(PolicyException.Cause.DEADLINE);
    }
  }

  @Test
  void anAbsentServerAWrongKeyAndAnUnknownModelAreFoundBeforeAnyEpisode() {
    try (OpenAiPolicy good = policy(settings("echo"));
        OpenAiPolicy unknown = policy(settings("missing"));
        OpenAiPolicy keyless = new OpenAiPolicy(settings("echo"), null, Map.of(), CLOCK);
        OpenAiPolicy absent =
            policy(
                OpenAiSettings.of("http://localhost:1/v1", "echo")
                    .withAttempts(2, Duration.ZERO))) {
      assertThat(good.check(CLOCK)).isEmpty();
      assertThat(unknown.check(CLOCK).orElseThrow())
          .contains("does not serve 'missing'; it serves echo, tools");
      assertThat(keyless.check(CLOCK).orElseThrow())
          .contains("refuses the key (status 401): set the environment variable SEALFLOW_API_KEY");
      assertThat(absent.check(CLOCK).orElseThrow())
          .startsWith("the server at http://localhost:1/v1 does not answer (")
          .endsWith("start it, or name another base URL");
    }
  }

  @Test
  void aNewVersionIsServedOnceItsAdapterIsLoaded() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      for (long version = 1; version <= 3; version++) {
        policy.update(update(version, "file:///weights/" + version));
      }
      policy.update(update(4, "file:///missing"));
      policy.settled().join();

      PolicyAnswer answer = answer(session, new ChatMessage("user", "x"));

      assertThat(answer.policyVersion()).isEqualTo(3L);
      assertThat(answer.text()).isEqualTo("/v1/chat/completions");
      assertThat(policy.problem().orElseThrow()).startsWith("version 4 is not served: ");
      assertThat(paths()).contains("/v1/load_lora_adapter", "/v1/unload_lora_adapter");
    }
  }

  @Test
  void anEpisodeBeginsWithTheNewestVersionTold() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(1, "file:///weights/1"));
      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(1L);
    }
  }

  /** A server and a second one, which is the same process at another path. */
  private static OpenAiSettings replicated(String... paths) {
    return settings("echo")
        .withAdapters()
        .withReplicas(
            new ServerReplicas(List.of(base.replace("/v1", "/second/v1")), List.of(paths)));
  }

  @Test
  void everyReplicaLoadsEachAdapterFromWhereItSeesIt() throws Exception {
    try (OpenAiPolicy policy = policy(replicated("/runs=/mnt/runs"))) {
      assertThat(policy.check(CLOCK)).isEmpty();
      policy.update(update(21, "file:///runs/weights/21"));
      policy.settled().join();
      assertThat(policy.problem()).isEmpty();
    }
    for (String server : List.of("/v1", "/second/v1")) {
      assertThat(adapters(server + "/load_lora_adapter")).contains("run-v21-0123abcd");
      assertThat(adapters(server + "/unload_lora_adapter")).contains("run-v21-0123abcd");
    }
    assertThat(requests().findValuesAsText("lora_path")).contains("/mnt/runs/weights/21");
  }

  /** A policy whose servers are given copies, which they see below /cache. */
  private static OpenAiPolicy copying(Path copies) {
    return policy(
        settings("echo")
            .withAdapters()
            .withReplicas(
                new ServerReplicas(List.of(), List.of(copies + "=/cache"), copies.toString())));
  }

  private static Path stored(Path folder) throws IOException {
    Path adapter = Files.createDirectories(folder.resolve("bucket"));
    Files.writeString(adapter.resolve("adapter_config.json"), "{}");
    Files.writeString(adapter.resolve("adapter_model.safetensors"), "weights");
    TestingObjectStore.register();
    return adapter;
  }

  @Test
  void anAdapterOfAnObjectStoreReachesTheServersAsALocalCopy(@TempDir Path folder)
      throws Exception {
    Path adapter = stored(folder);
    String digest = WeightsDigest.of(adapter);
    Path copy = folder.resolve("copies").resolve(digest);
    try (OpenAiPolicy policy = copying(copy.getParent())) {
      PolicyUpdate update = update(31, TestingObjectStore.uri(adapter));
      update.setWeightsDigest(digest);
      policy.update(update);
      policy.settled().join();

      assertThat(policy.problem()).isEmpty();
      assertThat(copy.resolve("adapter_model.safetensors")).hasContent("weights");
      assertThat(copy.resolve("adapter_config.json")).hasContent("{}");
      assertThat(requests().findValuesAsText("lora_path")).contains("/cache/" + digest);
    }
    assertThat(copy).doesNotExist();
    assertThat(adapter).isNotEmptyDirectory();
  }

  @Test
  void aCopyThatIsNotWhatWasPublishedIsNotServed(@TempDir Path folder) throws Exception {
    Path adapter = stored(folder);
    Path copies = folder.resolve("copies");
    try (OpenAiPolicy policy = copying(copies)) {
      policy.update(update(32, TestingObjectStore.uri(adapter)));
      policy.settled().join();

      assertThat(policy.problem().orElseThrow())
          .startsWith("version 32 is not served: the adapter store:")
          .contains(
              "its weights have the SHA-256 " + WeightsDigest.of(adapter) + ", expected 0123");
      assertThat(copies).isEmptyDirectory();
    }
  }

  @Test
  void aVersionIsServedOnceEveryReplicaHasIt() {
    try (OpenAiPolicy policy = policy(replicated());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(22, "file:///weights/22"));
      policy.update(update(23, "file:///first-alone/23"));
      policy.settled().join();

      assertThat(policy.problem().orElseThrow())
          .startsWith("version 23 is not served: ")
          .contains("/second/v1");
      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(22L);
    }
  }

  @Test
  void episodesAreDealtOutAmongReplicasInTurn() {
    try (OpenAiPolicy policy = policy(replicated())) {
      policy.update(update(24, "file:///weights/24"));
      List<String> answered = new ArrayList<>();
      for (int episode = 0; episode < 4; episode++) {
        try (PolicySession session = policy.open(context(Mode.EVAL))) {
          answered.add(answer(session, new ChatMessage("user", "x")).text());
        }
      }
      assertThat(answered)
          .containsExactly(
              "/v1/chat/completions",
              "/second/v1/chat/completions",
              "/v1/chat/completions",
              "/second/v1/chat/completions");
    }
  }

  @Test
  void seedAndThinkingAreSentAsTheSettingsSay() throws Exception {
    OpenAiSettings settings = settings("echo").withRequests(new RequestOptions(false, false));
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      answer(session, new ChatMessage("user", "unseeded"));
      JsonNode body = lastRequest("echo");
      assertThat(body.has("seed")).isFalse();
      assertThat(body.path("chat_template_kwargs").path("enable_thinking").isBoolean()).isTrue();
      assertThat(body.path("chat_template_kwargs").path("enable_thinking").asBoolean()).isFalse();
    }
  }

  @Test
  void evaluationIsShownTheTokensThatTrainingIs() throws Exception {
    OpenAiSettings settings = settings("ids").withStyle(OpenAiSettings.Style.TOKENS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      assertThat(answer(session, new ChatMessage("user", "ab")).tokens()).isNotNull();
      assertThat(ids(lastRequest("ids").path("prompt"))).containsExactly(97, 98);
    }
  }

  @Test
  void anAdapterThatTheServerHasAlreadyIsServed() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(7, "file:///twice"));
      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(7L);
      assertThat(policy.problem()).isEmpty();
    }
  }

  @Test
  void whereNoVersionCanBeServedNothingAnswersInItsStead() {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(0, "file:///missing"));
      assertThat(failure(session))
          .isInstanceOf(PolicyException.class)
          .hasMessageStartingWith("version 0 is not served: ")
          .hasMessageContaining("no such adapter");
    }
  }

  @Test
  void whatAPolicyHasLoadedItUnloadsAtItsEnd() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters())) {
      policy.update(update(11, "file:///weights/11"));
      policy.update(update(12, "file:///weights/12"));
    }
    assertThat(adapters("/v1/load_lora_adapter")).contains("run-v11-0123abcd", "run-v12-0123abcd");
    assertThat(adapters("/v1/unload_lora_adapter"))
        .contains("run-v11-0123abcd", "run-v12-0123abcd");
  }

  @Test
  void aServerThatLoadsNoAdaptersIsFoundBeforeAnyEpisode() {
    OpenAiSettings plain =
        OpenAiSettings.of(base.replace("/v1", "/plain/v1"), "echo").withAttempts(1, Duration.ZERO);
    try (OpenAiPolicy without = policy(plain);
        OpenAiPolicy with = policy(plain.withAdapters())) {
      assertThat(without.check(CLOCK)).isEmpty();
      assertThat(with.check(CLOCK).orElseThrow())
          .contains("loads no adapters (status 404 for /load_lora_adapter)", "--enable-lora");
      assertThat(with.check(CLOCK).orElseThrow().lines()).hasSize(1);
    }
  }

  @Test
  void settingsSayEverythingThatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OpenAiSettings.of("localhost:8000", "").withAttempts(0, Duration.ZERO))
        .withMessageContaining("base URL is 'localhost:8000'")
        .withMessageContaining("no model is named");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings("echo").withAttempts(0, Duration.ofSeconds(-1)))
        .withMessage(
            "attempts are 0, expected 1 to 20; first backoff is PT-1S, expected 0s or more");
    assertThatThrownBy(
            () ->
                new OpenAiPolicy(
                    settings("echo").withStyle(OpenAiSettings.Style.TOKENS), null, KEY, CLOCK))
        .hasMessageContaining("needs a tokenizer");
  }

  private static OpenAiSettings settings(String model) {
    return OpenAiSettings.of(base, model);
  }

  private static OpenAiPolicy policy(OpenAiSettings settings) {
    return new OpenAiPolicy(settings, TestingTokens::new, KEY, CLOCK);
  }

  private static EpisodeContext context(Mode mode) {
    return new EpisodeContext("run", "run/b0/g0/s0", 0, "t", mode, List.of(DOC), SAMPLING);
  }

  private static PolicyUpdate update(long version, String uri) {
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

  private static PolicyAnswer answer(PolicySession session, ChatMessage... added) {
    return session.answer(List.of(added), Instant.now(CLOCK).plusSeconds(30)).join();
  }

  private static Throwable failure(PolicySession session) {
    Throwable failure = catchThrowable(() -> answer(session, new ChatMessage("user", "x")));
    assertThat(failure).isInstanceOf(CompletionException.class);
    return failure.getCause();
  }

  private static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.asInt()));
    return ids;
  }

  private static JsonNode requests() throws Exception {
    URI uri = URI.create(base.replace("/v1", "/requests"));
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(response.body());
  }

  private static JsonNode lastRequest(String model) throws Exception {
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
  private static List<String> adapters(String path) throws Exception {
    List<String> names = new ArrayList<>();
    for (JsonNode request : requests()) {
      if (request.path("path").asText().equals(path)) {
        names.add(request.path("body").path("lora_name").asText());
      }
    }
    return names;
  }

  private static List<String> paths() throws Exception {
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
