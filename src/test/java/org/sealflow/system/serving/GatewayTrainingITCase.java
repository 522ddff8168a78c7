package org.sealflow.system.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.ReadyTask;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** An agent that knows nothing but a base URL is trained on by the tokens that its server tells. */
final class GatewayTrainingITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TASK = "multi_turn_base_0";
  private static final String RUN = "foreign-agent";
  private static final String GOOD = "good";
  private static final int PROMPT_TOKENS = 5;
  private static final int ANSWER_TOKENS = 3;

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void aLearnerTakesAStepOfWhatAnAgentDid(@TempDir Path directory) throws Exception {
    List<String> solution = solution();
    HttpServer policy = policy(solution);
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"))) {
      Connection topics = broker.topics("agent.");
      try (CommandProcess gateway = gateway(directory, broker, policy);
          CommandProcess learner = learner(directory, broker)) {
        URI url = URI.create(JSON.readTree(gateway.line()).path("url").asText());
        play(url, GOOD, solution.size());
        play(url, "bad", turns());
        try (TopicRecords<TrainingStep> steps =
            TopicRecords.committed(topics, Topic.TRAINING_METRICS, TrainingStep.class)) {
          TrainingStep step =
              steps.await("a training step", Await.LONGEST, all -> !all.isEmpty()).get(0);
          assertThat(step.getRunId()).isEqualTo(RUN);
          assertThat(step.getBatchNumber()).isZero();
          assertThat(step.getRefusal()).isNull();
          assertThat(step.getApplied()).isTrue();
          assertThat(step.getGroups()).hasSize(1);
          assertThat(learner.errorLines()).noneMatch(line -> line.startsWith("sealflow: no "));
        }
      }
    } finally {
      policy.stop(0);
    }
  }

  private static ReadyTask task() throws IOException {
    return TaskDirectory.read(Samples.tasks()).ready(TASK);
  }

  private static int turns() throws IOException {
    return task().groundTruth().size();
  }

  private static List<String> solution() throws IOException {
    ReadyTask task = task();
    List<String> answers = new ArrayList<>();
    for (List<String> turn : task.groundTruth()) {
      answers.add(task.answer(turn));
      answers.add("Done.");
    }
    return answers;
  }

  private static CommandProcess gateway(Path directory, HostedBroker broker, HttpServer policy)
      throws IOException {
    return CommandProcess.start(
        directory.resolve("gateway-errors"),
        Map.of(),
        List.of(
            "serve",
            "gateway",
            "--upstream",
            "http://127.0.0.1:" + policy.getAddress().getPort() + "/v1",
            "--port",
            "0",
            "--tasks",
            Samples.tasks().toString(),
            "--as-of",
            Samples.AS_OF,
            "--run",
            RUN,
            "--train",
            "--group-size",
            "2",
            "--batch-groups",
            "1",
            "--idle",
            "5s",
            "--bootstrap-servers",
            broker.address(),
            "--topic-prefix",
            "agent.",
            "--json"));
  }

  private static CommandProcess learner(Path directory, HostedBroker broker) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "diagnose",
                "--bootstrap-servers",
                broker.address(),
                "--topic-prefix",
                "agent.",
                "--data-dir",
                directory.resolve("data").toString(),
                "--learn",
                "--run",
                RUN,
                "--model",
                Reference.repository().resolve("data/nano").toString(),
                "--weights",
                directory.resolve("weights").toUri().toString(),
                "--context",
                "1024",
                "--buffer-timeout",
                "20ms",
                "--max-parallelism",
                "12",
                "--checkpoint-interval",
                "500ms",
                "--batch-deadline",
                "2m",
                "--transaction-timeout",
                "10m"));
    for (String setting :
        List.of("groups=1", "groupSize=2", "plannedGroups=1", "miniBatchGroups=1")) {
      line.addAll(List.of("--set", "batch." + setting));
    }
    return CommandProcess.start(directory.resolve("learner-errors"), Map.of(), line);
  }

  /** The agent: it asks as often as it is told, and repeats what was said before. */
  private void play(URI url, String episode, int answers) throws Exception {
    ObjectNode request = JSON.createObjectNode().put("model", "any");
    ArrayNode messages = request.putArray("messages");
    for (int i = 0; i < answers; i++) {
      messages.addObject().put("role", "user").put("content", "message " + i);
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url + "/chat/completions"))
                  .header("Content-Type", "application/json")
                  .header("X-Sealflow-Task", TASK)
                  .header("X-Sealflow-Episode", episode)
                  .timeout(Await.LONGEST)
                  .POST(HttpRequest.BodyPublishers.ofString(request.toString()))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      messages.add(JSON.readTree(answer.body()).at("/choices/0/message"));
    }
  }

  /** A server that solves the task in one episode, and in others answers that it cannot. */
  private static HttpServer policy(List<String> solution) throws IOException {
    HttpServer policy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    policy.createContext(
        "/v1/chat/completions",
        exchange -> {
          try (exchange) {
            int answered =
                JSON.readTree(exchange.getRequestBody().readAllBytes()).path("messages").size() / 2;
            boolean good = GOOD.equals(exchange.getRequestHeaders().getFirst("X-Sealflow-Episode"));
            send(exchange, answer(good ? solution.get(answered) : "I cannot.", answered));
          }
        });
    policy.start();
    return policy;
  }

  private static void send(HttpExchange exchange, JsonNode answer) throws IOException {
    byte[] body = JSON.writeValueAsBytes(answer);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  /** Its prompt is the one before, what was sampled behind it, and what the agent added. */
  private static ObjectNode answer(String text, int answered) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode prompt = answer.putArray("prompt_token_ids");
    for (int i = 0; i < PROMPT_TOKENS + (PROMPT_TOKENS + ANSWER_TOKENS) * answered; i++) {
      prompt.add(id(i));
    }
    ObjectNode choice = answer.putArray("choices").addObject();
    choice.putObject("message").put("role", "assistant").put("content", text);
    ArrayNode sampled = choice.putArray("token_ids");
    ArrayNode told = choice.putObject("logprobs").putArray("content");
    for (int i = 0; i < ANSWER_TOKENS; i++) {
      sampled.add(id(prompt.size() + i));
      told.addObject().put("logprob", -7.0);
    }
    return answer;
  }

  /** The token at a place of every conversation. */
  private static int id(int place) {
    return 20 + place;
  }
}
