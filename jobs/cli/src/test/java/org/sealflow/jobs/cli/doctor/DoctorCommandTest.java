package org.sealflow.jobs.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.BrokerDisk;
import org.sealflow.jobs.kafka.TestingBroker;

class DoctorCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path empty;

  @Test
  void aSoundInstallationPasses() {
    TestingCommandLine doctor = doctor(BROKER.newTopics());
    assertThat(doctor.lines())
        .contains(
            "ok    topics         10 with the settings they need",
            "ok    transactions   timeout 15m, checkpoint interval 10s, longest tolerated outage"
                + " 10m; the broker allows timeouts up to 1h");
    assertThat(doctor.out())
        .containsPattern("ok    java           Java \\d+")
        .contains("ok    broker         " + BROKER.bootstrapServers() + " answers")
        .contains("ok    libraries      Flink")
        .contains("ok    kafka clients  4.2.");
    assertThat(doctor.out()).doesNotContain("fail ");
    assertThat(doctor.exitCode()).isZero();
  }

  @Test
  void missingTopicsFailWithTheRemedy() throws Exception {
    TestingCommandLine doctor = doctor(BROKER.newPrefix(), "--json");
    assertThat(doctor.exitCode()).isEqualTo(1);
    List<JsonNode> failed = new ArrayList<>();
    for (JsonNode check : new ObjectMapper().readTree(doctor.out())) {
      if (check.get("status").asText().equals("fail")) {
        failed.add(check);
      }
    }
    assertThat(failed).hasSize(10);
    assertThat(failed.get(0).get("check").asText()).isEqualTo("topics");
    assertThat(failed.get(0).get("found").asText()).endsWith("tasks is missing");
    assertThat(failed.get(0).get("advice").asText())
        .isEqualTo("create it with `sealflow topics create`");
  }

  @Test
  void timesThatDoNotFitTogetherFail() {
    String prefix = BROKER.newTopics();
    TestingCommandLine outage = doctor(prefix, "--longest-outage", "20m");
    assertThat(outage.exitCode()).isEqualTo(1);
    assertThat(outage.out())
        .contains("fail  transactions")
        .contains("can be open for 1210s, longer than its timeout");
    TestingCommandLine timeout =
        doctor(prefix, "--transaction-timeout", "2h", "--checkpoint-interval", "1s");
    assertThat(timeout.exitCode()).isEqualTo(1);
    assertThat(timeout.out()).contains("the broker allows at most 1h: lower the timeout");
    assertThat(doctor(prefix, "--longest-outage", "long").exitCode()).isEqualTo(2);
  }

  @Test
  void aTransactionThatStaysOpenBeyondItsTimeoutFails() throws Exception {
    String prefix = BROKER.newTopics();
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            BROKER.bootstrapServers(),
            "transactional.id",
            prefix + "left-open",
            "transaction.timeout.ms",
            600_000);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer
          .send(new ProducerRecord<>(prefix + "policy-updates", new byte[1], new byte[1]))
          .get();

      TestingCommandLine young = doctor(prefix);
      assertThat(young.out()).doesNotContain("fail ");
      List<String> timeouts =
          List.of(
              "--transaction-timeout",
              "0.001s",
              "--checkpoint-interval",
              "0.0001s",
              "--longest-outage",
              "0s");
      TestingCommandLine old = doctor(prefix, timeouts.toArray(String[]::new));
      assertThat(old.exitCode()).isEqualTo(1);
      assertThat(old.out())
          .containsPattern("fail  transactions +" + prefix + "policy-updates, partition 0: one has")
          .contains("shown nothing from offset 0 on")
          .contains("kafka-transactions.sh abort --topic " + prefix + "policy-updates");
      producer.abortTransaction();
      assertThat(doctor(prefix, timeouts.toArray(String[]::new)).out()).doesNotContain("abort");
    }
  }

  @Test
  void theBrokersDisksAreLookedAt() {
    assertThat(doctor(BROKER.newTopics()).out())
        .containsPattern(
            "ok    disks          1 with at least \\d+ % free\n"
                + "|warn  disks          broker 1 has [0-9.]+ of [0-9.]+ GiB free in ");
  }

  @Test
  void aDiskThatIsNearlyFullIsAWarningAndALargeOneWithRoomIsNot() {
    BrokerDisk full = new BrokerDisk(3, "/kafka", 1L << 29, 100L << 30);
    BrokerDisk large = new BrokerDisk(1, "/kafka", 400L << 30, 10_000L << 30);
    assertThat(BrokerChecks.disks(List.of(large, full)))
        .singleElement()
        .satisfies(
            check -> {
              assertThat(check.status()).isEqualTo(MachineCheck.Status.WARN);
              assertThat(check.found()).isEqualTo("broker 3 has 0.5 of 100.0 GiB free in /kafka");
              assertThat(check.advice()).startsWith("make room: ");
            });
    assertThat(BrokerChecks.disks(List.of(large)))
        .extracting(MachineCheck::found)
        .containsExactly("1 with at least 4 % free");
    assertThat(BrokerChecks.disks(List.of())).isEmpty();
  }

  @Test
  void noEmbeddedBrokerIsAWarningOnly() {
    TestingCommandLine doctor = TestingCommandLine.run("doctor", "--data-dir", empty.toString());
    assertThat(doctor.out())
        .contains("warn  broker         none runs in " + empty)
        .contains("→ `sealflow diagnose` hosts one; or give --bootstrap-servers HOST:PORT");
    assertThat(doctor.exitCode()).isZero();
  }

  @Test
  void aNamedBrokerThatCannotBeUsedFails() {
    TestingCommandLine doctor =
        TestingCommandLine.run(
            "doctor", "--data-dir", empty.toString(), "--bootstrap-servers", "nonsense");
    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("fail  broker         cannot talk to the broker nonsense")
        .contains("→ check --bootstrap-servers HOST:PORT");
  }

  private static TestingCommandLine doctor(String prefix, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "doctor",
                "--data-dir",
                BROKER.dataDirectory().toString(),
                "--topic-prefix",
                prefix));
    arguments.addAll(List.of(more));
    return TestingCommandLine.run(arguments.toArray(new String[0]));
  }
}
