package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.LiveSamples;
import org.sealflow.system.fixture.LiveTopics;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** Tasks that the live job learns late, never, or before its time. */
final class LiveTasksITCase {

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static LiveSamples samples;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    samples = LiveSamples.read();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEpisodeWaitsForATaskThatIsPublishedLateOrAgainAfterItsRemoval(boolean removed)
      throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "late-" + removed + ".");
    String waiting = "samples/0/solved_base_0";
    String other = "samples/2/solved_base_6";
    List<TaskRecord> late = new ArrayList<>();
    List<TaskRecord> early = new ArrayList<>();
    for (TaskRecord record : Samples.taskRecords()) {
      Task task = record.getTask();
      (task != null && task.getTaskId().equals("multi_turn_base_0") ? late : early).add(record);
    }
    assertThat(late).hasSize(1);
    topics.publishTasks(early);
    long tasks = early.size();
    if (removed) {
      topics.publishTasks(late);
      topics.removeTask(TaskRecords.key(late.get(0)));
      tasks += 2;
    }
    long known = tasks;
    try (LiveJob job = LiveJob.unbounded(topics.connection());
        TopicRecords<Diagnosis> read = topics.readDiagnoses();
        Admin admin = topics.connection().admin()) {
      if (removed) {
        // Else an episode could be verified before its task is removed. A quiet source commits
        // what it has read when it has waited for more for 10 s.
        Await.until(
            "the removal to be read",
            Await.LONGEST,
            () -> isReadAndCommitted(admin, topics.connection(), 0, known));
      }
      topics.publish(samples.episode(waiting));
      topics.publish(samples.episode(other));
      List<Diagnosis> before =
          read.await(
              "the episode whose task is there",
              Await.LONGEST,
              all -> TopicRecords.ended(all) == 1);
      TopicRecords.assertSame(
          TopicRecords.byEpisode(before), Map.of(other, samples.expected(other)));

      topics.publishTasks(late);
      List<Diagnosis> after =
          read.await(
              "the episode whose task came late",
              Await.LONGEST,
              all -> TopicRecords.ended(all) == 2);
      TopicRecords.assertSame(
          TopicRecords.byEpisode(after),
          Map.of(other, samples.expected(other), waiting, samples.expected(waiting)));
      job.stop(directory.resolve("late-savepoints"));
      Ledger ledger = job.end();
      assertThat(ledger.balances()).isTrue();
      assertThat(ledger.started()).isEqualTo(2);
      assertThat(ledger.inFlight()).isZero();
      assertThat(ledger.recordsFailed()).isZero();
      assertThat(topics.failures()).isEmpty();
    }
  }

  @Test
  void aTaskThatNeverComesIsAFailureThatSaysSo() throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "never.");
    topics.publish(samples.episode("samples/0/solved_base_0"));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics.connection())) {
      ledger = job.end();
    }
    assertThat(topics.diagnoses()).isEmpty();
    assertThat(topics.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.getReason())
                  .contains("task multi_turn_base_0")
                  .contains("not known");
              assertThat(failure.getEpisodeId()).isEqualTo("samples/0/solved_base_0");
              assertThat(failure.getBoundary()).isEqualTo(Boundary.VERIFY);
            });
    assertThat(ledger.infrastructureFailed()).isEqualTo(1);
    assertThat(ledger.recordsFailed()).isEqualTo(samples.episode("samples/0/solved_base_0").size());
    assertThat(ledger.balances()).isTrue();
  }

  @Test
  void aJobThatBeginsWithoutStateKnowsTheTasksPublishedBefore() throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "stateless.");
    topics.publishTasks(Samples.taskRecords());
    String before = "samples/0/solved_base_0";
    String after = "samples/2/solved_base_6";
    topics.publish(samples.episode(before));
    try (LiveJob job = LiveJob.unbounded(topics.connection());
        TopicRecords<Diagnosis> read = topics.readDiagnoses();
        Admin admin = topics.connection().admin()) {
      read.await("the first episode", Await.LONGEST, all -> TopicRecords.ended(all) == 1);
      Await.until(
          "the job's offsets to be committed",
          Await.LONGEST,
          () ->
              isReadAndCommitted(
                  admin,
                  topics.connection(),
                  samples.episode(before).size(),
                  Samples.taskRecords().size()));
      job.stop(directory.resolve("lost-savepoints"));
    }
    topics.publish(samples.episode(after));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics.connection())) {
      ledger = job.end();
    }
    TopicRecords.assertSame(
        topics.diagnoses(),
        Map.of(before, samples.expected(before), after, samples.expected(after)));
    assertThat(topics.failures()).isEmpty();
    // The first episode was read by the first job, and its offset is committed.
    assertThat(ledger.started()).isEqualTo(1);
    assertThat(ledger.passed()).isEqualTo(1);
  }

  /** Whether so many trajectory events and tasks are behind the job's committed offsets. */
  private static boolean isReadAndCommitted(Admin admin, Connection topics, long events, long tasks)
      throws Exception {
    Map<String, Long> committed = new LinkedHashMap<>();
    admin
        .listConsumerGroupOffsets(CoEvolutionJob.NAME)
        .partitionsToOffsetAndMetadata()
        .get()
        .forEach((at, offset) -> committed.merge(at.topic(), offset.offset(), Long::sum));
    return committed.getOrDefault(topics.topics().name(Topic.TRAJECTORIES), 0L) == events
        && committed.getOrDefault(topics.topics().name(Topic.TASKS), 0L) == tasks;
  }
}
