package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.EpisodeStream;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/**
 * The diagnosing job goes on in another shape while events come in: each episode is diagnosed once,
 * as if nothing had happened.
 */
final class RescaleITCase {
  private static final Duration EVENT_INTERVAL = Duration.ofMillis(1);
  private static final int EPISODES_OF_A_SHAPE = 60;
  private static final String HEAP = "hashmap";
  private static final String ROCKS_DB = "rocksdb";

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static Map<String, List<TrajectoryEvent>> samples;
  private static Map<String, List<Diagnosis>> expected;

  private record Shape(int parallelism, String backend) {}

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    samples = Samples.episodes(Samples.calls(), RecordedFormat.CALLS);
    expected = Samples.diagnoses(Samples.calls(), RecordedFormat.CALLS);
  }

  @Test
  void twoInstancesBecomeThreeAndThenOne() throws Exception {
    assertEachEpisodeIsDiagnosedOnce(
        "rescaled.", List.of(new Shape(2, HEAP), new Shape(3, HEAP), new Shape(1, HEAP)));
  }

  @Test
  void stateOnTheHeapIsTakenOverByRocksDbAndRescaledThere() throws Exception {
    assertEachEpisodeIsDiagnosedOnce(
        "moved.", List.of(new Shape(2, HEAP), new Shape(2, ROCKS_DB), new Shape(1, ROCKS_DB)));
  }

  private static void assertEachEpisodeIsDiagnosedOnce(String prefix, List<Shape> shapes)
      throws Exception {
    Connection topics = broker.topics(prefix);
    try (Publisher publisher = Publisher.open(topics)) {
      Samples.taskRecords().forEach(publisher::task);
      publisher.flush();
    }
    Map<String, List<Diagnosis>> wanted = new HashMap<>();
    long events = 0;
    Ledger ledger;
    List<Diagnosis> written;
    try (EpisodeStream stream =
            EpisodeStream.start(
                topics, endless().map(RescaleITCase::events).iterator(), EVENT_INTERVAL);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      String savepoint = null;
      for (Shape shape : shapes.subList(0, shapes.size() - 1)) {
        long before = TopicRecords.ended(read.all());
        try (LiveJob job = start(shape, savepoint, topics)) {
          read.await(
              shape + " to diagnose",
              Await.LONGEST,
              all -> TopicRecords.ended(all) >= before + EPISODES_OF_A_SHAPE);
          savepoint = job.stop(directory.resolve(prefix + "savepoints"));
        }
        assertThat(stream.isSending()).isTrue();
      }
      try (LiveJob job = start(shapes.get(shapes.size() - 1), savepoint, topics)) {
        stream.finish();
        for (String episode : stream.begun()) {
          EpisodeAttempt attempt = attempt(episode);
          wanted.put(episode, Samples.of(attempt, expected.get(sample(episode))));
          events += samples.get(sample(episode)).size();
        }
        read.await("every episode", Await.LONGEST, all -> TopicRecords.ended(all) == wanted.size());
        job.stop(directory.resolve(prefix + "savepoints"));
        ledger = job.end();
      }
      written = read.all();
    }
    assertThat(wanted).hasSizeGreaterThan(EPISODES_OF_A_SHAPE * (shapes.size() - 1));
    TopicRecords.assertSame(TopicRecords.byEpisode(written), wanted);
    assertThat(ledger.balances()).as(ledger.line()).isTrue();
    assertThat(ledger.started()).isEqualTo(wanted.size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.recordsUsed()).isEqualTo(events);
    assertThat(ledger.recordsDuplicate() + ledger.recordsFailed()).isZero();
    try (TopicRecords<Failure> failures = TopicRecords.of(topics, Topic.FAILURES, Failure.class)) {
      assertThat(failures.all()).isEmpty();
    }
  }

  private static LiveJob start(Shape shape, @Nullable String savepoint, Connection topics)
      throws Exception {
    return LiveJob.shaped(savepoint, topics, shape.parallelism(), shape.backend());
  }

  /** Ids of episodes: a round and the sample that is played again. */
  private static Stream<String> endless() {
    return Stream.iterate(0, round -> round + 1)
        .flatMap(round -> samples.keySet().stream().map(sample -> round + "/" + sample));
  }

  private static String sample(String episode) {
    return episode.substring(episode.indexOf('/') + 1);
  }

  private static EpisodeAttempt attempt(String episode) {
    return new EpisodeAttempt("run", episode, 0);
  }

  private static List<TrajectoryEvent> events(String episode) {
    return Samples.as(attempt(episode), samples.get(sample(episode)));
  }
}
