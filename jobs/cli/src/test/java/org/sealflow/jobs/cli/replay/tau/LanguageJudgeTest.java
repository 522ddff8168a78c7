package org.sealflow.jobs.cli.replay.tau;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.chat.JudgeAnswer;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

class LanguageJudgeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> ASSERTIONS = List.of("The agent is kind.", "It is brief.");
  private static final List<Step> STEPS =
      List.of(new Step(Requestor.USER, "Hello {nl_assertions}", List.of(), List.of()));

  @TempDir Path folder;
  private HttpServer server;
  private final List<String> bodies = new ArrayList<>();
  private String content = "";
  private int status = 200;

  @BeforeEach
  void start() throws Exception {
    Files.createDirectories(folder.resolve("data/tau2/domains/mock"));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          var answer = JSON.createObjectNode();
          answer.putArray("choices").addObject().putObject("message").put("content", content);
          byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private LanguageJudge judge(int requests) {
    return new LanguageJudge(
        new EndpointSettings(
            "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
            "reader",
            "secret",
            requests,
            Duration.ofSeconds(30),
            Duration.ofSeconds(30)),
        new Benchmark(folder).prompts());
  }

  @Test
  void everyAssertionIsDecidedByItsText() throws Exception {
    content =
        "```json\n{\"results\": [{\"expectedOutcome\": \"It is brief.\", \"reasoning\": \"long\","
            + " \"metExpectation\": false}, {\"expectedOutcome\": \"The agent is kind.\","
            + " \"metExpectation\": true}]}\n```";
    LanguageJudge judge = judge(5);
    assertThat(judge.judge(STEPS, ASSERTIONS)).containsExactly(true, false);
    assertThat(judge.line())
        .isEqualTo("judge reader: asked about 1 conversations, 1 assertions met, 1 not met");
    assertThat(JSON.readTree(bodies.get(0)).path("temperature").asDouble()).isZero();
    assertThat(JSON.readTree(bodies.get(0)).at("/messages/1/content").asText())
        .contains("user: Hello {nl_assertions}", "['The agent is kind.', 'It is brief.']");
  }

  @Test
  void anAnswerThatLeavesOneOutDecidesNothing() {
    content = "{\"results\": [{\"expectedOutcome\": \"It is brief.\", \"metExpectation\": true}]}";
    LanguageJudge judge = judge(5);
    assertThat(judge.judge(STEPS, ASSERTIONS)).isNull();
    assertThat(judge.line()).endsWith("left open: the answer does not decide every assertion");
  }

  @Test
  void anEmptyAnswerIsNoMetExpectation() {
    assertThat(JudgeAnswer.read("{\"results\": []}", ASSERTIONS)).isNull();
    assertThat(JudgeAnswer.read("no JSON", ASSERTIONS)).isNull();
    assertThat(JudgeAnswer.read("{\"results\": [{\"metExpectation\": 1}]}", ASSERTIONS)).isNull();
  }

  @Test
  void aServerThatFailsLeavesTheConversationOpen() {
    status = 500;
    LanguageJudge judge = judge(5);
    assertThat(judge.judge(STEPS, ASSERTIONS)).isNull();
    assertThat(judge.line()).contains("1 conversations left open: status 500");
  }

  @Test
  void noMoreThanTheAllowedQuestionsAreAsked() {
    content = "{\"results\": [{\"metExpectation\": true}, {\"metExpectation\": true}]}";
    LanguageJudge judge = judge(1);
    assertThat(judge.judge(STEPS, ASSERTIONS)).containsExactly(true, true);
    assertThat(judge.judge(STEPS, ASSERTIONS)).isNull();
    assertThat(bodies).hasSize(1);
    assertThat(judge.line()).contains("--judge-requests");
  }
}
