package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.TopicRecords;
import org.sealflow.tau.live.TestingFolder;

/** Conversations of tau2-bench are played, with a user by script or by a server. */
final class TauRolloutITCase {
  private static final int EPISODES = 64;

  @TempDir static Path directory;

  /** Answers every chat with what a function makes of the request. */
  private static HttpServer server(UnaryOperator<String> answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool(TauRolloutITCase::daemon));
    server.createContext(
        "/v1/",
        exchange -> {
          String asked =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String said =
              exchange.getRequestURI().getPath().endsWith("/models")
                  ? "{\"data\": [{\"id\": \"m\"}]}"
                  : answer.apply(asked);
          byte[] body = said.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  private static String message(String content) {
    return "{\"choices\": [{\"message\": {\"content\": \"" + content + "\"}}]}";
  }

  private static Console evaluate(Path folder, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "evaluate",
                "--policy",
                "scripted",
                "--tasks",
                folder.toString(),
                "--task",
                TestingFolder.NOTICE,
                "--parallelism",
                "1"));
    line.addAll(List.of(more));
    return Console.run(line.toArray(String[]::new));
  }

  @Test
  void aScriptedUserAndPolicyAreVerifiedCuedAndProfiledInTheLiveLoop() throws Exception {
    Path folder = TestingFolder.writeWithNotice(directory.resolve("loop"));
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"))) {
      Connection topics = broker.topics("tau.");
      Console console =
          Console.run(
              "rollout",
              "--diagnose",
              "--run",
              "tau",
              "--policy",
              "scripted",
              "--fault",
              "DROP_ARGUMENT,tool=create_task,argument=title,rate=1",
              // Else all batches are planned before the first failures are diagnosed.
              "--fault",
              "SLOW",
              "--slow-by",
              "0.2s",
              "--user",
              "scripted",
              "--tasks",
              folder.toString(),
              "--task",
              TestingFolder.NOTICE,
              "--versions",
              "batches",
              "--batches",
              "16",
              "--groups",
              "1",
              "--group-size",
              "4",
              "--data-dir",
              directory.resolve("data").toString(),
              "--bootstrap-servers",
              broker.address(),
              "--topic-prefix",
              "tau.");
      assertThat(console.exitCode()).as(console.err()).isZero();
      List<EpisodeDiagnosis> ended =
          all(topics, Topic.DIAGNOSES, Diagnosis.class).stream()
              .map(Diagnosis::getEpisodeDiagnosis)
              .filter(Objects::nonNull)
              .toList();
      assertThat(ended).hasSize(EPISODES);
      assertThat(ended)
          .extracting(EpisodeDiagnosis::getVerdict)
          .containsOnly(Verdict.PASSED, Verdict.POLICY_FAILED);
      assertThat(ended)
          .filteredOn(episode -> episode.getVerdict() == Verdict.PASSED)
          .as("a cue cures the fault, and only a cue does")
          .isNotEmpty()
          .allMatch(episode -> episode.getPatchSetDigest() != null);
      assertThat(all(topics, Topic.TRAJECTORIES, TrajectoryEvent.class))
          .filteredOn(event -> event.getKind() == EventKind.USER_STEP)
          .hasSize(4 * EPISODES);
      assertThat(all(topics, Topic.ENVIRONMENT_PATCHES, PatchRecord.class))
          .anySatisfy(patch -> assertThat(patch.getPatch().getTool()).isEqualTo("create_task"));
      assertThat(all(topics, Topic.CAPABILITY_PROFILES, CapabilityProfile.class)).isNotEmpty();
      assertThat(all(topics, Topic.FAILURES, Failure.class)).isEmpty();
    }
  }

  @Test
  void evaluationsAreStrictAndAUserWhomNobodyPlaysIsOneLine() throws Exception {
    Path folder = TestingFolder.writeWithNotice(directory.resolve("evaluated"));
    Console passed = evaluate(folder, "--user", "scripted");
    assertThat(passed.exitCode()).as(passed.err()).isZero();
    assertThat(passed.out()).contains("mock").contains("1/1 100.0 %");
    Console nobody = evaluate(folder);
    assertThat(nobody.exitCode()).isEqualTo(2);
    assertThat(nobody.err()).contains("the tasks have users whom somebody must play", "--user-url");
    Console unreachable =
        evaluate(folder, "--user-url", "http://127.0.0.1:9/v1", "--user-model", "m");
    assertThat(unreachable.exitCode()).isEqualTo(1);
    assertThat(unreachable.errorLines()).hasSize(1);
    assertThat(unreachable.err()).contains("the simulated user: ", "127.0.0.1:9");
  }

  @Test
  void aServerThatPlaysUsersIsAskedWithTheirScenarioAndTools() throws Exception {
    Path folder = TestingFolder.writeWithNotice(directory.resolve("served"));
    List<String> asked = new ArrayList<>();
    HttpServer users =
        server(
            request -> {
              synchronized (asked) {
                asked.add(request);
              }
              boolean first = !request.contains("\"assistant\"");
              boolean told = request.contains("<tool_response>");
              return first
                  ? message("A task Agenda for ann, please.")
                  : told
                      ? message("###STOP###")
                      : "{\"choices\": [{\"message\": {\"content\": null, \"tool_calls\":"
                          + " [{\"function\": {\"name\": \"dismiss_notification\","
                          + " \"arguments\": \"{\\\"notification_id\\\": \\\"n1\\\"}\"}}]}}]}";
            });
    try {
      Console console = evaluate(folder, "--user-url", url(users), "--user-model", "m");
      assertThat(console.exitCode()).as(console.err()).isZero();
      assertThat(console.out()).contains("1/1 100.0 %");
      assertThat(asked).hasSize(3);
      assertThat(asked.get(0)).contains("You are Ann.", "\"tools\"", "dismiss_notification");
    } finally {
      users.stop(0);
    }
  }

  @Test
  void aUsersServerThatHangsOrTalksNonsenseFailsTheEpisodeAndNotTheRun() throws Exception {
    Path folder = TestingFolder.writeWithNotice(directory.resolve("bad"));
    HttpServer silent = server(request -> message(""));
    HttpServer lying = server(request -> "{\"choices\": \"none\"}");
    CountDownLatch tested = new CountDownLatch(1);
    HttpServer hanging =
        server(
            request -> {
              try {
                tested.await();
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
              return message("late");
            });
    try {
      assertNotCounted(
          evaluate(folder, "--user-url", url(silent), "--user-model", "m"),
          "the simulated user said nothing");
      assertNotCounted(
          evaluate(folder, "--user-url", url(lying), "--user-model", "m"), "choices[0]");
      assertNotCounted(
          evaluate(
              folder, "--user-url", url(hanging), "--user-model", "m", "--answer-deadline", "1s"),
          "the simulated user gave no answer");
    } finally {
      tested.countDown();
      silent.stop(0);
      lying.stop(0);
      hanging.stop(0);
    }
  }

  private static void assertNotCounted(Console console, String reason) {
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out()).contains("not counted: 1 × ").contains(reason);
  }

  private static <T extends SpecificRecordBase> List<T> all(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.of(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
