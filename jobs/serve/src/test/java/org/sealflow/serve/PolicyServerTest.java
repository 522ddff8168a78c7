package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.serve.http.BearerKey;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class PolicyServerTest {
  private static final String PATH = "/v1/completions";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void whoShowsNoKeyOrAWrongOneIsTurnedAway() throws Exception {
    try (TestingServer server = TestingServer.startWithKey("secret")) {
      assertThat(server.caller.post(PATH, "{'prompt': 'x'}").status()).isEqualTo(200);
      for (TestingCaller stranger :
          List.of(
              new TestingCaller(server.server, null),
              new TestingCaller(server.server, "wrong"),
              new TestingCaller(server.server, "secret2"))) {
        TestingCaller.Heard heard = stranger.post("/v1/load_lora_adapter", "{}");
        assertThat(heard.status()).isEqualTo(401);
        assertThat(heard.text("/error/code")).isEqualTo("invalid_api_key");
        assertThat(heard.text("/error/message"))
            .isEqualTo(
                "the bearer key is missing or wrong: send the header Authorization: Bearer KEY");
        assertThat(heard.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(stranger.get("/v1/nowhere").status()).isEqualTo(401);
        assertThat(stranger.get("/health").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aKeyThatNoHeaderCanCarryIsRefusedAndNoKeyIsPrinted() {
    for (String key : List.of("", " ", "two words", "schlüssel", "line\n")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BearerKey.of(key))
          .withMessageStartingWith("the bearer key is empty or holds blanks or other characters");
    }
    assertThat(TestingServer.SETTINGS.withKey(BearerKey.of("secret")).toString())
        .doesNotContain("secret");
  }

  @Test
  void unknownPathsAndWrongMethodsAreToldWhatThereIs() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      TestingCaller.Heard unknown = server.caller.get("/v1/embeddings");
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.text("/error/message"))
          .isEqualTo(
              "no path /v1/embeddings, expected one of /health, /metrics, /tokenize,"
                  + " /v1/chat/completions, /v1/completions, /v1/load_lora_adapter, /v1/models,"
                  + " /v1/unload_lora_adapter, /version");
      TestingCaller.Heard wrong = server.caller.get(PATH);
      assertThat(wrong.status()).isEqualTo(405);
      assertThat(wrong.header("Allow")).isEqualTo("POST");
      assertThat(wrong.text("/error/message"))
          .isEqualTo("the method is GET, expected POST for /v1/completions");
      assertThat(server.caller.post("/v1/models/nano", "{}").status()).isEqualTo(405);
    }
  }

  @Test
  void aBodyThatIsTooLargeOrNotDeclaredAsJsonIsNotRead() throws Exception {
    try (TestingServer server =
        TestingServer.start(TestingServer.SETTINGS.withLimits(8, 100, MINUTE))) {
      String fits = "{'prompt': 'x'}" + " ".repeat(85);
      assertThat(server.caller.post(PATH, fits).status()).isEqualTo(200);
      TestingCaller.Heard large = server.caller.post(PATH, fits + " ");
      assertThat(large.status()).isEqualTo(413);
      assertThat(large.text("/error/message"))
          .isEqualTo("the request has more than 100 bytes: send less at once");
      TestingCaller.Heard form =
          server.caller.send(
              server
                  .caller
                  .request(PATH)
                  .header("Content-Type", "text/plain")
                  .POST(HttpRequest.BodyPublishers.ofString("{\"prompt\": \"x\"}")));
      assertThat(form.status()).isEqualTo(415);
      assertThat(form.text("/error/message"))
          .isEqualTo("Content-Type is 'text/plain', expected application/json");
    }
  }

  @Test
  void whoSendsMuchIsHeardOutBeforeHeIsRefused() throws Exception {
    String much = "{'prompt': '" + "x".repeat(4 << 20) + "'}";
    try (TestingServer server = TestingServer.startWithKey("secret");
        TestingServer small =
            TestingServer.start(TestingServer.SETTINGS.withLimits(8, 100, MINUTE))) {
      TestingCaller stranger = new TestingCaller(server.server, null);
      assertThat(stranger.post(PATH, much).status()).isEqualTo(401);
      assertThat(small.caller.post(PATH, much).status()).isEqualTo(413);
      assertThat(small.caller.post("/nowhere", much).status()).isEqualTo(413);
    }
  }

  @Test
  void healthVersionAndHeadsAreAnswered() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      assertThat(server.caller.get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
      assertThat(server.caller.get("/version").body()).isEqualTo("{\"version\":\"1.2.3\"}");
      TestingCaller.Heard head =
          server.caller.send(
              server
                  .caller
                  .request("/version")
                  .method("HEAD", HttpRequest.BodyPublishers.noBody()));
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.body()).isEmpty();

      server.engine.failure = Optional.of("out of memory");
      TestingCaller.Heard ill = server.caller.get("/health");
      assertThat(ill.status()).isEqualTo(500);
      assertThat(ill.text("/error/message")).isEqualTo("the engine answers no more: out of memory");
    }
  }

  @Test
  void moreThanTheServerCanTakeIsToComeAgain() throws Exception {
    try (TestingServer server =
        TestingServer.start(TestingServer.SETTINGS.withLimits(3, 1000, MINUTE))) {
      server.engine.holding = true;
      server.engine.awaited = new CountDownLatch(2);
      CompletableFuture<TestingCaller.Heard> first =
          server.caller.postLater(PATH, "{'prompt': 'x', 'n': 2}");
      server.engine.awaited.await();

      TestingCaller.Heard busy = server.caller.post(PATH, "{'prompt': 'x', 'n': 2}");
      assertThat(busy.status()).isEqualTo(429);
      assertThat(busy.header("Retry-After")).isEqualTo("1");
      assertThat(busy.text("/error/message"))
          .startsWith("the server is busy: 2 of 3 answers are being sampled, and the request asks");
      assertThat(server.caller.post(PATH, "{'prompt': 'x', 'n': 4}").text("/error/message"))
          .isEqualTo("the request asks for 4 answers (prompts × n), expected at most 3");

      server.engine.held.forEach(answer -> answer.complete(TestingEngine.says("late")));
      assertThat(first.join().text("/choices/1/text")).isEqualTo("late");
      server.engine.holding = false;
      assertThat(server.caller.post(PATH, "{'prompt': 'x', 'n': 3}").status()).isEqualTo(200);
    }
  }

  @Test
  void whatTheEngineFailsWithReachesTheCaller() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      Map<RuntimeException, Integer> statuses =
          Map.of(
              new PolicyException(PolicyException.Cause.DEADLINE, "late"), 504,
              new PolicyException(PolicyException.Cause.ENGINE, "no memory"), 500,
              new IllegalArgumentException("too long"), 400);
      for (Map.Entry<RuntimeException, Integer> each : statuses.entrySet()) {
        server.engine.answers =
            request -> {
              throw each.getKey();
            };
        TestingCaller.Heard heard = server.caller.post(PATH, "{'prompt': 'x'}");
        assertThat(heard.status()).as(heard.body()).isEqualTo(each.getValue());
      }
      server.engine.answers = request -> TestingEngine.says("well again");
      assertThat(server.caller.post(PATH, "{'prompt': 'x', 'n': 128}").status()).isEqualTo(200);
    }
  }

  @Test
  void oneRowThatFailsEndsTheOthersOfItsRequest() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      server.engine.holding = true;
      server.engine.awaited = new CountDownLatch(3);
      CompletableFuture<TestingCaller.Heard> asked =
          server.caller.postLater(PATH, "{'prompt': 'x', 'n': 3}");
      server.engine.awaited.await();
      server
          .engine
          .held
          .get(1)
          .completeExceptionally(new PolicyException(PolicyException.Cause.ENGINE, "no memory"));

      TestingCaller.Heard heard = asked.join();
      assertThat(heard.status()).isEqualTo(500);
      assertThat(heard.text("/error/message")).isEqualTo("the engine failed: no memory");
      assertThat(server.engine.held.get(0)).isCancelled();
      assertThat(server.engine.held.get(2)).isCancelled();
    }
  }

  @Test
  void everyCallerAmongManyGetsHisOwnAnswer() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      server.engine.answers =
          request -> TestingEngine.says(TestingEngine.text(request.prompt()) + "!");
      List<CompletableFuture<TestingCaller.Heard>> asked = new ArrayList<>();
      IntStream.range(0, 300)
          .forEach(i -> asked.add(server.caller.postLater(PATH, "{'prompt': 'p" + i + "'}")));
      for (int i = 0; i < asked.size(); i++) {
        assertThat(asked.get(i).join().text("/choices/0/text")).isEqualTo("p" + i + "!");
      }
    }
  }

  @Test
  void metricsCountRequestsTokensAndRows() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      server.caller.post(PATH, "{'prompt': ['abc', 'd'], 'n': 2}");
      server.caller.post(PATH, "{}");
      server.caller.get("/any%22thing");
      server.caller.get("/v1/models/any");
      TestingCaller.Heard heard = server.caller.get("/metrics");

      assertThat(heard.header("Content-Type")).startsWith("text/plain; version=0.0.4");
      assertThat(heard.body().lines())
          .contains(
              "sealflow_requests_total{path=\"/v1/completions\",status=\"200\"} 1",
              "sealflow_requests_total{path=\"/v1/completions\",status=\"400\"} 1",
              "sealflow_requests_total{path=\"/v1/models/NAME\",status=\"404\"} 1",
              "sealflow_requests_total{path=\"other\",status=\"404\"} 1",
              "# TYPE sealflow_prompt_tokens_total counter",
              "sealflow_prompt_tokens_total 4",
              "sealflow_continuations_total 4",
              "sealflow_sampled_tokens_total 12",
              "sealflow_rows 0",
              "sealflow_rows_sampling 2",
              "sealflow_rows_waiting 1",
              "sealflow_read_tokens_total 7");
    }
  }

  @Test
  void aRequestUnderWayEndsBeforeTheServerDoes() throws Exception {
    TestingServer server = TestingServer.start();
    server.engine.holding = true;
    server.engine.awaited = new CountDownLatch(1);
    CompletableFuture<TestingCaller.Heard> asked = server.caller.postLater(PATH, "{'prompt': 'x'}");
    server.engine.awaited.await();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
    while (server.caller.get("/health").status() != 503) {
      LockSupport.parkNanos(1_000_000);
    }
    server.engine.held.get(0).complete(TestingEngine.says("bye"));

    assertThat(asked.join().text("/choices/0/text")).isEqualTo("bye");
    closed.join();
    assertThatThrownBy(() -> server.caller.get("/health")).isInstanceOf(IOException.class);
  }

  @Test
  void aPlaceThatIsTakenIsOneLine() throws Exception {
    try (TestingServer server = TestingServer.start()) {
      int port = server.server.url().getPort();
      assertThat(server.server.url().toString()).isEqualTo("http://127.0.0.1:" + port + "/v1");
      assertThatThrownBy(
              () -> TestingServer.start(TestingServer.SETTINGS.at("127.0.0.1", port)).close())
          .isInstanceOf(IOException.class)
          .hasMessage(
              "cannot listen at 127.0.0.1:"
                  + port
                  + " (Address already in use): choose another port, 0 for any, or another host");
    }
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    ServerSettings settings = TestingServer.SETTINGS;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.at("localhost", 70_000))
        .withMessage("port is '70000', expected 0 (any) to 65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.withLimits(0, 1, MINUTE))
        .withMessage("mostRows is '0', expected 1 or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.withLimits(1, 1, Duration.ZERO))
        .withMessage("requestDeadline is '0s', expected more than 0s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerSettings.local(" ", "1"))
        .withMessageStartingWith("modelName is ' '");
  }
}
