package org.sealflow.jobs.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

class RolloutCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final String TASKS = Path.of("..", "..", "data", "tasks").toString();

  @Test
  void everyPlannedEpisodeIsPlayedAndBatchesArePublished() throws Exception {
    String prefix = BROKER.newTopics();
    TestingCommandLine rollout =
        rollout(prefix, "--batches", "3", "--groups", "2", "--group-size", "2", "--run", "r");
    assertThat(rollout.exitCode()).as(rollout.err()).isZero();
    assertThat(rollout.lines()).containsExactly("r: 12 episodes (12 COMPLETED)");

    assertThat(groups(prefix)).hasSize(6);
    assertThat(ended(prefix)).isEqualTo(12);
  }

  /** By the end of the second batch as many episodes have ended as six have without branches. */
  @Test
  void branchesArePlayedToTheirEndToo() throws Exception {
    String prefix = BROKER.newTopics();
    TestingCommandLine rollout =
        rollout(
            prefix,
            "--fault",
            "SKIP_CALL,turn=1",
            "--batches",
            "6",
            "--max-staleness",
            "0",
            "--groups",
            "2",
            "--group-size",
            "2",
            "--branches",
            "root-cause",
            "--branch-samples",
            "8",
            "--diagnose",
            "--run",
            "branched");
    assertThat(rollout.exitCode()).as(rollout.err()).isZero();

    assertThat(BROKER.records(prefix, Topic.ROLLOUT_BATCHES)).hasSize(6);
    List<PlannedGroup> groups = groups(prefix);
    assertThat(groups).filteredOn(group -> group.getBranch() == null).hasSize(12);
    assertThat(groups).filteredOn(group -> group.getBranch() != null).isNotEmpty();
    int planned = groups.stream().mapToInt(PlannedGroup::getSize).sum();
    assertThat(ended(prefix)).isEqualTo(planned);
    assertThat(rollout.out()).startsWith("branched: " + planned + " episodes ");
    assertThat(rollout.err().lines())
        .filteredOn(line -> line.startsWith("batch "))
        .extracting(line -> line.substring(0, line.indexOf(':')))
        .containsExactly("batch 0", "batch 1", "batch 2", "batch 3", "batch 4", "batch 5");
  }

  /** The broker takes no diagnosis, so the first one fails the job. */
  @Test
  void aDiagnosingJobThatIsGivenUpEndsTheCommand() throws Exception {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix);
        Admin admin = connection.admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(
                      ConfigResource.Type.TOPIC, connection.topics().name(Topic.DIAGNOSES)),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "100"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get(1, TimeUnit.MINUTES);
    }
    TestingCommandLine rollout =
        rollout(
            prefix,
            "--batches",
            "2",
            "--groups",
            "2",
            "--group-size",
            "2",
            "--diagnose",
            "--restarts",
            "0",
            "--run",
            "undiagnosed");
    assertThat(rollout.exitCode()).as(rollout.err()).isEqualTo(1);
    assertThat(rollout.out()).isEmpty();
    assertThat(rollout.err().lines())
        .as(rollout.err())
        .filteredOn(line -> line.startsWith("sealflow: "))
        .singleElement()
        .asString()
        .startsWith("sealflow: the job failed: ");
    assertThat(rollout.err()).doesNotContain("\tat ");
  }

  @Test
  void anEngineThatFailsEndsItsEpisodesAndNothingElse() {
    String prefix = BROKER.newTopics();
    TestingCommandLine rollout =
        rollout(
            prefix,
            "--fault",
            "ENGINE_ERROR",
            "--batches",
            "1",
            "--groups",
            "2",
            "--group-size",
            "2",
            "--run",
            "broken");
    assertThat(rollout.exitCode()).as(rollout.err()).isZero();
    assertThat(rollout.lines()).containsExactly("broken: 4 episodes (4 ENGINE_FAILURE)");
  }

  @Test
  void whatIsWrongIsOneLine() {
    String prefix = BROKER.newPrefix();
    Map<List<String>, String> wrong =
        Map.of(
            List.of("--groups", "0"), "groups is 0",
            List.of("--holdout", "2"), "holdoutShare is 2.0",
            List.of("--temperature", "-1"), "temperature is -1.0",
            List.of("--max-staleness", "-1"), "maxStaleness is -1");
    wrong.forEach(
        (arguments, message) -> {
          TestingCommandLine rollout = rollout(prefix, arguments.toArray(String[]::new));
          assertThat(rollout.exitCode()).as(arguments.toString()).isEqualTo(2);
          assertThat(rollout.err()).contains(message);
          assertThat(rollout.err().lines()).hasSize(1);
        });
  }

  @Test
  void aTemperatureThatBreaksImportanceWeightsIsRefusedBeforeTheServerIsAsked() {
    TestingCommandLine rollout =
        TestingCommandLine.run(
            "rollout",
            "--policy",
            "openai",
            "--model",
            "qwen",
            "--tokenizer",
            "model",
            "--temperature",
            "0.7",
            "--tasks",
            TASKS);

    assertThat(rollout.exitCode()).isEqualTo(1);
    assertThat(rollout.err())
        .contains(
            "--temperature is 0.7, but servers report log-probabilities at temperature 1: expected"
                + " 1, or --processed-log-probs with a server");
    assertThat(rollout.err().lines()).hasSize(1);
  }

  private static List<PlannedGroup> groups(String prefix) throws Exception {
    Codec<BatchManifest> manifests = Codec.of(BatchManifest.class);
    List<PlannedGroup> groups = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.ROLLOUT_BATCHES)) {
      groups.addAll(manifests.decode(record.value()).getGroups());
    }
    return groups;
  }

  private static int ended(String prefix) throws Exception {
    Codec<TrajectoryEvent> events = Codec.of(TrajectoryEvent.class);
    int ended = 0;
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.TRAJECTORIES)) {
      ended += events.decode(record.value()).getKind() == EventKind.EPISODE_ENDED ? 1 : 0;
    }
    return ended;
  }

  private static TestingCommandLine rollout(String prefix, String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "rollout",
                "--policy",
                "scripted",
                "--tasks",
                TASKS,
                "--as-of",
                "2026-01-15",
                "--parallelism",
                "2",
                "--data-dir",
                BROKER.dataDirectory().toString(),
                "--topic-prefix",
                prefix));
    all.addAll(List.of(arguments));
    return TestingCommandLine.run(all.toArray(new String[0]));
  }
}
