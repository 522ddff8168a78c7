package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LearningRun;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.StandaloneCluster;
import org.sealflow.system.fixture.ToolChoice;
import org.sealflow.system.fixture.TopicRecords;

/**
 * The learner on a real cluster of processes, its engine in Flink's {@code lib/}: through the loss
 * of a TaskManager, and a second time in the same one, where Flink loads the job's classes anew.
 */
@Tag("long")
final class LearnClusterITCase {
  private static final int BATCHES = 7;

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  @AutoClose private static StandaloneCluster cluster;
  private static LearningRun run;
  private static Connection topics;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    cluster =
        StandaloneCluster.start(
            directory.resolve("cluster"), Path.of("target/learner-cluster"), "first", "second");
    topics = broker.topics("cluster.");
    run =
        new LearningRun(topics, ToolChoice.small(directory, BATCHES), 7, directory.resolve("run"));
  }

  @Test
  void neitherALostTaskManagerNorASecondStartInTheSameOneLeavesATrace() throws Exception {
    try (RunningJob playing = run.playing()) {
      String job = submit();
      awaitVersion(2, playing);
      cluster.killBusiest(job);
      Await.until(
          "the job to go back to a checkpoint", Await.LONGEST, () -> cluster.restored(job) > 0);
      cluster.awaitRunning(job, Await.LONGEST);
      awaitVersion(4, playing);
      String savepoint = cluster.stopWithSavepoint(job);
      String again = submit("--from-savepoint", savepoint);
      awaitVersion(BATCHES, playing);
      playing.stop();
      cluster.cancel(again);
    }

    // A restored learner says its newest version again.
    assertThat(committed(Topic.POLICY_UPDATES, PolicyUpdate.class).stream().distinct())
        .extracting(PolicyUpdate::getVersion)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, BATCHES).boxed().toList());
    assertThat(committed(Topic.TRAINING_METRICS, TrainingStep.class))
        .extracting(TrainingStep::getBatchNumber)
        .containsExactlyElementsOf(LongStream.range(0, BATCHES).boxed().toList());
  }

  private static String submit(String... more) throws Exception {
    List<String> options = new ArrayList<>(run.learnerOptions());
    options.addAll(List.of(more));
    return cluster.submit("diagnose", topics, 1, "0.5s", options);
  }

  private static void awaitVersion(long version, RunningJob playing) throws Exception {
    try (TopicRecords<PolicyUpdate> updates =
        TopicRecords.committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      updates.await(
          "version " + version,
          Await.LONGEST,
          seen ->
              seen.stream().anyMatch(update -> update.getVersion() >= version)
                  || !RunningJob.areRunning(playing));
    }
  }

  private static <T extends SpecificRecordBase> List<T> committed(Topic topic, Class<T> recordClass)
      throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
