package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

class ConnectionTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final Path NOWHERE = Path.of("nowhere");

  @Test
  void aNamedBrokerThatAnswersIsUsed() {
    try (Connection connection = external(BROKER.bootstrapServers(), Map.of())) {
      assertThat(connection.embedded()).isFalse();
      assertThat(connection.hosting()).isFalse();
      assertThat(connection.clientProperties())
          .containsEntry("bootstrap.servers", BROKER.bootstrapServers());
    }
  }

  @Test
  void aNamedBrokerThatDoesNotAnswerIsOneLineWithinTenSeconds() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    long start = System.nanoTime();
    assertThatThrownBy(() -> external("127.0.0.1:" + port, Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cannot reach the broker 127.0.0.1:" + port)
        .hasMessageContaining("check that it runs");
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(13);
  }

  @Test
  void anAddressWithoutMeaningIsOneLine() {
    for (String address : new String[] {"nonsense", "no.such.host.invalid:9092", ""}) {
      assertThatThrownBy(() -> external(address, Map.of()))
          .as(address)
          .isInstanceOf(UserError.class)
          .hasMessageContaining("check --bootstrap-servers HOST:PORT");
    }
  }

  @Test
  void kafkaPropertiesReachTheClients() {
    try (Connection connection =
        external(BROKER.bootstrapServers(), Map.of("client.id", "somebody"))) {
      assertThat(connection.clientProperties()).containsEntry("client.id", "somebody");
    }
    assertThatThrownBy(
            () -> external(BROKER.bootstrapServers(), Map.of("security.protocol", "TELEPATHY")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("TELEPATHY");
  }

  @Test
  void unknownAndOwnKafkaPropertiesAreNamedTogether() {
    Map<String, String> properties =
        Map.of("securty.protocol", "SSL", "bootstrap.servers", "x:1", "transactional.id", "t");
    assertThatThrownBy(() -> new ConnectionSettings(null, NOWHERE, Topics.standard(), properties))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "Kafka property bootstrap.servers is set by --bootstrap-servers alone;"
                + " Kafka property securty.protocol is unknown to Kafka's clients: check its"
                + " spelling; Kafka property transactional.id is Sealflow's own: leave it out");
  }

  private static Connection external(String servers, Map<String, String> properties) {
    return Connection.open(
        new ConnectionSettings(servers, NOWHERE, Topics.standard(), properties), false);
  }
}
