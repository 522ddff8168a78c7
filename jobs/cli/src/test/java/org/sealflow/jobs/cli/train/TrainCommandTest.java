package org.sealflow.jobs.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.live.ProcessLock;
import org.sealflow.jobs.run.RunBroker;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

/** Runs that cannot be gone on with as asked: each is refused in a line, and none is changed. */
class TrainCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir Path folder;

  private RunDirectory run() throws IOException {
    RunDirectory run = RunDirectory.create(folder, "nano");
    String settings = Files.readString(Path.of("../../exp/nano-short.yaml"));
    Files.writeString(
        run.settings(),
        settings
            .replace("model: data/nano", "model: ../../data/nano")
            .replace("source: generated", "source: generated\n  tools: ../../data/tasks"));
    return run;
  }

  /** The broker as one that runs elsewhere. */
  private Connection broker(String prefix) {
    return Connection.open(
        ConnectionSettings.external(BROKER.bootstrapServers(), folder, new Topics(prefix)), false);
  }

  private static String goingOn(RunDirectory run, String... options) {
    String[] arguments = new String[3 + options.length];
    arguments[0] = "train";
    arguments[1] = "--run";
    arguments[2] = run.path().toString();
    System.arraycopy(options, 0, arguments, 3, options.length);
    TestingCommandLine refused = TestingCommandLine.run(arguments);
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
    return refused.err();
  }

  @Test
  void aRunThatAProcessHasIsLeftAlone() throws Exception {
    RunDirectory run = run();
    Files.writeString(run.batches(), "{\"batch\": 0}\n");
    ProcessLock held = ProcessLock.take(run.lock(), "run", "wait");
    try (held) {
      assertThat(goingOn(run))
          .hasLineCount(1)
          .startsWith("sealflow: run nano-1 is running already (process ")
          .endsWith("; stop it first, or wait for its end\n");
    }
    assertThat(run.batches()).hasContent("{\"batch\": 0}\n");
    assertThat(run.path().resolve("kafka")).doesNotExist();
  }

  @Test
  void aRunWhoseSettingsWereLostIsRefused() throws Exception {
    RunDirectory run = run();
    Files.writeString(run.settings(), "");
    assertThat(goingOn(run)).hasLineCount(1).contains("settings.yaml is empty");
  }

  @Test
  void aRunIsFoundAtTheBrokerItBeganWith() throws Exception {
    RunDirectory run = run();
    String prefix = BROKER.newTopics();
    try (Connection broker = broker(prefix)) {
      RunBroker.note(run, broker);
      var settings = RunBroker.connection(run, null, null, Map.of());
      assertThat(settings.bootstrapServers()).isEqualTo(BROKER.bootstrapServers());
      assertThat(settings.topics()).isEqualTo(new Topics(prefix));
      RunBroker.note(run, broker);
    }
    assertThat(goingOn(run, "--topic-prefix", "other."))
        .contains("the topics of run nano-1 begin with " + prefix + ", not with other.");
  }

  @Test
  void aRunDoesNotGoOnInAnotherCluster() throws Exception {
    RunDirectory run = run();
    String address = BROKER.bootstrapServers();
    Files.writeString(
        run.path().resolve("broker.json"),
        "{\"bootstrapServers\": \"%s\", \"topicPrefix\": \"sealflow.\", \"clusterId\": \"x\"}"
            .formatted(address));
    try (Connection broker = broker(Topics.DEFAULT_PREFIX)) {
      assertThatThrownBy(() -> RunBroker.note(run, broker))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("run nano-1 began with the Kafka cluster x, and this broker is of");
    }
    assertThat(goingOn(run)).contains("began with the Kafka cluster x");
  }

  @Test
  void aRunWithABrokerOfItsOwnTakesNoOther() throws Exception {
    RunDirectory run = run();
    Files.writeString(
        run.path().resolve("broker.json"),
        "{\"bootstrapServers\": null, \"topicPrefix\": \"sealflow.\", \"clusterId\": \"x\"}");
    assertThat(goingOn(run, "--bootstrap-servers", BROKER.bootstrapServers()))
        .contains("are on the broker in its directory; leave out --bootstrap-servers");
  }
}
