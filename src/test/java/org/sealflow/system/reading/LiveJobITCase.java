package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.LiveSamples;
import org.sealflow.system.fixture.LiveTopics;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** The live job between a real broker's topics. */
final class LiveJobITCase {

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static LiveSamples samples;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    samples = LiveSamples.read();
  }

  @Test
  void everyTurnIsDiagnosedOnceAndAsReplayDoes() throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "once.");
    topics.publishTasks(Samples.taskRecords());
    topics.publish(LiveSamples.interleaved(samples.episodes().values()));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics.connection())) {
      ledger = job.end();
    }
    TopicRecords.assertSame(topics.diagnoses(), samples.expected());
    assertThat(topics.failures()).isEmpty();
    assertThat(ledger.balances()).isTrue();
    assertThat(ledger.started()).isEqualTo(samples.episodes().size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.passed()).isEqualTo(samples.verdicts(Verdict.PASSED));
    assertThat(ledger.policyFailed()).isEqualTo(samples.verdicts(Verdict.POLICY_FAILED));
    assertThat(ledger.recordsUsed()).isEqualTo(LiveSamples.events(samples.episodes().values()));
    assertThat(ledger.recordsDuplicate() + ledger.recordsFailed()).isZero();
  }

  @Test
  void recordsThatComeTwiceAndLateAttemptsChangeNothing() throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "again.");
    topics.publishTasks(Samples.taskRecords());
    String sample = "samples/1/solved_base_2";
    List<TrajectoryEvent> first = samples.as("e", 0, sample);
    List<TrajectoryEvent> second = samples.as("e", 1, sample);
    int cut = first.size() / 2;
    int whole = first.size();
    Ledger ledger;
    try (LiveJob job = LiveJob.unbounded(topics.connection());
        TopicRecords<Diagnosis> read = topics.readDiagnoses()) {
      topics.publish(first.subList(0, cut));
      read.await("a turn of the first attempt", Await.LONGEST, all -> !all.isEmpty());
      topics.publish(first.subList(0, 2));
      topics.publish(second);
      topics.publish(first.subList(cut, whole));
      topics.publish(second);
      topics.publish(samples.as("e", 2, sample));
      topics.publishTasks(Samples.taskRecords());
      job.awaitRecordsRead(4L * whole + 2);
      job.stop(directory.resolve("again-savepoints"));
      ledger = job.end();
    }
    List<Diagnosis> all = topics.diagnoses().get("e");
    List<Diagnosis> attempt1 =
        Samples.of(new EpisodeAttempt("run", "e", 1), samples.expected(sample));
    assertThat(all.stream().filter(diagnosis -> diagnosis.getAttempt() == 1).toList())
        .isEqualTo(attempt1);
    // Turns of the given-up attempt that had ended were diagnosed; an episode it never became.
    List<Diagnosis> attempt0 =
        Samples.of(new EpisodeAttempt("run", "e", 0), samples.expected(sample));
    List<Diagnosis> early = all.stream().filter(diagnosis -> diagnosis.getAttempt() == 0).toList();
    assertThat(early).isNotEmpty().isEqualTo(attempt0.subList(0, early.size()));
    assertThat(early).noneMatch(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE);
    assertThat(all).noneMatch(diagnosis -> diagnosis.getAttempt() == 2);
    assertThat(topics.failures()).isEmpty();
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

  @Test
  void anEpisodeThatCannotBeVerifiedIsAFailureAndTheOthersGoOn() throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "undated.");
    topics.publishTasks(Samples.taskRecords());
    String dated = "samples/3/solved_base_11_dated";
    String other = "samples/0/solved_base_0";
    List<TrajectoryEvent> undated = samples.as("undated", 0, dated);
    EpisodeStarted header =
        EpisodeStarted.newBuilder(undated.get(0).getEpisodeStarted()).setAsOfDate(null).build();
    undated.get(0).setEpisodeStarted(header);
    topics.publish(
        LiveSamples.interleaved(List.of(undated, samples.episode(other), samples.episode(dated))));
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics.connection())) {
      ledger = job.end();
    }
    TopicRecords.assertSame(
        topics.diagnoses(), Map.of(other, samples.expected(other), dated, samples.expected(dated)));
    assertThat(topics.failures())
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
    LiveTopics topics = LiveTopics.of(broker, "savepoint.");
    topics.publishTasks(Samples.taskRecords());
    List<List<TrajectoryEvent>> firstHalves = new ArrayList<>();
    List<List<TrajectoryEvent>> secondHalves = new ArrayList<>();
    for (List<TrajectoryEvent> events : samples.episodes().values()) {
      int cut = events.size() / 2;
      firstHalves.add(events.subList(0, cut));
      secondHalves.add(events.subList(cut, events.size()));
    }
    String savepoint;
    long before = Samples.turnsEnded(firstHalves);
    try (LiveJob job = LiveJob.unbounded(topics.connection());
        TopicRecords<Diagnosis> read = topics.readDiagnoses()) {
      topics.publish(LiveSamples.interleaved(firstHalves));
      // With all of them out, nothing is left to do between the savepoint and the end of the job.
      read.await("every turn that has ended", Await.LONGEST, all -> all.size() == before);
      savepoint = job.stop(directory.resolve("savepoints"));
      assertThat(read.all()).hasSize((int) before);
    }
    topics.publish(LiveSamples.interleaved(secondHalves));
    Ledger ledger;
    try (LiveJob job = LiveJob.from(savepoint, topics.connection());
        TopicRecords<Diagnosis> read = topics.readDiagnoses()) {
      List<Diagnosis> all =
          read.await(
              "every episode",
              Await.LONGEST,
              some -> TopicRecords.ended(some) == samples.episodes().size());
      assertThat(all).hasSizeGreaterThan((int) before);
      job.stop(directory.resolve("later-savepoints"));
      ledger = job.end();
    }
    TopicRecords.assertSame(topics.diagnoses(), samples.expected());
    assertThat(topics.failures()).isEmpty();
    assertThat(ledger.started()).isEqualTo(samples.episodes().size());
    assertThat(ledger.inFlight()).isZero();
    assertThat(ledger.recordsUsed()).isEqualTo(LiveSamples.events(samples.episodes().values()));
    assertThat(ledger.recordsDuplicate()).isZero();
    assertThat(ledger.balances()).isTrue();
  }
}
