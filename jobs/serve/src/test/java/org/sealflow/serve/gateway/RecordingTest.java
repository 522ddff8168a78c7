package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.session.TestingClock;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordingTest {
  private static final String CHAT = "/v1/chat/completions";

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("runs").resolve("conversations.jsonl");
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file())) {
      lines.add(TestingCaller.JSON.readTree(line));
    }
    return lines;
  }

  /** Answers with the number of messages, streamed if asked so. */
  private static TestingUpstream counting() {
    return new TestingUpstream(
        (exchange, body) -> {
          JsonNode request = TestingCaller.JSON.readTree(body);
          int count = request.path("messages").size();
          if (!request.path("stream").asBoolean()) {
            TestingUpstream.json(exchange, 200, TestingUpstream.says("answer " + count));
            return;
          }
          TestingUpstream.stream(exchange);
          TestingUpstream.event(
              exchange, "{'choices':[{'index':0,'delta':{'content':'answer '}}]}");
          TestingUpstream.event(
              exchange,
              "{'choices':[{'index':0,'delta':{'content':'"
                  + count
                  + "'},'finish_reason':'stop'}]}");
          TestingUpstream.event(exchange, "[DONE]");
        });
  }

  private static String request(boolean stream, String... said) {
    return "{'model':'m','stream':" + stream + ",'messages':" + TestingCalls.messages(said) + "}";
  }

  @Test
  void conversationsOfTwoAgentsAtOnceAreALineEach() throws Exception {
    try (TestingUpstream upstream = counting();
        ConversationFile file = ConversationFile.open(file());
        TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
      gateway.caller.post(CHAT, request(false, "red"));
      gateway.caller.post(CHAT, request(true, "blue"));
      gateway.caller.post(CHAT, request(true, "blue", "answer 1", "on"));
      gateway.caller.post(CHAT, request(false, "red", "answer 1", "on"));
      assertThat(gateway.stopped().calls()).isEqualTo(4);
      assertThat(gateway.complaints).isEmpty();
    }
    List<JsonNode> lines = lines();
    assertThat(lines).hasSize(2);
    for (JsonNode line : lines) {
      assertThat(line.at("/request/messages")).hasSize(3);
      assertThat(line.at("/response/choices/0/message/content").asText()).isEqualTo("answer 3");
      assertThat(line.at("/calls/0/message").asInt()).isEqualTo(1);
      assertThat(line.at("/calls/1/message").asInt()).isEqualTo(3);
      assertThat(line.at("/calls/1/finish_reason").asText()).isEqualTo("stop");
    }
    assertThat(lines.get(0).at("/request/messages/0/content").asText()).isEqualTo("blue");
  }

  @Test
  void anAgentThatGoesOnAtTheLastEventIsRecordedInOrder() throws Exception {
    CountDownLatch wentOn = new CountDownLatch(1);
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  if (body.contains("answer")) {
                    TestingUpstream.json(exchange, 200, TestingUpstream.says("the end"));
                    return;
                  }
                  TestingUpstream.stream(exchange);
                  TestingUpstream.event(
                      exchange,
                      "{'choices':[{'index':0,'delta':{'content':'answer'},'finish_reason':'stop'}]}");
                  TestingUpstream.event(exchange, "[DONE]");
                  awaited(wentOn);
                });
        ConversationFile file = ConversationFile.open(file());
        TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
      HttpResponse<Stream<String>> streamed =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(gateway.server.url().resolve(CHAT))
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              request(true, "red").replace('\'', '"')))
                      .build(),
                  HttpResponse.BodyHandlers.ofLines());
      try (Stream<String> lines = streamed.body()) {
        assertThat(lines.anyMatch("data: [DONE]"::equals)).isTrue();
        gateway.caller.post(CHAT, request(false, "red", "answer", "on"));
      } finally {
        wentOn.countDown();
      }
      assertThat(gateway.stopped().calls()).isEqualTo(2);
    }
    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0).path("calls")).hasSize(2);
  }

  @Test
  void keysPassAndAreNeverRecorded() throws Exception {
    try (TestingUpstream upstream = counting();
        ConversationFile file = ConversationFile.open(file());
        TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
      gateway.caller.post(CHAT, request(false, "red"));
      RecorderCounts unused = gateway.stopped();
      assertThat(upstream.asked.get(0).headers()).contains("Authorization: Bearer sk-secret");
    }
    assertThat(Files.readString(file())).contains("answer 1").doesNotContain("sk-secret");
  }

  @Test
  void anEpisodeIsNamedByItsHeader() throws Exception {
    try (TestingUpstream upstream = counting();
        ConversationFile file = ConversationFile.open(file());
        TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
      gateway.caller.send(
          gateway
              .caller
              .request(CHAT)
              .header("x-sealflow-episode", "e-7")
              .POST(HttpRequest.BodyPublishers.ofString(request(false, "red").replace('\'', '"'))));
    }
    assertThat(lines().get(0).path("id").asText()).isEqualTo("e-7");
    assertThat(lines().get(0).path("episode").asText()).isEqualTo("e-7");
  }

  @Test
  void anotherStartAppendsAlsoBehindALineThatBrokeOff() throws Exception {
    for (int start = 0; start < 2; start++) {
      try (TestingUpstream upstream = counting();
          ConversationFile file = ConversationFile.open(file());
          TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
        gateway.caller.post(CHAT, request(false, "start " + start));
      }
      Files.writeString(file(), "{\"id\":", StandardOpenOption.APPEND);
    }
    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).contains("start 0").endsWith("}");
    assertThat(lines.get(1)).isEqualTo("{\"id\":");
    assertThat(lines.get(2)).contains("start 1").endsWith("}");
  }

  @Test
  void aRecorderThatFailsBreaksNoAnswerAndIsToldOnce() throws Exception {
    ConversationListeners failing =
        conversation -> {
          throw new IllegalStateException("the disk is\nfull");
        };
    TestingListeners hearing = new TestingListeners();
    try (TestingUpstream upstream = counting();
        TestingGateway gateway = TestingGateway.before(upstream.url(), failing, hearing)) {
      for (int i = 0; i < 3; i++) {
        Heard heard = gateway.caller.post(CHAT, request(false, "say " + i));
        assertThat(heard.status()).isEqualTo(200);
      }
      assertThat(gateway.stopped().failed()).isEqualTo(3);
      assertThat(gateway.complaints)
          .containsExactly(
              "a conversation is not recorded, further ones are only counted: the disk is full");
      assertThat(hearing.heard).filteredOn(line -> line.endsWith("ended")).hasSize(3);
    }
  }

  @Test
  void aRecorderThatHangsLetsAnswersPassAndDropsCalls() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch hanging = new CountDownLatch(1);
    List<String> complaints = new ArrayList<>();
    RecorderSettings small =
        new RecorderSettings(
            2, 1 << 20, 1 << 20, new OpenConversations.Limits(Duration.ofMinutes(1), 9, 1 << 20));
    ConversationListeners slow =
        conversation -> {
          hanging.countDown();
          awaited(hangs);
          return new TestingListeners().begun(conversation);
        };
    try (CallRecorder recorder =
        new CallRecorder(small, List.of(slow), "chat", new TestingClock(), complaints::add)) {
      HeardCall call =
          TestingCalls.heard(
              request(false, "a"), 200, "application/json", TestingUpstream.says("b"));
      recorder.offer(call);
      awaited(hanging);
      for (int i = 0; i < 5; i++) {
        recorder.offer(call);
      }
      assertThat(recorder.counts().dropped()).isEqualTo(3);
      assertThat(complaints)
          .containsExactly(
              "a call is not recorded, further ones are only counted: the recorder is behind");
      hangs.countDown();
      assertThat(recorder.finish().calls()).isEqualTo(3);
    }
  }

  @Test
  void callsOfferedAroundTheEndAreRecordedOrCountAsDropped() throws Exception {
    int offered = 3_000;
    CountDownLatch some = new CountDownLatch(100);
    CallRecorder recorder =
        new CallRecorder(
            RecorderSettings.usual(Duration.ofMinutes(1), 1 << 20),
            List.of(),
            "chat",
            new TestingClock(),
            complaint -> {});
    HeardCall call =
        TestingCalls.heard(request(false, "a"), 200, "application/json", TestingUpstream.says("b"));
    Thread agents =
        new Thread(
            () -> {
              for (int i = 0; i < offered; i++) {
                recorder.offer(call);
                some.countDown();
              }
            });
    agents.start();
    awaited(some);
    RecorderCounts counts = recorder.finish();
    agents.join();
    assertThat(counts.calls() + counts.dropped()).isEqualTo(offered);
    long before = counts.dropped();
    recorder.offer(call);
    assertThat(counts.dropped()).isEqualTo(before + 1);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void hostileBodiesPassAndAreCounted() throws Exception {
    List<String> bodies =
        List.of(
            "",
            "{",
            "[]",
            "{}",
            "{'messages':{}}",
            "{'messages':[7]}",
            "{'messages':" + "[".repeat(30_000) + "]".repeat(30_000) + "}",
            "\u0000\uffff");
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) ->
                    TestingUpstream.json(exchange, 200, TestingUpstream.says("fine")));
        ConversationFile file = ConversationFile.open(file());
        TestingGateway gateway = TestingGateway.before(upstream.url(), file)) {
      for (String body : bodies) {
        assertThat(gateway.caller.post(CHAT, body).status()).isEqualTo(200);
      }
      gateway.caller.post(CHAT, request(false, "good"));
      RecorderCounts counts = gateway.stopped();
      assertThat(counts.unreadable()).isEqualTo(bodies.size());
      assertThat(counts.calls()).isEqualTo(1);
      assertThat(gateway.complaints).hasSize(1);
    }
    assertThat(lines()).hasSize(1);
  }

  @Test
  void hostileAnswersPassAndAreCounted() throws Exception {
    List<String> answers = List.of("", "nonsense", "[]", "{'choices':7}", "{'choices':{}}");
    for (String answer : answers) {
      assertThatThrownBy(
              () ->
                  ChatCall.of(
                      TestingCalls.heard(request(false, "a"), 200, "application/json", answer),
                      1000))
          .isInstanceOf(UnreadableCallException.class);
    }
  }

  @Test
  void anErrorIsRecordedInTheFormOfOpenAiWhateverTheServerSays() throws Exception {
    ChatCall failed =
        ChatCall.of(TestingCalls.heard(request(false, "a"), 503, "text/html", "<h1>no</h1>"), 1000);
    assertThat(failed.response())
        .isEqualTo(TestingCalls.object("{'error':{'message':'status 503','code':503}}"));
    assertThat(failed.choices()).isEmpty();
  }

  @Test
  void otherPathsThanChatsAreNotRecorded() throws Exception {
    try (TestingUpstream upstream = counting();
        TestingGateway gateway = TestingGateway.before(upstream.url(), new TestingListeners())) {
      assertThat(gateway.caller.get("/v1/models").status()).isEqualTo(200);
      assertThat(gateway.caller.post("/v1/embeddings", "{}").status()).isEqualTo(200);
      assertThat(gateway.stopped())
          .hasToString(
              "0 calls in 0 conversations; not recorded: 0 calls dropped, 0 unreadable, 0 broken"
                  + " off, 0 conversations not written");
    }
  }
}
