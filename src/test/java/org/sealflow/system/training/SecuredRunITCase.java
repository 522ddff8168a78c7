package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.SecuredBroker;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.SmallTraining;

/**
 * A whole training run, and the diagnosing job, in processes of their own at a broker that asks for
 * TLS, a certificate, a login and rights: they work, and no secret is in anything they write.
 */
@Tag("long")
final class SecuredRunITCase {
  private static final int BATCHES = 1;
  private static final String PASSWORD = "password-of-the-run-6120";

  @TempDir private Path secrets;
  @TempDir private Path directory;
  private int commands;

  /** A file of client properties all of whose secrets stand in another one. */
  private Path config(SecuredBroker broker) throws IOException {
    Map<String, String> properties = new TreeMap<>(broker.clientStores());
    Path kept = secrets.resolve("kept.properties");
    Files.writeString(
        kept,
        """
        jaas=org.apache.kafka.common.security.scram.ScramLoginModule required username="runner" \
        password="%s";
        store=%s
        """
            .formatted(PASSWORD, SecuredBroker.STORE_PASSWORD));
    properties.replaceAll(
        (name, value) -> name.endsWith(".password") ? "${file:" + kept + ":store}" : value);
    properties.put("security.protocol", "SASL_SSL");
    properties.put("sasl.mechanism", "SCRAM-SHA-512");
    properties.put("config.providers", "file");
    properties.put(
        "config.providers.file.class",
        "org.apache.kafka.common.config.provider.FileConfigProvider");
    properties.put("sasl.jaas.config", "${file:" + kept + ":jaas}");
    List<String> lines = new ArrayList<>();
    properties.forEach((name, value) -> lines.add(name + "=" + value));
    return Files.write(directory.resolve("client.properties"), lines);
  }

  private static SecuredBroker broker(Path data) throws Exception {
    SecuredBroker broker = SecuredBroker.start(data);
    broker.user("runner", PASSWORD);
    for (ResourceType type :
        List.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
      broker.allow("runner", type, "sealflow", AclOperation.ALL);
    }
    broker.allow("runner", ResourceType.CLUSTER, "kafka-cluster", AclOperation.DESCRIBE);
    broker.allow("runner", ResourceType.CLUSTER, "kafka-cluster", AclOperation.DESCRIBE_CONFIGS);
    return broker;
  }

  private CommandProcess start(SecuredBroker broker, Path config, List<String> words)
      throws IOException {
    List<String> line = new ArrayList<>(words);
    line.addAll(
        List.of(
            "--bootstrap-servers",
            broker.bootstrapServers(),
            "--kafka-config",
            config.toString(),
            "--verbose"));
    commands++;
    return CommandProcess.start(errors(), Map.of(), line);
  }

  private Path errors() {
    return directory.resolve("errors-" + commands + ".txt");
  }

  private void run(SecuredBroker broker, Path config, List<String> words) throws Exception {
    try (CommandProcess command = start(broker, config, words)) {
      List<String> output = command.lines();
      int exitCode = command.end(Await.LONGEST);
      Files.write(directory.resolve("output-" + commands + ".txt"), output);
      assertThat(exitCode).as("%s\n%s", words, Files.readString(errors())).isZero();
    }
  }

  @Test
  void aRunAtASecuredBrokerWritesNoneOfItsSecrets() throws Exception {
    try (SecuredBroker broker = broker(secrets.resolve("broker"))) {
      Path config = config(broker);
      run(broker, config, List.of("topics", "create"));
      run(broker, config, SmallTraining.command(directory, "secured", BATCHES));
      JsonNode result =
          new ObjectMapper()
              .readTree(directory.resolve("secured-1").resolve("result.json").toFile());
      assertThat(result.get("version").asLong()).isEqualTo(BATCHES);
      assertThat(result.get("ledgerBalances").asBoolean()).isTrue();
      diagnoseUntilStopped(broker, config);
    }
    assertThat(filesThatHold("sealflow.trajectories")).isNotEmpty();
    assertThat(filesThatHold(PASSWORD)).isEmpty();
    assertThat(filesThatHold(SecuredBroker.STORE_PASSWORD)).isEmpty();
  }

  private void diagnoseUntilStopped(SecuredBroker broker, Path config) throws Exception {
    List<String> words =
        List.of("diagnose", "--data-dir", directory.resolve("diagnosing").toString());
    try (CommandProcess diagnosing = start(broker, config, words)) {
      Await.until(
          "the job to run",
          Await.LONGEST,
          () -> diagnosing.errorLines().stream().anyMatch(line -> line.contains(" started = ")));
      diagnosing.terminate(Await.LONGEST);
      assertThat(diagnosing.errorLines()).anyMatch(line -> line.startsWith("stopped with"));
    }
  }

  private List<Path> filesThatHold(String text) throws IOException {
    List<Path> holding = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
          holding.add(file);
        }
      }
    }
    return holding;
  }
}
