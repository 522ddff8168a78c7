package org.sealflow.jobs.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.schemas.Topic;

/** Up to the cluster, which is not there. */
class SubmitCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final String TASKS = Path.of("..", "..", "data", "tasks").toString();

  /** Port 1 is reserved; nothing listens there. */
  private static final String NOWHERE = "localhost:1";

  private static final String ELECTION =
      "{\"errors\":[\"Service temporarily unavailable due to an ongoing leader election. Please"
          + " refresh.\"]}";

  @TempDir private Path directory;
  private String jar = "";

  @BeforeEach
  void write() throws Exception {
    Path file = directory.resolve("job.jar");
    try (JarOutputStream empty = new JarOutputStream(Files.newOutputStream(file), new Manifest())) {
      empty.finish();
    }
    jar = file.toString();
  }

  private static TestingCommandLine submit(List<String> first, String... more) {
    List<String> words = new ArrayList<>(List.of("submit"));
    words.addAll(first);
    words.addAll(List.of(more));
    return TestingCommandLine.run(words.toArray(String[]::new));
  }

  private static List<String> rollout() {
    return List.of("rollout", "--policy", "scripted", "--tasks", TASKS, "--run", "r");
  }

  private static void assertRefused(TestingCommandLine submitted, String... parts) {
    assertThat(submitted.exitCode()).isIn(ExitCodes.FAILED, ExitCodes.USAGE);
    assertThat(submitted.err()).contains(parts).hasLineCount(1);
  }

  @Test
  void anUnknownJobIsOneLine() {
    TestingCommandLine unknown = submit(List.of("learn"), "--jobmanager", NOWHERE);
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("'learn' is no job, expected diagnose or rollout")
        .hasLineCount(1);
  }

  @Test
  void bothJobsNeedABrokerAClusterAndAJar() throws Exception {
    String broken = Files.createFile(directory.resolve("broken.jar")).toString();
    for (List<String> job : List.of(List.of("diagnose"), rollout())) {
      assertRefused(submit(job, "--jobmanager", NOWHERE, "--job-jar", jar), "the embedded broker");
      assertRefused(
          submit(job, "--jobmanager", "nowhere", "--bootstrap-servers", "b:1", "--job-jar", jar),
          "--jobmanager is 'nowhere', expected HOST:PORT");
      assertRefused(
          submit(job, "--jobmanager", NOWHERE, "--bootstrap-servers", "b:1", "--job-jar", "absent"),
          "no job jar absent");
      assertRefused(
          submit(job, "--jobmanager", NOWHERE, "--bootstrap-servers", "b:1", "--job-jar", broken),
          broken + " is no job jar");
    }
  }

  @Test
  void aWrongPlanIsRefusedBeforeAnythingIsSent() {
    assertRefused(
        submit(
            rollout(),
            "--groups",
            "0",
            "--jobmanager",
            NOWHERE,
            "--bootstrap-servers",
            "localhost:1",
            "--job-jar",
            jar),
        "groups is 0");
  }

  @Test
  void missingTopicsAreNamedBeforeTheClusterIsAsked() {
    String prefix = BROKER.newPrefix();
    for (List<String> job : List.of(List.of("diagnose"), rollout())) {
      assertRefused(
          submit(
              job,
              "--jobmanager",
              NOWHERE,
              "--job-jar",
              jar,
              "--bootstrap-servers",
              BROKER.bootstrapServers(),
              "--topic-prefix",
              prefix),
          "no topic ",
          prefix + "trajectories",
          "create the topics with `sealflow topics create`");
    }
  }

  @Test
  void aTransactionTimeoutThatTheBrokerRefusesIsNamedBeforeTheClusterIsAsked() {
    assertRefused(
        submit(
            List.of("diagnose"),
            "--learn",
            "--run",
            "r",
            "--model",
            "absent",
            "--weights",
            "file:///absent",
            "--transaction-timeout",
            "48h",
            "--jobmanager",
            NOWHERE,
            "--job-jar",
            jar,
            "--bootstrap-servers",
            BROKER.bootstrapServers(),
            "--topic-prefix",
            BROKER.newTopics()),
        "--transaction-timeout is ",
        "the broker allows at most");
  }

  @Test
  void settingsOfFlinkReachTheConnectionToTheCluster() {
    assertRefused(
        submit(
            List.of("diagnose"),
            "-D",
            "security.ssl.rest.enabled=true",
            "-D",
            "security.ssl.rest.truststore=/absent/truststore",
            "--jobmanager",
            NOWHERE,
            "--job-jar",
            jar,
            "--bootstrap-servers",
            BROKER.bootstrapServers(),
            "--topic-prefix",
            BROKER.newTopics()),
        "truststore");
  }

  @Test
  void aClusterThatElectsALeaderIsWaitedFor() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer cluster = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    cluster.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          boolean electing = asked.incrementAndGet() <= 5;
          byte[] body = (electing ? ELECTION : "{\"errors\":[\"no room\"]}").getBytes(UTF_8);
          exchange.sendResponseHeaders(electing ? 503 : 400, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    cluster.start();
    String address = "127.0.0.1:" + cluster.getAddress().getPort();
    try {
      TestingCommandLine submitted =
          submit(
              List.of("diagnose"),
              "--jobmanager",
              address,
              "--job-jar",
              jar,
              "--bootstrap-servers",
              BROKER.bootstrapServers(),
              "--topic-prefix",
              BROKER.newTopics());
      assertThat(submitted.exitCode()).isEqualTo(ExitCodes.FAILED);
      assertThat(submitted.err().lines())
          .containsExactly(
              "the cluster at " + address + " elects a leader; waiting for it",
              "sealflow: the cluster at "
                  + address
                  + " did not take the job: RestClientException: [no room]");
    } finally {
      cluster.stop(0);
    }
  }

  @Test
  void tasksArePublishedBeforeTheClusterIsAsked() {
    String prefix = BROKER.newTopics();
    assertRefused(
        submit(
            rollout(),
            "--jobmanager",
            NOWHERE,
            "--job-jar",
            jar,
            "--bootstrap-servers",
            BROKER.bootstrapServers(),
            "--topic-prefix",
            prefix),
        "the cluster at " + NOWHERE + " did not take the job");

    List<ConsumerRecord<byte[], byte[]>> tasks = BROKER.records(prefix, Topic.TASKS);
    assertThat(tasks).isNotEmpty();
  }
}
