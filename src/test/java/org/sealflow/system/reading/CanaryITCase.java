package org.sealflow.system.reading;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** What a canary says about diagnoses that another release has made. */
final class CanaryITCase {
  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static Map<String, List<TrajectoryEvent>> samples;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    samples = Samples.episodes(Samples.calls(), RecordedFormat.CALLS);
  }

  private static Connection diagnosed(String prefix) throws Exception {
    Connection topics = broker.topics(prefix);
    try (Publisher publisher = Publisher.open(topics)) {
      Samples.taskRecords().forEach(publisher::task);
      samples.values().forEach(events -> events.forEach(publisher::event));
      publisher.flush();
    }
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      job.end();
    }
    return topics;
  }

  /** Diagnoses an episode that began an hour ago and others that began now. */
  private static Connection straddled(
      String prefix, List<TrajectoryEvent> earlier, List<List<TrajectoryEvent>> others)
      throws Exception {
    Connection topics = broker.topics(prefix);
    try (Publisher publisher = Publisher.open(topics)) {
      Samples.taskRecords().forEach(publisher::task);
      publisher.flush();
    }
    Instant now = Instant.now();
    int half = earlier.size() / 2;
    HostedBroker.sendAt(
        topics, earlier.subList(0, half), now.minus(Duration.ofHours(1)).toEpochMilli());
    HostedBroker.sendAt(topics, earlier.subList(half, earlier.size()), now.toEpochMilli());
    for (List<TrajectoryEvent> events : others) {
      HostedBroker.sendAt(topics, events, now.toEpochMilli());
    }
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      job.end();
    }
    return topics;
  }

  private static List<Diagnosis> diagnoses(Connection topics) throws Exception {
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      return new ArrayList<>(read.all());
    }
  }

  private static void send(Diagnosis diagnosis, Connection topics) throws Exception {
    HostedBroker.send(
        topics,
        Topic.DIAGNOSES,
        diagnosis.getEpisodeId().getBytes(StandardCharsets.UTF_8),
        Codec.of(Diagnosis.class).encode(diagnosis));
  }

  private static Console canary(Connection topics, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "canary",
                "--bootstrap-servers",
                topics.bootstrapServers(),
                "--topic-prefix",
                topics.topics().prefix()));
    arguments.addAll(List.of(options));
    return Console.run(arguments.toArray(String[]::new));
  }

  @Test
  void theSameReleaseChangesNothing() throws Exception {
    Connection topics = diagnosed("same.");
    int made = diagnoses(topics).size();

    Console console = canary(topics);

    assertThat(console.err()).isEmpty();
    assertThat(console.exitCode()).isZero();
    assertThat(console.out())
        .isEqualTo(
            made
                + " diagnoses compared, 0 would change; 0 would be missing, 0 would be new or are"
                + " not made yet\n");
    assertThat(diagnoses(topics)).hasSize(made);
  }

  @Test
  void whatAnotherReleaseSaidIsListedByItsChange() throws Exception {
    Connection topics = diagnosed("other.");
    List<Diagnosis> made = diagnoses(topics);
    List<Diagnosis> missing =
        made.stream()
            .filter(each -> each.getKind() == DiagnosisKind.TURN)
            .filter(
                each ->
                    requireNonNull(each.getTurnDiagnosis()).getFailure()
                        == TurnFailure.MISSING_CALL)
            .limit(2)
            .toList();
    assertThat(missing).hasSize(2);
    for (Diagnosis diagnosis : missing) {
      requireNonNull(diagnosis.getTurnDiagnosis()).setFailure(TurnFailure.WRONG_EFFECT);
      send(diagnosis, topics);
    }

    Console console = canary(topics, "--json");

    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out())
        .contains("\"compared\":" + made.size() + ",\"changed\":2,\"missing\":0")
        .contains(
            "{\"of\":\"turn\",\"field\":\"failure\",\"before\":\"WRONG_EFFECT\","
                + "\"now\":\"MISSING_CALL\",\"count\":2,");
    assertThat(canary(topics).out())
        .contains("what changes\n")
        .containsPattern("turn *\\| *failure *\\| *WRONG_EFFECT *\\| *MISSING_CALL *\\|.*\\| *2");
  }

  @Test
  void anEpisodeThatBeganBeforeTheStartIsNotMissing() throws Exception {
    List<List<TrajectoryEvent>> episodes = List.copyOf(samples.values()).subList(0, 3);
    String earlier = episodes.get(0).get(0).getEpisodeId();
    Connection topics = straddled("since.", episodes.get(0), episodes.subList(1, 3));
    List<Diagnosis> made = diagnoses(topics);
    assertThat(made).extracting(Diagnosis::getEpisodeId).contains(earlier);
    long begunLater =
        made.stream().filter(diagnosis -> !diagnosis.getEpisodeId().equals(earlier)).count();

    Console console = canary(topics, "--since", "30m", "--json");

    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out())
        .contains("\"compared\":" + begunLater + ",\"changed\":0,\"missing\":0,\"undiagnosed\":0");
  }

  @Test
  void aStartThatIsNoneIsOneLine() throws Exception {
    Console console = canary(broker.topics("wrong."), "--since", "yesterday");

    assertThat(console.exitCode()).isEqualTo(2);
    assertThat(console.err()).startsWith("sealflow: --since 'yesterday' is no start");
  }
}
