package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.learn.engine.ContinuationRequest;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.rollout.TestingGame;
import org.sealflow.rollout.openai.EpisodeTokens;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.openai.TemplateTokens;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.WeightsFormat;

/** A model served, and the project's own client asking it. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ServedPolicyTest {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final SamplingSettings SAMPLING = new SamplingSettings(1, 1, 0, 24, 7);

  @TempDir private static Path folder;
  private static Path directory;
  private static ServedText text;
  private static PolicyEngine engine;
  private static PolicyServer server;

  @BeforeAll
  static void start() throws Exception {
    directory = TestingPolicyDirectory.write(folder);
    text = ServedText.open(directory, CLOCK);
    engine =
        PolicyEngine.open(directory, EngineSettings.onCpu(TestingPolicyDirectory.CONTEXT), CLOCK);
    server =
        PolicyServer.start(
            engine, text, directory, Map.of(), ServerSettings.local("nano", "1"), CLOCK, () -> 1);
  }

  @AfterAll
  static void stop() {
    server.close();
    engine.close();
    text.close();
  }

  private static OpenAiPolicy client(OpenAiSettings.Style style, Clock clock) throws Exception {
    URI url = server.url();
    EpisodeTokens.Factory tokens =
        TemplateTokens.of(ChatTemplate.fromDirectory(directory, CLOCK), text.tokenizer());
    return new OpenAiPolicy(
        OpenAiSettings.of(url.toString(), "nano").withStyle(style).withAdapters(),
        tokens,
        Map.of(),
        clock);
  }

  @ParameterizedTest
  @EnumSource
  void clientsOfEveryStylePlayWholeEpisodes(OpenAiSettings.Style style) throws Exception {
    try (OpenAiPolicy policy = client(style, TestingGame.CLOCK)) {
      assertThat(policy.check(CLOCK)).isEmpty();
      TestingGame.Played played =
          TestingGame.play(
              policy, TestingGame.request("run/b0/g0/s0", "base_3"), Presentation.plain());

      assertThat(played.end().getReason())
          .as(played.end().getMessage())
          .isEqualTo(EndReason.COMPLETED);
      assertThat(played.said()).hasSizeGreaterThan(1);
      List<AssistantStep> steps =
          played.events().stream()
              .map(TrajectoryEvent::getAssistantStep)
              .filter(step -> step != null)
              .toList();
      boolean trains = style == OpenAiSettings.Style.TOKENS;
      assertThat(steps)
          .allSatisfy(step -> assertThat(step.getSampledTokenIds() != null).isEqualTo(trains));
    }
  }

  /** The canned conversations are compared before anything is sampled. */
  @Test
  void aClientWithAnotherTemplateIsToldSo() throws Exception {
    ChatTemplate other =
        ChatTemplate.of(
            "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}",
            Map.of(), CLOCK);
    try (OpenAiPolicy policy = client(OpenAiSettings.Style.TOKENS, CLOCK)) {
      assertThat(
              policy.checkTokens(
                  ChatTemplate.fromDirectory(directory, CLOCK), text.tokenizer(), CLOCK))
          .isEmpty();
      assertThat(policy.checkTokens(other, text.tokenizer(), CLOCK).orElseThrow())
          .contains("makes other token ids of conversation 1 than policy.model does")
          .contains("another chat template");
    }
  }

  @Test
  void theTokensOfAnEpisodeAreTheEnginesOwnWithTheirLogProbabilities() throws Exception {
    try (OpenAiPolicy policy = client(OpenAiSettings.Style.TOKENS, CLOCK);
        PolicySession session = policy.open(context())) {
      List<Integer> sequence = new ArrayList<>();
      for (int step = 0; step < 3; step++) {
        PolicyAnswer answer = answer(session, "Question " + step + "?");
        sequence.addAll(answer.tokens().context());
        Continuation direct = direct(sequence, SAMPLING.withSeed(SAMPLING.seed() + step), null);

        assertThat(answer.tokens().sampled()).isEqualTo(direct.tokens());
        for (int i = 0; i < direct.tokens().size(); i++) {
          assertThat(answer.tokens().logProbs().get(i))
              .isCloseTo(direct.logProbs().get(i), within(1e-4f));
        }
        sequence.addAll(answer.tokens().sampled());
      }
    }
  }

  private static EpisodeContext context() {
    return new EpisodeContext("run", "e", 0, "t", Mode.TRAIN, List.of(), SAMPLING);
  }

  private static PolicyAnswer answer(PolicySession session, String said) {
    return session
        .answer(List.of(new ChatMessage("user", said)), Instant.now(CLOCK).plus(PATIENCE))
        .join();
  }

  private static Continuation direct(
      List<Integer> prompt, SamplingSettings sampling, String adapter) {
    return engine
        .sample(
            new ContinuationRequest(prompt, sampling, text.tokenizer().endOfTurnIds(), adapter),
            Instant.now(CLOCK).plus(PATIENCE))
        .join();
  }

  @Test
  void aVersionsAdapterAnswersOnceItIsLoadedAndNoMoreOnceItIsUnloaded() throws Exception {
    Path adapter = TestingPolicyDirectory.writeAdapter(directory, folder.resolve("adapter"));
    TestingCaller caller = new TestingCaller(server, null);
    try (OpenAiPolicy policy = client(OpenAiSettings.Style.TOKENS, CLOCK)) {
      PolicyAnswer before = firstAnswer(policy);
      policy.update(update(adapter));
      policy.settled().join();
      PolicyAnswer after = firstAnswer(policy);

      assertThat(policy.problem()).isEmpty();
      assertThat(after.policyVersion()).isEqualTo(1);
      assertThat(after.tokens().sampled()).isNotEqualTo(before.tokens().sampled());
      assertThat(after.tokens().sampled())
          .isEqualTo(direct(after.tokens().context(), SAMPLING, "run-v1-d").tokens());
      assertThat(engine.adapters()).containsExactly("run-v1-d");
      assertThat(caller.post("/v1/unload_lora_adapter", "{'lora_name': 'run-v1-d'}").status())
          .isEqualTo(200);
      assertThat(engine.adapters()).isEmpty();
      TestingCaller.Heard gone =
          caller.post("/v1/completions", "{'prompt': 'x', 'model': 'run-v1-d'}");
      assertThat(gone.status()).isEqualTo(404);
    }
  }

  private static PolicyAnswer firstAnswer(OpenAiPolicy policy) {
    try (PolicySession session = policy.open(context())) {
      return answer(session, "Who are you?");
    }
  }

  private static PolicyUpdate update(Path adapter) {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run")
        .setVersion(1)
        .setFormat(WeightsFormat.PEFT_ADAPTER)
        .setWeightsUri(adapter.toUri().toString())
        .setWeightsDigest("d")
        .setPublishedAt(Instant.EPOCH)
        .build();
  }

  @Test
  void theClientSaysWhatTheServerRefuses() throws Exception {
    try (OpenAiPolicy policy = client(OpenAiSettings.Style.TOKENS, CLOCK);
        PolicySession session = policy.open(context())) {
      Throwable refused =
          catchThrowable(() -> answer(session, "x".repeat(TestingPolicyDirectory.CONTEXT)));
      assertThat(refused)
          .cause()
          .hasMessageContaining("answered with status 400: ")
          .hasMessageContaining("maximum context length is 8192 tokens, but the prompt has 8");
    }
    try (TestingServer locked = TestingServer.startWithKey("secret");
        OpenAiPolicy keyless =
            new OpenAiPolicy(
                OpenAiSettings.of(locked.server.url().toString(), "nano"), null, Map.of(), CLOCK);
        OpenAiPolicy other =
            new OpenAiPolicy(
                OpenAiSettings.of(locked.server.url().toString(), "gpt"),
                null,
                Map.of(OpenAiSettings.KEY_VARIABLE, "secret"),
                CLOCK)) {
      assertThat(keyless.check(CLOCK).orElseThrow()).contains("refuses the key (status 401)");
      assertThat(other.check(CLOCK).orElseThrow()).endsWith("does not serve 'gpt'; it serves nano");
    }
  }

  @Test
  void theClientComesAgainWhenTheServerIsBusy() throws Exception {
    ServerSettings single = TestingServer.SETTINGS.withLimits(1, 10_000, PATIENCE);
    try (TestingServer busy = TestingServer.start(single);
        OpenAiPolicy policy =
            new OpenAiPolicy(
                OpenAiSettings.of(busy.server.url().toString(), "nano")
                    .withAttempts(20, Duration.ofMillis(2)),
                null,
                Map.of(),
                CLOCK);
        PolicySession session = policy.open(context())) {
      busy.engine.holding = true;
      busy.engine.awaited = new CountDownLatch(1);
      CompletableFuture<TestingCaller.Heard> first =
          busy.caller.postLater("/v1/completions", "{'prompt': 'x'}");
      busy.engine.awaited.await();
      busy.engine.holding = false;
      CompletableFuture<PolicyAnswer> second =
          session.answer(List.of(new ChatMessage("user", "x")), Instant.now(CLOCK).plus(PATIENCE));
      while (!busy.caller.get("/metrics").body().contains("status=\"429\"")) {
        LockSupport.parkNanos(1_000_000);
      }
      busy.engine.held.get(0).complete(TestingEngine.says("first"));

      assertThat(second.join().text()).isEqualTo("ok");
      assertThat(first.join().text("/choices/0/text")).isEqualTo("first");
    }
  }

  @Test
  void anAdapterOfAnotherModelIsRefusedByItsName() throws Exception {
    TestingCaller.Heard heard =
        new TestingCaller(server, null)
            .post("/v1/load_lora_adapter", "{'lora_name': 'a', 'lora_path': '" + directory + "'}");
    assertThat(heard.status()).isEqualTo(400);
    assertThat(heard.text("/error/message"))
        .startsWith(directory.resolve("adapter_config.json") + " is missing");
  }

  @Test
  void whatIsSaidDependsOnPromptAndSeedAloneHoweverManyAsk() throws Exception {
    TestingCaller caller = new TestingCaller(server, null);
    List<String> requests =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    "{'prompt': 'prompt %d', 'max_tokens': %d, 'seed': %d, 'ignore_eos': true,"
                            .formatted(i, 5 + i, i)
                        + " 'return_token_ids': true}")
            .toList();
    List<List<Integer>> alone = new ArrayList<>();
    for (String request : requests) {
      alone.add(caller.post("/v1/completions", request).ids("/choices/0/token_ids"));
    }
    List<CompletableFuture<TestingCaller.Heard>> together =
        requests.stream().map(request -> caller.postLater("/v1/completions", request)).toList();
    for (int i = 0; i < requests.size(); i++) {
      assertThat(together.get(i).join().ids("/choices/0/token_ids"))
          .hasSize(5 + i)
          .isEqualTo(alone.get(i));
    }
  }

  @Test
  void theTextOfAStreamIsTheTextOfTheAnswer() throws Exception {
    TestingCaller caller = new TestingCaller(server, null);
    String request = "{'messages': [{'role': 'user', 'content': 'x'}], 'seed': 3, 'max_tokens': 40";
    String whole =
        caller.post("/v1/chat/completions", request + "}").text("/choices/0/message/content");
    TestingCaller.Heard stream = caller.post("/v1/chat/completions", request + ", 'stream': true}");

    assertThat(whole).isNotEmpty();
    assertThat(stream.events().get(0).at("/choices/0/delta/content").asText()).isEqualTo(whole);
  }
}
