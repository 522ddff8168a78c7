package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** Deadlines of the live job between a real broker's topics. */
@Tag("long")
final class DeadlineITCase {
  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final String SAMPLE = "samples/0/solved_base_0";

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;

  @BeforeAll
  static void start() {
    broker = HostedBroker.start(directory.resolve("broker"));
  }

  /** All partitions but one are empty, and the clock alone can tell. */
  @Test
  void aProducerThatDiedIsNoticedByTheClockAlone() throws Exception {
    Connection topics = broker.topics("died.");
    try (Publisher publisher = Publisher.open(topics)) {
      Samples.taskRecords().forEach(publisher::task);
      publish(publisher, episode("dead").subList(0, 4));
      try (LiveJob job = LiveJob.withDeadline(topics, DEADLINE);
          TopicRecords<Diagnosis> read =
              TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
        List<Diagnosis> all =
            read.await(
                "the end of the episode", Await.LONGEST, some -> TopicRecords.ended(some) == 1);
        assertThat(all.get(all.size() - 1).getEpisodeDiagnosis().getVerdict())
            .isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
        job.stop(directory.resolve("died-savepoints"));
        assertThat(job.end().infrastructureFailed()).isEqualTo(1);
      }
    }
  }

  /** The events of an hour, read in moments: no episode was ever silent for the deadline. */
  @Test
  void aBacklogOfAnHourEndsNoLivingEpisode() throws Exception {
    Connection topics = broker.topics("backlog.");
    List<String> episodes = List.of("a", "b", "c", "d", "e", "f");
    long records = 0;
    try (Publisher publisher = Publisher.open(topics)) {
      Samples.taskRecords().forEach(publisher::task);
      publisher.flush();
    }
    List<TrajectoryEvent> sample = episode("a");
    long begin = System.currentTimeMillis() - Duration.ofHours(1).toMillis();
    for (int sequence = 0; sequence < sample.size(); sequence++) {
      List<TrajectoryEvent> events = new ArrayList<>();
      for (String id : episodes) {
        events.add(episode(id).get(sequence));
      }
      long sent = begin + sequence * DEADLINE.toMillis() / 2;
      HostedBroker.sendAt(topics, events, sent);
      records += events.size();
    }
    try (LiveJob job = LiveJob.withDeadline(topics, DEADLINE);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      List<Diagnosis> all =
          read.await(
              "all episodes", Await.LONGEST, some -> TopicRecords.ended(some) == episodes.size());
      assertThat(all)
          .filteredOn(diagnosis -> diagnosis.getEpisodeDiagnosis() != null)
          .extracting(diagnosis -> diagnosis.getEpisodeDiagnosis().getVerdict())
          .containsOnly(Verdict.PASSED);
      job.stop(directory.resolve("backlog-savepoints"));
      Ledger ledger = job.end();
      assertThat(ledger.passed()).isEqualTo(episodes.size());
      assertThat(ledger.recordsUsed()).isEqualTo(records);
      assertThat(ledger.recordsDuplicate()).isZero();
    }
  }

  /** All stands still for three deadlines, but for those who play. */
  @Test
  void aJobThatIsPausedEndsNoLivingEpisode() throws Exception {
    Connection topics = broker.topics("paused.");
    List<List<TrajectoryEvent>> living = new ArrayList<>();
    for (String id : List.of("a", "b", "c", "d", "e", "f")) {
      living.add(episode(id));
    }
    Path errors = Files.createFile(directory.resolve("errors"));
    try (Publisher publisher = Publisher.open(topics);
        CommandProcess job = diagnose(topics, errors);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      Samples.taskRecords().forEach(publisher::task);
      publish(publisher, episode("dead").subList(0, 4));
      read.await("a stalled episode", Await.LONGEST, some -> TopicRecords.ended(some) == 1);
      int before = read.all().size();
      living.forEach(events -> publish(publisher, events.subList(0, 4)));
      read.await("a turn of each", Await.LONGEST, some -> some.size() >= before + living.size());
      job.pause();
      long paused = System.nanoTime();
      Await.until(
          "the pause to be long",
          Await.LONGEST,
          () -> System.nanoTime() - paused > 3 * DEADLINE.toNanos());
      living.forEach(events -> publish(publisher, events.subList(4, 6)));
      job.resume();
      living.forEach(events -> publish(publisher, events.subList(6, events.size())));
      List<Diagnosis> all =
          read.await(
              "all episodes", Await.LONGEST, some -> TopicRecords.ended(some) == living.size() + 1);
      assertThat(all)
          .filteredOn(diagnosis -> diagnosis.getEpisodeDiagnosis() != null)
          .filteredOn(diagnosis -> !diagnosis.getEpisodeId().equals("dead"))
          .extracting(diagnosis -> diagnosis.getEpisodeDiagnosis().getVerdict())
          .containsOnly(Verdict.PASSED);
    }
  }

  private static CommandProcess diagnose(Connection topics, Path errors) throws Exception {
    return CommandProcess.start(
        errors,
        Map.of(),
        List.of(
            "diagnose",
            "--bootstrap-servers",
            topics.bootstrapServers(),
            "--topic-prefix",
            topics.topics().prefix(),
            "--data-dir",
            directory.resolve("data").toString(),
            "--parallelism",
            "1",
            "--buffer-timeout",
            "20ms",
            "--deadline",
            DEADLINE.toSeconds() + "s"));
  }

  private static List<TrajectoryEvent> episode(String id) throws Exception {
    return Samples.as(
        new EpisodeAttempt("run", id, 0),
        Samples.episodes(Samples.calls(), RecordedFormat.CALLS).get(SAMPLE));
  }

  private static void publish(Publisher publisher, List<TrajectoryEvent> events) {
    for (TrajectoryEvent event : events) {
      assertThat(publisher.event(event)).isTrue();
    }
    publisher.flush();
  }
}
