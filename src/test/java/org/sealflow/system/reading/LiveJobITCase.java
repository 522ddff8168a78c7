package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** The live job between a real broker's topics. */
final class LiveJobITCase {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static Map<String, List<TrajectoryEvent>> episodes;
  private static Map<String, List<Diagnosis>> expected;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    episodes = new LinkedHashMap<>(Samples.episodes(Samples.calls(), RecordedFormat.CALLS));
    episodes.putAll(Samples.episodes(Samples.results(), RecordedFormat.BFCL_RESULT));
    expected = new LinkedHashMap<>(Samples.diagnoses(Samples.calls(), RecordedFormat.CALLS));
    expected.putAll(Samples.diagnoses(Samples.results(), RecordedFormat.BFCL_RESULT));
  }

  @Test
  void everyTurnIsDiagnosedOnceAndAsReplayDoes() throws Exception {
    Connection topics = broker.topics("once.");
    publishTasks(topics, Samples.taskRecords());
    publish(topics, interleaved(episodes.values()));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      ledger = job.end();
    }
    TopicRecords.assertSame(diagnoses(topics), expected);
    assertThat(failures(topics)).isEmpty();
    assertThat(ledger.balances()).isTrue();
    assertThat(ledger.started()).isEqualTo(episodes.size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.passed()).isEqualTo(expectedVerdicts("PASSED"));
    assertThat(ledger.policyFailed()).isEqualTo(expectedVerdicts("POLICY_FAILED"));
    assertThat(ledger.recordsUsed()).isEqualTo(events(episodes.values()));
    assertThat(ledger.recordsDuplicate() + ledger.recordsFailed()).isZero();
  }

  @Test
  void whatCannotBeUsedIsKeptWithItsPlaceAndItsBytes() throws Exception {
    Connection topics = broker.topics("broken.");
    String id = "samples/0/solved_base_0";
    byte[] key = id.getBytes(StandardCharsets.UTF_8);
    List<TrajectoryEvent> events = episode(id);
    publishTasks(topics, Samples.taskRecords());
    publish(topics, events.subList(0, 3));
    byte[] good = Codec.of(TrajectoryEvent.class).encode(events.get(1));
    List<Sent> sent = new ArrayList<>();
    Sender sender = new Sender(topics, key, sent);
    sender.send("a line of text".getBytes(StandardCharsets.UTF_8), "expected C3 01");
    sender.send(Arrays.copyOf(good, good.length - 4), "damaged");
    sender.send(Arrays.copyOf(good, good.length + 1), "the record ends at byte");
    sender.send(
        Codec.of(TaskRecord.class).encode(Samples.taskRecords().get(0)), "holds a TaskRecord");
    sender.send(invalid(events.get(1)), "sequence");
    sender.sendDeletion("0 bytes");
    sender.sendTask(new byte[] {1, 2, 3}, "TaskRecord: 3 bytes");
    publish(topics, events.subList(3, events.size()));

    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      ledger = job.end();
    }
    TopicRecords.assertSame(diagnoses(topics), Map.of(id, expected(id)));
    Map<String, Failure> failures = new LinkedHashMap<>();
    for (Failure failure : failures(topics)) {
      failures.put(place(failure), failure);
    }
    assertThat(failures).hasSameSizeAs(sent);
    for (Sent one : sent) {
      assertThat(failures).containsKey(one.place());
      Failure failure = failures.get(one.place());
      assertThat(failure.getReason()).contains(one.complaint()).doesNotContain("\n");
      assertThat(failure.getRemedy()).isNotBlank();
      assertThat(failure.getBoundary()).isEqualTo(Boundary.PARSE);
      assertThat(failure.getOriginal()).isEqualTo(one.value());
      assertThat(failure.getOriginalLength()).isEqualTo(one.value().remaining());
      assertThat(failure.getOriginalKey()).isEqualTo(one.key());
    }
    // The ledger counts trajectories alone, so the broken task is not among them.
    assertThat(ledger.recordsFailed()).isEqualTo(sent.size() - 1);
    assertThat(ledger.recordsUsed()).isEqualTo(events.size());
    assertThat(ledger.balances()).isTrue();
  }

  @Test
  void recordsThatComeTwiceAndLateAttemptsChangeNothing() throws Exception {
    Connection topics = broker.topics("again.");
    publishTasks(topics, Samples.taskRecords());
    String sample = "samples/1/solved_base_2";
    List<TrajectoryEvent> first = as("e", 0, sample);
    List<TrajectoryEvent> second = as("e", 1, sample);
    int cut = first.size() / 2;
    int whole = first.size();
    Ledger ledger;
    try (LiveJob job = LiveJob.unbounded(topics);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      publish(topics, first.subList(0, cut));
      read.await("a turn of the first attempt", LONGEST, all -> !all.isEmpty());
      publish(topics, first.subList(0, 2));
      publish(topics, second);
      publish(topics, first.subList(cut, whole));
      publish(topics, second);
      publish(topics, as("e", 2, sample));
      publishTasks(topics, Samples.taskRecords());
      job.awaitRecordsRead(4L * whole + 2);
      job.stop(directory.resolve("again-savepoints"));
      ledger = job.end();
    }
    List<Diagnosis> all = diagnoses(topics).get("e");
    List<Diagnosis> attempt1 = Samples.of(new EpisodeAttempt("run", "e", 1), expected(sample));
    assertThat(all.stream().filter(diagnosis -> diagnosis.getAttempt() == 1).toList())
        .isEqualTo(attempt1);
    // Turns of the given-up attempt that had ended were diagnosed; an episode it never became.
    List<Diagnosis> attempt0 = Samples.of(new EpisodeAttempt("run", "e", 0), expected(sample));
    List<Diagnosis> early = all.stream().filter(diagnosis -> diagnosis.getAttempt() == 0).toList();
    assertThat(early).isNotEmpty().isEqualTo(attempt0.subList(0, early.size()));
    assertThat(early).noneMatch(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE);
    assertThat(all).noneMatch(diagnosis -> diagnosis.getAttempt() == 2);
    assertThat(failures(topics)).isEmpty();
    assertThat(ledger)
        .isEqualTo(
            new Ledger(
                2,
                1,
                0,
                0,
                0,
                1,
                0,
                4L * whole + 2,
                cut + whole,
                2L * whole + (whole - cut) + 2,
                0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEpisodeWaitsForATaskThatIsPublishedLateOrAgainAfterItsRemoval(boolean removed)
      throws Exception {
    Connection topics = broker.topics("late-" + removed + ".");
    String waiting = "samples/0/solved_base_0";
    String other = "samples/2/solved_base_6";
    List<TaskRecord> late = new ArrayList<>();
    List<TaskRecord> early = new ArrayList<>();
    for (TaskRecord record : Samples.taskRecords()) {
      Task task = record.getTask();
      (task != null && task.getTaskId().equals("multi_turn_base_0") ? late : early).add(record);
    }
    assertThat(late).hasSize(1);
    publishTasks(topics, early);
    long tasks = early.size();
    if (removed) {
      publishTasks(topics, late);
      remove(topics, TaskRecords.key(late.get(0)));
      tasks += 2;
    }
    long known = tasks;
    try (LiveJob job = LiveJob.unbounded(topics);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      Await.until("the tasks to be read", LONGEST, () -> isReadAndCommitted(topics, 0, known));
      publish(topics, episode(waiting));
      publish(topics, episode(other));
      List<Diagnosis> before =
          read.await(
              "the episode whose task is there", LONGEST, all -> TopicRecords.ended(all) == 1);
      TopicRecords.assertSame(TopicRecords.byEpisode(before), Map.of(other, expected(other)));

      publishTasks(topics, late);
      List<Diagnosis> after =
          read.await(
              "the episode whose task came late", LONGEST, all -> TopicRecords.ended(all) == 2);
      TopicRecords.assertSame(
          TopicRecords.byEpisode(after),
          Map.of(other, expected(other), waiting, expected(waiting)));
      job.stop(directory.resolve("late-savepoints"));
      Ledger ledger = job.end();
      assertThat(ledger.balances()).isTrue();
      assertThat(ledger.started()).isEqualTo(2);
      assertThat(ledger.inFlight()).isZero();
      assertThat(ledger.recordsFailed()).isZero();
      assertThat(failures(topics)).isEmpty();
    }
  }

  @Test
  void aTaskThatNeverComesIsAFailureThatSaysSo() throws Exception {
    Connection topics = broker.topics("never.");
    publish(topics, episode("samples/0/solved_base_0"));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      ledger = job.end();
    }
    assertThat(diagnoses(topics)).isEmpty();
    assertThat(failures(topics))
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
    assertThat(ledger.recordsFailed()).isEqualTo(episode("samples/0/solved_base_0").size());
    assertThat(ledger.balances()).isTrue();
  }

  @Test
  void anEpisodeThatCannotBeVerifiedIsAFailureAndTheOthersGoOn() throws Exception {
    Connection topics = broker.topics("undated.");
    publishTasks(topics, Samples.taskRecords());
    String dated = "samples/3/solved_base_11_dated";
    String other = "samples/0/solved_base_0";
    List<TrajectoryEvent> undated = as("undated", 0, dated);
    EpisodeStarted header =
        EpisodeStarted.newBuilder(undated.get(0).getEpisodeStarted()).setAsOfDate(null).build();
    undated.get(0).setEpisodeStarted(header);
    publish(topics, interleaved(List.of(undated, episode(other), episode(dated))));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      ledger = job.end();
    }
    TopicRecords.assertSame(
        diagnoses(topics), Map.of(other, expected(other), dated, expected(dated)));
    assertThat(failures(topics))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.getReason()).contains("date");
              assertThat(failure.getEpisodeId()).isEqualTo("undated");
              assertThat(failure.getBoundary()).isEqualTo(Boundary.VERIFY);
            });
    assertThat(ledger.balances()).isTrue();
    assertThat(ledger.started()).isEqualTo(3);
    assertThat(ledger.infrastructureFailed()).isEqualTo(1);
    assertThat(ledger.inFlight()).isZero();
  }

  @Test
  void aJobThatGoesOnFromItsSavepointLosesAndRepeatsNothing() throws Exception {
    Connection topics = broker.topics("savepoint.");
    publishTasks(topics, Samples.taskRecords());
    List<List<TrajectoryEvent>> firstHalves = new ArrayList<>();
    List<List<TrajectoryEvent>> secondHalves = new ArrayList<>();
    for (List<TrajectoryEvent> events : episodes.values()) {
      int cut = events.size() / 2;
      firstHalves.add(events.subList(0, cut));
      secondHalves.add(events.subList(cut, events.size()));
    }
    String savepoint;
    long before = Samples.turnsEnded(firstHalves);
    try (LiveJob job = LiveJob.unbounded(topics);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      publish(topics, interleaved(firstHalves));
      // With all of them out, nothing is left to do between the savepoint and the end of the job.
      read.await("every turn that has ended", LONGEST, all -> all.size() == before);
      savepoint = job.stop(directory.resolve("savepoints"));
      assertThat(read.all()).hasSize((int) before);
    }
    publish(topics, interleaved(secondHalves));
    Ledger ledger;
    try (LiveJob job = LiveJob.from(savepoint, topics);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      List<Diagnosis> all =
          read.await("every episode", LONGEST, some -> TopicRecords.ended(some) == episodes.size());
      assertThat(all).hasSizeGreaterThan((int) before);
      job.stop(directory.resolve("later-savepoints"));
      ledger = job.end();
    }
    TopicRecords.assertSame(diagnoses(topics), expected);
    assertThat(failures(topics)).isEmpty();
    assertThat(ledger.started()).isEqualTo(episodes.size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.recordsUsed()).isEqualTo(events(episodes.values()));
    assertThat(ledger.recordsDuplicate()).isZero();
    assertThat(ledger.balances()).isTrue();
  }

  @Test
  void aJobThatBeginsWithoutStateKnowsTheTasksPublishedBefore() throws Exception {
    Connection topics = broker.topics("stateless.");
    publishTasks(topics, Samples.taskRecords());
    String before = "samples/0/solved_base_0";
    String after = "samples/2/solved_base_6";
    publish(topics, episode(before));
    try (LiveJob job = LiveJob.unbounded(topics);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      read.await("the first episode", LONGEST, all -> TopicRecords.ended(all) == 1);
      Await.until(
          "the job's offsets to be committed",
          LONGEST,
          () -> isReadAndCommitted(topics, episode(before).size(), Samples.taskRecords().size()));
      job.stop(directory.resolve("lost-savepoints"));
    }
    publish(topics, episode(after));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      ledger = job.end();
    }
    TopicRecords.assertSame(
        diagnoses(topics), Map.of(before, expected(before), after, expected(after)));
    assertThat(failures(topics)).isEmpty();
    // The first episode was read by the first job, and its offset is committed.
    assertThat(ledger.started()).isEqualTo(1);
    assertThat(ledger.passed()).isEqualTo(1);
  }

  /** Whether so many trajectory events and tasks are behind the job's committed offsets. */
  private static boolean isReadAndCommitted(Connection topics, long events, long tasks)
      throws Exception {
    Map<String, Long> committed = new LinkedHashMap<>();
    try (Admin admin = topics.admin()) {
      admin
          .listConsumerGroupOffsets(CoEvolutionJob.NAME)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach((at, offset) -> committed.merge(at.topic(), offset.offset(), Long::sum));
    }
    return committed.getOrDefault(topics.topics().name(Topic.TRAJECTORIES), 0L) == events
        && committed.getOrDefault(topics.topics().name(Topic.TASKS), 0L) == tasks;
  }

  /** A record sent as it is, and what the failure made of it must say. */
  private record Sent(String place, @Nullable ByteBuffer key, ByteBuffer value, String complaint) {}

  /** Sends what cannot be used, and keeps where it went. */
  private static final class Sender {
    private final Connection topics;
    private final byte[] key;
    private final List<Sent> sent;

    Sender(Connection topics, byte[] key, List<Sent> sent) {
      this.topics = topics;
      this.key = key;
      this.sent = sent;
    }

    void send(byte[] value, String complaint) throws Exception {
      RecordMetadata at = HostedBroker.send(topics, Topic.TRAJECTORIES, key, value);
      sent.add(new Sent(place(at), ByteBuffer.wrap(key), ByteBuffer.wrap(value), complaint));
    }

    /** A record that has neither key nor value. */
    void sendDeletion(String complaint) throws Exception {
      RecordMetadata at = HostedBroker.send(topics, Topic.TRAJECTORIES, null, null);
      sent.add(new Sent(place(at), null, ByteBuffer.allocate(0), complaint));
    }

    void sendTask(byte[] value, String complaint) throws Exception {
      RecordMetadata at = HostedBroker.send(topics, Topic.TASKS, key, value);
      sent.add(new Sent(place(at), ByteBuffer.wrap(key), ByteBuffer.wrap(value), complaint));
    }

    private static String place(RecordMetadata at) {
      return at.topic() + "/" + at.partition() + "/" + at.offset();
    }
  }

  private static String place(Failure failure) {
    return failure.getSourceTopic()
        + "/"
        + failure.getSourcePartition()
        + "/"
        + failure.getSourceOffset();
  }

  /** A record that can be read and says something impossible. */
  private static byte[] invalid(TrajectoryEvent event) {
    TrajectoryEvent copy = TrajectoryEvent.newBuilder(event).build();
    copy.setSequence(-1);
    return Codec.of(TrajectoryEvent.class).encode(copy);
  }

  private static List<TrajectoryEvent> as(String episode, int attempt, String sample) {
    return Samples.as(new EpisodeAttempt("run", episode, attempt), episode(sample));
  }

  private static List<TrajectoryEvent> episode(String sample) {
    assertThat(episodes).containsKey(sample);
    return episodes.get(sample);
  }

  private static List<Diagnosis> expected(String sample) {
    assertThat(expected).containsKey(sample);
    return expected.get(sample);
  }

  private static long expectedVerdicts(String verdict) {
    return expected.values().stream()
        .flatMap(List::stream)
        .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE)
        .filter(diagnosis -> diagnosis.getEpisodeDiagnosis().getVerdict().name().equals(verdict))
        .count();
  }

  private static long events(Iterable<List<TrajectoryEvent>> episodes) {
    long events = 0;
    for (List<TrajectoryEvent> episode : episodes) {
      events += episode.size();
    }
    return events;
  }

  /** One event of each episode in turn, so that all are in flight together. */
  private static List<TrajectoryEvent> interleaved(Iterable<List<TrajectoryEvent>> episodes) {
    List<TrajectoryEvent> events = new ArrayList<>();
    boolean more = true;
    for (int sequence = 0; more; sequence++) {
      more = false;
      for (List<TrajectoryEvent> episode : episodes) {
        if (sequence < episode.size()) {
          events.add(episode.get(sequence));
          more = true;
        }
      }
    }
    return events;
  }

  private static void publishTasks(Connection topics, List<TaskRecord> records) {
    try (Publisher publisher = Publisher.open(topics)) {
      records.forEach(publisher::task);
      publisher.flush();
    }
  }

  private static void remove(Connection topics, String task) {
    try (Publisher publisher = Publisher.open(topics)) {
      publisher.removeTask(task);
      publisher.flush();
    }
  }

  private static void publish(Connection topics, List<TrajectoryEvent> events) {
    try (Publisher publisher = Publisher.open(topics)) {
      for (TrajectoryEvent event : events) {
        assertThat(publisher.event(event)).isTrue();
      }
      publisher.flush();
    }
  }

  private static Map<String, List<Diagnosis>> diagnoses(Connection topics) throws Exception {
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      return TopicRecords.byEpisode(read.all());
    }
  }

  private static List<Failure> failures(Connection topics) throws Exception {
    try (TopicRecords<Failure> read = TopicRecords.of(topics, Topic.FAILURES, Failure.class)) {
      return read.all();
    }
  }
}
