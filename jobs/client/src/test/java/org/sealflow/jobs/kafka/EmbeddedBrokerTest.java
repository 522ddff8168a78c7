package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;

class EmbeddedBrokerTest {
  @TempDir private Path folder;

  @Test
  void recordsAndAddressAreKeptOverARestart() {
    ConnectionSettings settings = ConnectionSettings.embedded(folder, Topics.standard());
    String address;
    try (Connection first = Connection.open(settings, true)) {
      assertThat(first.hosting()).isTrue();
      address = first.bootstrapServers();
      try (TopicAdmin topics = TopicAdmin.of(first)) {
        assertThat(topics.create(TopicLayout.standard())).hasSize(Topic.values().length);
      }
      TestingRecords.send(first, TestingRecords.failedEpisode("kept"));
    }
    try (Connection second = Connection.open(settings, true);
        TopicReader reader = TopicReader.open(second, Topic.DIAGNOSES, StartPosition.earliest())) {
      assertThat(second.bootstrapServers()).isEqualTo(address);
      List<String> keys = new ArrayList<>();
      reader.readToEnd(record -> keys.add(TestingRecords.text(record.key())));
      assertThat(keys).containsExactly("kept");
    }
  }

  @Test
  void recordsOfAnyAgeAreKept() throws Exception {
    try (Connection host =
            Connection.open(ConnectionSettings.embedded(folder, Topics.standard()), true);
        TopicAdmin topics = TopicAdmin.of(host);
        Admin admin = host.admin()) {
      topics.create(TopicLayout.standard());
      ConfigResource trajectories =
          new ConfigResource(ConfigResource.Type.TOPIC, host.topics().name(Topic.TRAJECTORIES));
      Config config =
          admin
              .describeConfigs(Set.of(trajectories))
              .all()
              .get(1, TimeUnit.MINUTES)
              .get(trajectories);
      assertThat(config.get(TopicConfig.RETENTION_MS_CONFIG).value()).isEqualTo("-1");
    }
  }

  @Test
  void anotherCommandJoinsTheHostedBrokerAndLeavesItRunning() {
    ConnectionSettings settings = ConnectionSettings.embedded(folder, Topics.standard());
    try (Connection host = Connection.open(settings, true)) {
      for (boolean mayHost : new boolean[] {false, true}) {
        try (Connection guest = Connection.open(settings, mayHost)) {
          assertThat(guest.hosting()).isFalse();
          assertThat(guest.embedded()).isTrue();
          assertThat(guest.bootstrapServers()).isEqualTo(host.bootstrapServers());
        }
      }
      assertThat(EmbeddedBroker.running(settings.brokerDirectory()))
          .contains(host.bootstrapServers());
      assertThatThrownBy(() -> EmbeddedBroker.start(settings.brokerDirectory()))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("already hosts");
    }
    assertThat(EmbeddedBroker.running(settings.brokerDirectory())).isEmpty();
  }

  @Test
  void theAddressOfABrokerThatEndedIsNoBroker() throws Exception {
    Path directory = Files.createDirectories(folder.resolve("kafka"));
    Files.writeString(directory.resolve("broker.address"), "127.0.0.1:9\n", StandardCharsets.UTF_8);
    Files.createFile(directory.resolve("broker.lock"));
    assertThat(EmbeddedBroker.running(directory)).isEmpty();
    assertThatThrownBy(
            () -> Connection.open(ConnectionSettings.embedded(folder, Topics.standard()), false))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "no broker runs in "
                + folder
                + "; start one with `sealflow diagnose`, or give --bootstrap-servers HOST:PORT");
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsOneLine() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> EmbeddedBroker.start(file.resolve("kafka")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cannot start the embedded broker")
        .hasMessageContaining("--data-dir")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aFailedStartGivesTheRightToHostBack() throws Exception {
    Path directory = Files.createDirectories(folder.resolve("kafka"));
    Files.writeString(directory.resolve("log"), "in the way", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> EmbeddedBroker.start(directory)).isInstanceOf(UserError.class);
    assertThat(HostingLock.isHeld(directory)).isFalse();
  }

  @Test
  void aDiskThatIsNearlyFullIsOneLine() throws Exception {
    EmbeddedBroker.requireRoom(folder, 1);
    assertThatThrownBy(() -> EmbeddedBroker.requireRoom(folder, 1L << 60))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("MiB free, and a broker needs at least 1,099,511,627,776 to start")
        .hasMessageEndingWith("make room, or give another --data-dir")
        .message()
        .doesNotContain("\n");
  }
}
