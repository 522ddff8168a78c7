package org.sealflow.jobs.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.SecuredBroker;
import org.sealflow.python.Reference;

/** Commands at a broker that asks for TLS, a certificate, a login and rights. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SecuredKafkaTest {
  private static final String PASSWORD = "password-of-the-user-4471";
  private static final String WRONG_PASSWORD = "password-of-nobody-9023";
  private static final String PREFIX = "sealflow.";
  private static final String TASKS = Reference.repository().resolve("data/tasks").toString();
  private static final String SAMPLES =
      Reference.repository().resolve("data/trajectories/samples.jsonl").toString();

  @TempDir private static Path secrets;
  @TempDir private static Path data;
  private static final Map<List<String>, TestingCommandLine> DONE = new LinkedHashMap<>();
  private static SecuredBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = SecuredBroker.start(secrets.resolve("broker"));
    broker.user("operator", PASSWORD);
    for (ResourceType type :
        List.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
      broker.allow("operator", type, "sealflow", AclOperation.ALL);
    }
    broker.allow("operator", ResourceType.CLUSTER, "kafka-cluster", AclOperation.DESCRIBE);
    broker.allow("operator", ResourceType.CLUSTER, "kafka-cluster", AclOperation.DESCRIBE_CONFIGS);
    broker.user("reader", PASSWORD);
    broker.user("writer", PASSWORD);
    // Sees that topics are there, and may neither read nor write them.
    broker.user("guest", PASSWORD);
    broker.allow("guest", ResourceType.TOPIC, PREFIX, AclOperation.DESCRIBE);
    broker.allow("guest", ResourceType.TOPIC, PREFIX, AclOperation.DESCRIBE_CONFIGS);
    for (AclOperation operation :
        List.of(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS, AclOperation.READ)) {
      allowTopics("reader", operation);
    }
    for (AclOperation operation :
        List.of(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS, AclOperation.WRITE)) {
      allowTopics("writer", operation);
    }
    assertThat(run(login("operator", PASSWORD), "topics", "create").err()).isEmpty();
    Path config = login("operator", PASSWORD);
    for (List<String> command : commands()) {
      DONE.put(command, run(config, command.toArray(new String[0])));
    }
  }

  private static void allowTopics(String user, AclOperation operation) throws Exception {
    broker.allow(user, ResourceType.TOPIC, PREFIX, operation);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  /** A file of client properties whose login stands in a file of its own. */
  private static Path login(String user, String password) throws IOException {
    Map<String, String> properties = new TreeMap<>(broker.clientStores());
    return file(user, password, properties);
  }

  private static Path file(String user, String password, Map<String, String> stores)
      throws IOException {
    Path login = Files.createTempFile(secrets, user, ".login");
    Files.writeString(
        login,
        "jaas=org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
            + user
            + "\" password=\""
            + password
            + "\";\n");
    List<String> lines = new ArrayList<>();
    lines.add("security.protocol=SASL_SSL");
    lines.add("sasl.mechanism=SCRAM-SHA-512");
    lines.add("config.providers=file");
    lines.add(
        "config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider");
    lines.add("sasl.jaas.config=${file:" + login + ":jaas}");
    stores.forEach((name, value) -> lines.add(name + "=" + value));
    return Files.write(Files.createTempFile(secrets, user, ".properties"), lines);
  }

  private static TestingCommandLine run(Path config, String... command) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(
        List.of(
            "--bootstrap-servers",
            broker.bootstrapServers(),
            "--kafka-config",
            config.toString(),
            "--data-dir",
            data.toString()));
    return TestingCommandLine.run(line.toArray(new String[0]));
  }

  private static List<List<String>> commands() {
    return List.of(
        List.of("topics", "list"),
        List.of("publish", SAMPLES, "--tasks", TASKS, "--as-of", "2026-01-15"),
        List.of("tail", "trajectories", "--from", "earliest", "--no-follow"),
        List.of("failures", "list"),
        List.of("patches", "list"),
        List.of(
            "rollout",
            "--policy",
            "scripted",
            "--tasks",
            TASKS,
            "--as-of",
            "2026-01-15",
            "--diagnose",
            "--batches",
            "1"),
        List.of("tail", "diagnoses", "--from", "earliest", "--no-follow"));
  }

  /** Those that run until they are stopped, or that ask for a cluster once the broker is right. */
  private static List<List<String>> jobs() {
    return List.of(
        List.of("diagnose"),
        List.of(
            "diagnose",
            "--learn",
            "--model",
            Reference.repository().resolve("data/nano").toString(),
            "--run",
            "sealflow-1",
            "--weights",
            data.resolve("weights").toUri().toString(),
            "--context",
            "1024"),
        List.of("submit", "diagnose", "--jobmanager", "127.0.0.1:1"),
        List.of("canary"));
  }

  private static List<List<String>> commandsAndJobs() {
    return Stream.of(commands(), jobs()).flatMap(List::stream).toList();
  }

  @Test
  void everyCommandWorksForAUserWithTheRights() throws Exception {
    for (Map.Entry<List<String>, TestingCommandLine> command : DONE.entrySet()) {
      TestingCommandLine result = command.getValue();
      assertThat(result.exitCode()).as(command.getKey() + "\n" + result.err()).isZero();
      Files.writeString(
          Files.createTempFile(data, "command", ".log"), result.out() + "\n" + result.err());
    }
    assertThat(filesThatHold("trajectories")).isNotEmpty();
    for (String secret : List.of(PASSWORD, SecuredBroker.STORE_PASSWORD)) {
      assertThat(filesThatHold(secret)).isEmpty();
    }
  }

  private static List<Path> filesThatHold(String text) throws IOException {
    List<Path> holding = new ArrayList<>();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
          holding.add(file);
        }
      }
    }
    return holding;
  }

  private static void assertOneLine(List<String> command, Path config, String reason) {
    TestingCommandLine refused = run(config, command.toArray(new String[0]));
    String said = command + "\n" + refused.err();
    assertThat(refused.exitCode()).as(said).isEqualTo(1);
    assertThat(refused.err().lines()).as(said).hasSize(1);
    assertThat(refused.err())
        .as(said)
        .startsWith("sealflow: ")
        .containsIgnoringCase(reason)
        .doesNotContain(PASSWORD, WRONG_PASSWORD, SecuredBroker.STORE_PASSWORD);
  }

  @ParameterizedTest
  @MethodSource("commandsAndJobs")
  void aWrongPasswordIsOneLine(List<String> command) throws Exception {
    assertOneLine(command, login("operator", WRONG_PASSWORD), "refused the login");
  }

  @ParameterizedTest
  @MethodSource("commandsAndJobs")
  void aClientWithoutACertificateIsOneLine(List<String> command) throws Exception {
    Map<String, String> stores = new TreeMap<>(broker.clientStores());
    stores.keySet().removeIf(name -> name.startsWith("ssl.keystore"));
    assertOneLine(command, file("operator", PASSWORD, stores), "refused the login");
  }

  @ParameterizedTest
  @MethodSource("commandsAndJobs")
  void aBrokerWhoseCertificateIsNotTrustedIsOneLine(List<String> command) throws Exception {
    Map<String, String> stores = new TreeMap<>(broker.clientStores());
    stores.keySet().removeIf(name -> name.startsWith("ssl.truststore"));
    assertOneLine(command, file("operator", PASSWORD, stores), "refused the login");
  }

  /** Those that read or write a topic which holds something: an empty one is not even asked. */
  private static List<List<String>> commandsWithRights() {
    return Stream.concat(
            commands().stream()
                .filter(command -> List.of("publish", "tail", "rollout").contains(command.get(0))),
            jobs().stream())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commandsWithRights")
  void aUserWithoutTheRightIsOneLine(List<String> command) throws Exception {
    assertOneLine(command, login("guest", PASSWORD), "does not allow it");
  }

  /** Those that write a topic. */
  private static List<List<String>> writingCommands() {
    return commandsWithRights().stream()
        .filter(command -> !List.of("tail", "canary").contains(command.get(0)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("writingCommands")
  void aUserWhoMayReadAloneIsToldWhatItMayNotWrite(List<String> command) throws Exception {
    assertOneLine(command, login("reader", PASSWORD), "does not allow it to write topic sealflow.");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aUserWhoMayReadAloneMayLook(List<String> command) throws Exception {
    if (List.of("publish", "rollout").contains(command.get(0))) {
      return;
    }
    TestingCommandLine seen = run(login("reader", PASSWORD), command.toArray(new String[0]));
    assertThat(seen.exitCode()).as(command + "\n" + seen.err()).isZero();
    assertThat(seen.out()).isNotBlank();
  }

  /** Those that read a topic which holds something. */
  private static List<List<String>> readingCommands() {
    return commandsWithRights().stream()
        .filter(command -> !command.get(0).equals("publish"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("readingCommands")
  void aUserWhoMayWriteAloneIsToldWhatItMayNotRead(List<String> command) throws Exception {
    assertOneLine(
        command,
        login("writer", PASSWORD),
        command.get(0).equals("tail")
            ? "does not allow it"
            : "does not allow it to read topic sealflow.");
  }

  @Test
  void aUserWhoMayWriteAlonePublishes() throws Exception {
    TestingCommandLine published =
        run(
            login("writer", PASSWORD),
            "publish",
            SAMPLES,
            "--tasks",
            TASKS,
            "--as-of",
            "2026-01-15");
    assertThat(published.exitCode()).as(published.err()).isZero();
  }

  /** A job is sent to a cluster when the broker has answered; there is no cluster here. */
  @Test
  void aJobIsSubmittedByAUserWithTheRights() throws Exception {
    TestingCommandLine submitted =
        run(login("operator", PASSWORD), "submit", "diagnose", "--jobmanager", "127.0.0.1:1");
    assertThat(submitted.exitCode()).isEqualTo(1);
    assertThat(submitted.err().lines()).hasSize(1);
    assertThat(submitted.err())
        .contains("the cluster at 127.0.0.1:1 did not take the job")
        .doesNotContain(PASSWORD);
  }

  @Test
  void theDoctorSeesTheBrokerOrSaysInALineWhyNot() throws Exception {
    TestingCommandLine seen = run(login("operator", PASSWORD), "doctor");
    assertThat(seen.out()).contains(broker.bootstrapServers()).doesNotContain("refused");
    TestingCommandLine refused = run(login("operator", WRONG_PASSWORD), "doctor");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out().lines().filter(line -> line.contains("refused the login"))).hasSize(1);
    for (TestingCommandLine said : List.of(seen, refused)) {
      assertThat(said.out() + said.err()).doesNotContain(PASSWORD, WRONG_PASSWORD);
    }
  }

  @Test
  void theCanaryComparesWhatWasDiagnosed() throws Exception {
    TestingCommandLine canary = run(login("operator", PASSWORD), "canary");
    assertThat(canary.exitCode()).as(canary.err()).isZero();
    assertThat(canary.out()).contains(" diagnoses compared, ").contains("0 would be missing");
  }
}
