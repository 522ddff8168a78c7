package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.ledger.Ledger;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/**
 * The diagnosing job of today goes on from the savepoints of forms that were in use. A form that
 * changes the state adds a savepoint of its own, which {@code mvn verify -pl src/test
 * -Dit.test=SavepointFixtureITCase -Dsealflow.savepoint.name=diagnosis-NUMBER} writes beside the
 * others; none is ever taken away.
 */
final class SavepointFixtureITCase {

  /** The savepoints are as old as they get; nobody is late for that. */
  private static final Duration DEADLINE = Duration.ofDays(36_500);

  private static final Path FIXTURES =
      Reference.repository().resolve("src/test/resources/savepoints");
  private static final String FORMS = "diagnosis-";
  private static final String PREFIX = "fixture.";

  @TempDir static Path directory;
  private static final List<List<TrajectoryEvent>> FIRST_HALVES = new ArrayList<>();
  private static final List<List<TrajectoryEvent>> SECOND_HALVES = new ArrayList<>();
  private static Map<String, List<Diagnosis>> expected;

  private HostedBroker broker;

  @BeforeAll
  static void cutEpisodes() throws Exception {
    Map<String, List<TrajectoryEvent>> episodes =
        Samples.episodes(Samples.results(), RecordedFormat.BFCL_RESULT);
    // The constants of long contexts would make the savepoint large.
    episodes
        .values()
        .removeIf(
            events ->
                events
                    .get(0)
                    .getEpisodeStarted()
                    .getTaskId()
                    .startsWith("multi_turn_long_context"));
    expected = Samples.diagnoses(Samples.results(), RecordedFormat.BFCL_RESULT);
    expected.keySet().retainAll(episodes.keySet());
    ofEpisodes(expected).values().forEach(each -> each.getEpisodeDiagnosis().setSource(null));
    for (List<TrajectoryEvent> events : episodes.values()) {
      // Where a file lies differs from machine to machine.
      events.get(0).getEpisodeStarted().setSource(null);
      int cut = events.size() / 2;
      FIRST_HALVES.add(events.subList(0, cut));
      SECOND_HALVES.add(events.subList(cut, events.size()));
    }
  }

  @AfterAll
  static void forgetEpisodes() {
    FIRST_HALVES.clear();
    SECOND_HALVES.clear();
  }

  private Connection filledTopics(String name) throws Exception {
    broker = HostedBroker.start(directory.resolve(name));
    Connection topics = broker.topics(PREFIX);
    try (Publisher publisher = Publisher.open(topics)) {
      for (TaskRecord record : Samples.taskRecords()) {
        if (record.getTask() != null || record.getToolDocs() != null) {
          publisher.task(record);
        }
      }
      publisher.flush();
    }
    publish(topics, FIRST_HALVES);
    return topics;
  }

  private static void publish(Connection topics, List<List<TrajectoryEvent>> episodes) {
    try (Publisher publisher = Publisher.open(topics)) {
      for (List<TrajectoryEvent> events : episodes) {
        events.forEach(event -> assertThat(publisher.event(event)).isTrue());
      }
      publisher.flush();
    }
  }

  /** Offsets and keys are where they were, so the same records lie where the savepoint says. */
  @Test
  void everyFormGoesOnAndCountsOn() throws Exception {
    List<Path> savepoints;
    try (Stream<Path> found = Files.list(FIXTURES)) {
      savepoints =
          found
              .filter(form -> form.getFileName().toString().startsWith(FORMS))
              .sorted(Comparator.comparing(Path::toString))
              .toList();
    }
    assertThat(savepoints).isNotEmpty();
    for (Path savepoint : savepoints) {
      Connection topics = filledTopics(savepoint.getFileName().toString());
      try {
        goOn(savepoint, topics);
      } finally {
        broker.close();
      }
    }
  }

  private static void goOn(Path savepoint, Connection topics) throws Exception {
    publish(topics, SECOND_HALVES);
    Ledger ledger;
    List<Diagnosis> all;
    try (LiveJob job = LiveJob.from(savepoint.toUri().toString(), topics, DEADLINE);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      all =
          read.await(
              "every episode", Await.LONGEST, some -> TopicRecords.ended(some) == expected.size());
      job.stop(directory.resolve(savepoint.getFileName() + "-later"));
      ledger = job.end();
    }
    assertThat(ledger.started()).as(savepoint.toString()).isEqualTo(expected.size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.recordsUsed()).isEqualTo(events(FIRST_HALVES) + events(SECOND_HALVES));
    assertThat(ledger.recordsDuplicate()).isZero();
    assertThat(ledger.balances()).isTrue();
    assertThat(ofEpisodes(TopicRecords.byEpisode(all))).isEqualTo(ofEpisodes(expected));
  }

  private static Map<String, Diagnosis> ofEpisodes(Map<String, List<Diagnosis>> diagnoses) {
    Map<String, Diagnosis> ofEpisodes = new LinkedHashMap<>();
    diagnoses.values().stream()
        .flatMap(List::stream)
        .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE)
        .forEach(diagnosis -> ofEpisodes.put(diagnosis.getEpisodeId(), diagnosis));
    return ofEpisodes;
  }

  private static long events(List<List<TrajectoryEvent>> episodes) {
    return episodes.stream().mapToLong(List::size).sum();
  }

  @Test
  @EnabledIfSystemProperty(named = "sealflow.savepoint.name", matches = "diagnosis-.+")
  void aSavepointOfTheFormInUseIsWritten() throws Exception {
    String name = System.getProperty("sealflow.savepoint.name");
    Connection topics = filledTopics("written");
    try (LiveJob job = LiveJob.withDeadline(topics, DEADLINE);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      long ended = Samples.turnsEnded(FIRST_HALVES);
      // Once their diagnoses are committed, no transaction is left open in the savepoint.
      read.await("every turn that has ended", Await.LONGEST, all -> all.size() == ended);
      job.awaitRecordsRead(events(FIRST_HALVES));
      Path savepoint = Path.of(URI.create(job.stop(directory.resolve("new"))));
      Files.createDirectories(FIXTURES);
      Files.move(savepoint, FIXTURES.resolve(name));
    } finally {
      broker.close();
    }
    assertThat(FIXTURES.resolve(name).resolve("_metadata")).isNotEmptyFile();
  }
}
