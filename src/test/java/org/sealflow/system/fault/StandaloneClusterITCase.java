package org.sealflow.system.fault;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.EpisodeStream;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.RollingEpisodes;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.StandaloneCluster;
import org.sealflow.system.fixture.TopicRecords;
import org.sealflow.tau.live.TestingFolder;

/** The job jar on a real cluster of processes, and what it survives. */
@Tag("long")
final class StandaloneClusterITCase {
  private static final Pattern JOB_ID = Pattern.compile("JobID ([0-9a-f]{32})");
  private static final int ROUNDS = 8;
  private static final Duration EVENT_INTERVAL = Duration.ofMillis(2);

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  @AutoClose private static StandaloneCluster cluster;
  private static Map<String, List<TrajectoryEvent>> samples;
  private static Map<String, List<Diagnosis>> expected;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    cluster =
        StandaloneCluster.start(
            directory.resolve("cluster"), Path.of("target/standalone-cluster"), "first", "second");
    samples = Samples.episodes(Samples.calls(), RecordedFormat.CALLS);
    expected = Samples.diagnoses(Samples.calls(), RecordedFormat.CALLS);
  }

  @Test
  void aKilledTaskManagerLosesAndDoublesNothing() throws Exception {
    Connection topics = broker.topics("kill.");
    publishTasks(topics);
    String job = submit(topics, "diagnose", 2);
    cluster.awaitRunning(job, Await.LONGEST);
    Map<String, List<Diagnosis>> wanted = new LinkedHashMap<>();
    List<List<TrajectoryEvent>> episodes = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (String sample : samples.keySet()) {
        EpisodeAttempt attempt = new EpisodeAttempt("kill", round + "/" + sample, 0);
        episodes.add(Samples.as(attempt, samples.get(sample)));
        wanted.put(attempt.episodeId(), Samples.of(attempt, expected.get(sample)));
      }
    }
    List<Diagnosis> written;
    try (EpisodeStream stream = EpisodeStream.start(topics, episodes.iterator(), EVENT_INTERVAL);
        TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      read.await("diagnoses before the kill", Await.LONGEST, all -> TopicRecords.ended(all) > 100);
      Set<String> begunBefore = stream.begun();
      cluster.killBusiest(job);
      long killed = System.nanoTime();
      Await.until(
          "the job to go back to a checkpoint", Await.LONGEST, () -> cluster.restored(job) > 0);
      cluster.awaitRunning(job, Await.LONGEST);
      read.await(
          "a diagnosis of an episode that began after the kill",
          Await.LONGEST,
          all -> all.stream().anyMatch(one -> !begunBefore.contains(one.getEpisodeId())));
      System.out.printf(
          Locale.ROOT,
          "recovered %.1f s after the kill (goal: 15 s)%n",
          (System.nanoTime() - killed) / 1e9);
      stream.end();
      assertThat(begunBefore.size()).isLessThan(wanted.size());
      read.await("every episode", Await.LONGEST, all -> TopicRecords.ended(all) == wanted.size());
      awaitLedger(job, wanted.size());
      written = read.all();
    }
    Ledger ledger = cluster.ledger(job);
    cluster.cancel(job);

    TopicRecords.assertSame(deduplicated(written), wanted);
    assertThat(failures(topics)).isEmpty();
    assertThat(ledger.balances()).isTrue();
    assertThat(ledger.started()).isEqualTo(wanted.size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.recordsUsed()).isEqualTo(episodes.stream().mapToLong(List::size).sum());
    assertThat(ledger.recordsDuplicate() + ledger.recordsFailed()).isZero();
  }

  @Test
  void theJobJarRunsUnderFlinksOwnCommandLineAndGoesOnWithOtherParallelism() throws Exception {
    Connection topics = broker.topics("run.");
    publishTasks(topics);
    List<List<TrajectoryEvent>> firstHalves = new ArrayList<>();
    List<List<TrajectoryEvent>> secondHalves = new ArrayList<>();
    for (List<TrajectoryEvent> events : samples.values()) {
      firstHalves.add(events.subList(0, events.size() / 2));
      secondHalves.add(events.subList(events.size() / 2, events.size()));
    }
    String jar = StandaloneCluster.jobJar().toString();
    List<String> settings =
        List.of(
            "--bootstrap-servers",
            topics.bootstrapServers(),
            "--topic-prefix",
            "run.",
            "--checkpoint-interval",
            "1s",
            "--max-parallelism",
            "12",
            "--buffer-timeout",
            "20ms");
    String job = flinkRun(settings, "run", "-d", "-p", "1", jar);
    String savepoint;
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      publish(topics, firstHalves);
      long before = Samples.turnsEnded(firstHalves);
      read.await("every turn that has ended", Await.LONGEST, all -> all.size() == before);
      savepoint = cluster.stopWithSavepoint(job);
      publish(topics, secondHalves);
      String later = flinkRun(settings, "run", "-d", "-p", "2", "-s", savepoint, jar);
      List<Diagnosis> all =
          read.await(
              "every episode", Await.LONGEST, some -> TopicRecords.ended(some) == samples.size());
      awaitLedger(later, samples.size());
      assertThat(cluster.instances(later)).isGreaterThan(cluster.instances(job));
      cluster.cancel(later);
      TopicRecords.assertSame(TopicRecords.byEpisode(all), expected);
    }
    assertThat(failures(topics)).isEmpty();
  }

  @Test
  void episodesOfASubmittedRolloutJobAreDiagnosedByAnotherJob() throws Exception {
    Connection topics = broker.topics("rollout.");
    String diagnosing = submit(topics, "diagnose", 1);
    String playing =
        submit(
            topics,
            "rollout",
            1,
            "--policy",
            "scripted",
            "--tasks",
            Samples.tasks().toString(),
            "--category",
            "multi_turn_base",
            "--as-of",
            Samples.AS_OF,
            "--run",
            "submitted",
            "--batches",
            "2",
            "--groups",
            "4",
            "--group-size",
            "2");
    List<Diagnosis> written;
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      written = read.await("every episode", Await.LONGEST, all -> TopicRecords.ended(all) == 16);
    }
    cluster.cancel(playing);
    assertConversationsAreDiagnosedToo(topics);
    cluster.cancel(diagnosing);

    assertThat(written)
        .filteredOn(one -> one.getKind() == DiagnosisKind.EPISODE)
        .hasSize(16)
        .allSatisfy(one -> assertThat(one.getRunId()).isEqualTo("submitted"))
        .allSatisfy(
            one ->
                assertThat(requireNonNull(one.getEpisodeDiagnosis()).getStrictSuccess()).isTrue())
        .extracting(one -> requireNonNull(one.getEpisodeDiagnosis()).getBatchNumber())
        .containsOnly(0L, 1L);
    assertThat(failures(topics)).isEmpty();
  }

  /** The jobs find the environment of tau2-bench in the jar that was sent. */
  private static void assertConversationsAreDiagnosedToo(Connection topics) throws Exception {
    String playing =
        submit(
            topics,
            "rollout",
            1,
            "--policy",
            "scripted",
            "--user",
            "scripted",
            "--tasks",
            TestingFolder.writeWithNotice(directory.resolve("tau2")).toString(),
            "--task",
            TestingFolder.NOTICE,
            "--run",
            "conversations",
            "--batches",
            "1",
            "--groups",
            "1",
            "--group-size",
            "2");
    List<Diagnosis> written;
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      written =
          read.await("every conversation", Await.LONGEST, all -> TopicRecords.ended(all) == 18);
    }
    cluster.cancel(playing);
    assertThat(written)
        .filteredOn(one -> one.getRunId().equals("conversations"))
        .filteredOn(one -> one.getKind() == DiagnosisKind.EPISODE)
        .hasSize(2)
        .allSatisfy(
            one ->
                assertThat(requireNonNull(one.getEpisodeDiagnosis()).getVerdict())
                    .isEqualTo(Verdict.PASSED));
  }

  private static String flinkRun(List<String> settings, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.addAll(settings);
    Matcher submitted = JOB_ID.matcher(cluster.flink(words.toArray(String[]::new)));
    assertThat(submitted.find()).isTrue();
    return submitted.group(1);
  }

  private static String submit(Connection topics, String job, int parallelism, String... options)
      throws Exception {
    return cluster.submit(job, topics, parallelism, "1s", List.of(options));
  }

  /** TaskManagers report counts with their heartbeats, so the last ones come a moment later. */
  private static void awaitLedger(String job, int episodes) throws Exception {
    Await.until(
        "the ledger of " + episodes + " episodes",
        Await.LONGEST,
        () -> {
          Ledger ledger = cluster.ledger(job);
          return ledger.started() == episodes && ledger.inFlight() == 0;
        });
  }

  /** Diagnoses by episode with repeated ones left out; only equal ones may share their key. */
  private static Map<String, List<Diagnosis>> deduplicated(List<Diagnosis> written) {
    Map<String, Diagnosis> first = new HashMap<>();
    List<Diagnosis> once = new ArrayList<>();
    for (Diagnosis diagnosis : written) {
      Diagnosis earlier = first.putIfAbsent(key(diagnosis), diagnosis);
      if (earlier == null) {
        once.add(diagnosis);
      } else {
        assertThat(diagnosis).isEqualTo(earlier);
      }
    }
    return TopicRecords.byEpisode(once);
  }

  private static String key(Diagnosis diagnosis) {
    return diagnosis.getEpisodeId()
        + " "
        + diagnosis.getAttempt()
        + " "
        + (diagnosis.getTurnDiagnosis() == null
            ? "whole"
            : String.valueOf(diagnosis.getTurnDiagnosis().getTurn()));
  }

  private static List<Failure> failures(Connection topics) throws Exception {
    try (TopicRecords<Failure> read = TopicRecords.of(topics, Topic.FAILURES, Failure.class)) {
      return read.all();
    }
  }

  private static void publishTasks(Connection topics) throws Exception {
    try (Publisher publisher = Publisher.open(topics)) {
      Samples.taskRecords().forEach(publisher::task);
      publisher.flush();
    }
  }

  private static void publish(Connection topics, List<List<TrajectoryEvent>> episodes) {
    try (Publisher publisher = Publisher.open(topics)) {
      new RollingEpisodes(episodes.iterator()).forEachRemaining(publisher::event);
      publisher.flush();
    }
  }
}
