package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.KafkaConfigFile;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

class KafkaConfigFileTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path directory;

  private Path config(String... lines) throws Exception {
    return Files.write(directory.resolve("client.properties"), List.of(lines));
  }

  @Test
  void propertiesAreReadAsKafkasToolsReadThem() throws Exception {
    Path file = config("# a comment", "security.protocol = SSL", "client.id:a\\", "  b");

    assertThat(KafkaConfigFile.read(file))
        .isEqualTo(Map.of("security.protocol", "SSL", "client.id", "ab"));
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    assertThatThrownBy(() -> KafkaConfigFile.read(directory.resolve("absent")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--kafka-config")
        .hasMessageContaining("there is no such file")
        .message()
        .hasLineCount(1);
  }

  /** The provider's value decides whether the client can be made, so it was looked up. */
  @Test
  void secretsAreLookedUpByTheClientsAlone() throws Exception {
    Path secrets = directory.resolve("secrets.properties");
    Path file =
        config(
            "config.providers=file",
            "config.providers.file.class="
                + "org.apache.kafka.common.config.provider.FileConfigProvider",
            "security.protocol=${file:" + secrets + ":protocol}");
    ConnectionSettings settings =
        new ConnectionSettings(
            BROKER.bootstrapServers(), directory, Topics.standard(), KafkaConfigFile.read(file));
    Files.writeString(secrets, "protocol=TELEPATHY");
    assertThatThrownBy(() -> Connection.open(settings, false)).hasMessageContaining("TELEPATHY");

    Files.writeString(secrets, "protocol=PLAINTEXT");
    try (Connection connection = Connection.open(settings, false)) {
      assertThat(connection.clientProperties().toString()).doesNotContain("PLAINTEXT");
    }
  }
}
