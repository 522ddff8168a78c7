package org.sealflow.jobs.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.replay.recorded.RecordedEvents;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.digest.Sha256;

class PublishCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path folder;

  @Test
  void tasksAndEventsGetTheKeysOfTheirTopics() throws Exception {
    String prefix = BROKER.newTopics();
    TestingCommandLine publish = publish(prefix, twoEpisodes("list it"));
    assertThat(publish.err()).isEmpty();
    assertThat(publish.exitCode()).isZero();
    assertThat(publish.out()).startsWith("published 8 events of 2 episodes and 2 task records in ");
    assertThat(BROKER.records(prefix, Topic.TASKS))
        .extracting(record -> TestingRecords.text(record.key()))
        .containsExactly(TestingRecords.DIGEST, "multi_turn_base_4/" + TestingRecords.DIGEST);
    Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    List<Integer> sequences = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.TRAJECTORIES)) {
      TrajectoryEvent event = codec.decode(record.value());
      assertThat(TestingRecords.text(record.key())).isEqualTo(event.getEpisodeId());
      if (event.getEpisodeId().equals("e1")) {
        sequences.add(event.getSequence());
      }
    }
    assertThat(sequences).containsExactly(0, 1, 2, 3);
    assertThat(BROKER.records(prefix, Topic.FAILURES)).isEmpty();
  }

  @Test
  void whatTheFilesHoldThatIsNoTrajectoryGoesToTheFailures() throws Exception {
    String prefix = BROKER.newTopics();
    RecordedEvents.Source source =
        (request, turnedAway) -> {
          turnedAway.accept(TestingRecords.failedLine());
          return new TestingRecordedEvents(List.of(), List.of());
        };
    TestingCommandLine publish = publish(prefix, source, "--json");
    assertThat(publish.exitCode()).isZero();
    assertThat(publish.err())
        .contains("1 input could not be used; `sealflow failures list` says why");
    JsonNode counts = new ObjectMapper().readTree(publish.out());
    assertThat(counts.get("failures").asInt()).isEqualTo(1);
    assertThat(counts.get("events").asInt()).isZero();
    assertThat(BROKER.records(prefix, Topic.FAILURES))
        .extracting(record -> TestingRecords.text(record.key()))
        .containsExactly("runs/result.jsonl:17");
  }

  @Test
  void anEventTooLargeForAMessageBecomesAFailure() throws Exception {
    String prefix = BROKER.newTopics();
    String text = "x".repeat(Topic.LARGEST_MESSAGE_BYTES);
    TestingCommandLine publish = publish(prefix, twoEpisodes(text));
    assertThat(publish.exitCode()).isZero();
    assertThat(publish.out()).startsWith("published 6 events of 2 episodes");
    List<ConsumerRecord<byte[], byte[]>> records = BROKER.records(prefix, Topic.FAILURES);
    assertThat(records).hasSize(2);
    Failure failure = Codec.of(Failure.class).decode(records.get(0).value());
    assertThat(failure.getBoundary()).isEqualTo(Boundary.PUBLISH);
    assertThat(failure.getReason())
        .startsWith("event 1 of episode e1 has 8388680 bytes; with its key");
    assertThat(failure.getFailedAt()).isEqualTo(TestingRecords.TIME);
    assertThat(failure.getOriginal().remaining()).isEqualTo(64 * 1024);
    assertThat(failure.getOriginalLength()).isGreaterThan(Topic.LARGEST_MESSAGE_BYTES);
    assertThat(failure.getEpisodeId()).isEqualTo("e1");
  }

  @Test
  void anEventThatJustFitsIsSent() {
    String prefix = BROKER.newTopics();
    String text = "x".repeat(Topic.LARGEST_MESSAGE_BYTES - 2048);
    TestingCommandLine publish = publish(prefix, twoEpisodes(text));
    assertThat(publish.err()).isEmpty();
    assertThat(publish.out()).startsWith("published 8 events of 2 episodes");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES)).hasSize(8);
  }

  @Test
  void missingTopicsAreOneLine() {
    TestingCommandLine publish = publish(BROKER.newPrefix(), twoEpisodes("a"));
    assertThat(publish.exitCode()).isEqualTo(1);
    assertThat(publish.err())
        .contains("no topic test")
        .contains("create the topics with `sealflow topics create`");
    assertThat(publish.err().lines()).hasSize(1);
  }

  @Test
  void aRateMustBePositive() {
    TestingCommandLine publish = publish(BROKER.newPrefix(), twoEpisodes("a"), "--rate", "0");
    assertThat(publish.exitCode()).isEqualTo(2);
    assertThat(publish.err()).contains("--rate is 0.0, expected events per second above 0");
  }

  @Test
  void otherFilesAreAnotherRunAndTheSameFilesTheSame() throws Exception {
    String prefix = BROKER.newTopics();
    Path first = log("first.jsonl", "The folder is empty.");
    Path second = log("second.jsonl", "The folder holds a file.");
    TestingCommandLine published = publishLog(prefix, first);
    String run = "publish-" + Sha256.hex(Files.readAllBytes(first)).substring(0, 8);
    assertThat(published.out()).startsWith("published ").endsWith(" as run " + run + "\n");
    assertThat(publishedIds(prefix)).containsExactly(run + "/0/one");
    publishLog(prefix, first);
    assertThat(publishedIds(prefix)).containsExactly(run + "/0/one");
    publishLog(prefix, second);
    assertThat(publishedIds(prefix)).hasSize(2);
  }

  @Test
  void aRunThatIsNamedIsThatRun() throws Exception {
    String prefix = BROKER.newTopics();
    Path log = log("log.jsonl", "The folder is empty.");
    TestingCommandLine published = publishLog(prefix, log, "--run", "monday", "--json");
    assertThat(new ObjectMapper().readTree(published.out()).get("run").asText())
        .isEqualTo("monday");
    assertThat(publishedIds(prefix)).containsExactly("monday/0/one");
  }

  @Test
  void aRunThatIsNotNamedIsNamedAfterAllFilesInTheirOrder() throws Exception {
    String prefix = BROKER.newTopics();
    Path first = log("first.jsonl", "The folder is empty.");
    Path second = log("second.jsonl", "The folder holds a file.");
    publishLog(prefix, first, second.toString());
    publishLog(prefix, second, first.toString());
    assertThat(publishedIds(prefix)).hasSize(4);
  }

  @Test
  void aRecordingOfEventsNamesItsRunItself() throws Exception {
    Path recording = Files.createFile(folder.resolve("events.avro"));
    TestingCommandLine named =
        TestingCommandLine.run(
            "publish",
            recording.toString(),
            "--format",
            "sealflow",
            "--tasks",
            folder.toString(),
            "--run",
            "monday");
    assertThat(named.exitCode()).isEqualTo(2);
    assertThat(named.err().lines()).hasSize(1);
    assertThat(named.err())
        .contains("--run is monday", "the format sealflow", "name their run themselves");
    TestingCommandLine unnamed = publishAs("sealflow", BROKER.newTopics(), twoEpisodes("a"));
    assertThat(unnamed.exitCode()).as(unnamed.err()).isZero();
    assertThat(unnamed.out()).doesNotContain("as run");
  }

  @Test
  void anEpisodeInTwoRecordingsIsRefusedBeforeAnythingIsSent() throws Exception {
    String prefix = BROKER.newTopics();
    Path first = recording("first.avro", "e1");
    Path second = recording("second.avro", "e1");
    TestingCommandLine refused =
        TestingCommandLine.run(
            "publish",
            first.toString(),
            second.toString(),
            "--tasks",
            Reference.repository().resolve("data/tasks").toString(),
            "--data-dir",
            BROKER.dataDirectory().toString(),
            "--topic-prefix",
            prefix);
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err())
        .contains(first + " and " + second + " both hold an episode e1, expected other ids")
        .contains("--topic-prefix");
    assertThat(BROKER.records(prefix, Topic.TASKS)).isEmpty();
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES)).isEmpty();
  }

  @Test
  void recordingsOfOtherEpisodesArePublishedTogether() throws Exception {
    Path first = recording("first.avro", "e1");
    Path second = recording("second.avro", "e2");
    TestingCommandLine published =
        publishFile("sealflow", BROKER.newTopics(), twoEpisodes("a"), first, second.toString());
    assertThat(published.exitCode()).as(published.err()).isZero();
  }

  private Path recording(String name, String episode) throws IOException {
    Path file = folder.resolve(name);
    try (DataFileWriter<TrajectoryEvent> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class))) {
      writer.create(TrajectoryEvent.getClassSchema(), file.toFile());
      for (TrajectoryEvent event : TestingRecords.episodeEvents(episode, "list it")) {
        writer.append(event);
      }
    }
    return file;
  }

  private Path log(String name, String answer) throws IOException {
    String line =
        "{\"id\": \"one\", \"messages\": [{\"role\": \"user\", \"content\": \"List it.\"},"
            + " {\"role\": \"assistant\", \"content\": \"%s\"}]}\n";
    return Files.writeString(folder.resolve(name), line.formatted(answer));
  }

  private static TestingCommandLine publishLog(String prefix, Path log, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "publish",
                log.toString(),
                "--data-dir",
                BROKER.dataDirectory().toString(),
                "--topic-prefix",
                prefix));
    arguments.addAll(List.of(more));
    TestingCommandLine published = TestingCommandLine.run(arguments.toArray(new String[0]));
    assertThat(published.exitCode()).as(published.err()).isZero();
    return published;
  }

  private static Set<String> publishedIds(String prefix) throws Exception {
    Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    Set<String> ids = new TreeSet<>();
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.TRAJECTORIES)) {
      ids.add(codec.decode(record.value()).getEpisodeId());
    }
    return ids;
  }

  private static RecordedEvents.Source twoEpisodes(String text) {
    List<TrajectoryEvent> events = new ArrayList<>(TestingRecords.episodeEvents("e1", text));
    events.addAll(TestingRecords.episodeEvents("e2", text));
    return (request, turnedAway) ->
        new TestingRecordedEvents(
            List.of(TestingRecords.toolDocs(), TestingRecords.task("multi_turn_base_4")), events);
  }

  private TestingCommandLine publish(String prefix, RecordedEvents.Source source, String... more) {
    return publishAs("calls", prefix, source, more);
  }

  private TestingCommandLine publishAs(
      String format, String prefix, RecordedEvents.Source source, String... more) {
    Path file = folder.resolve("recorded.jsonl");
    try {
      Files.writeString(file, "{}\n", StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return publishFile(format, prefix, source, file, more);
  }

  private TestingCommandLine publishFile(
      String format, String prefix, RecordedEvents.Source source, Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                file.toString(),
                "--format",
                format,
                "--tasks",
                folder.toString(),
                "--data-dir",
                BROKER.dataDirectory().toString(),
                "--topic-prefix",
                prefix));
    arguments.addAll(List.of(more));
    return TestingCommandLine.run(
        new PublishCommand(source, Clock.fixed(TestingRecords.TIME, ZoneOffset.UTC)),
        arguments.toArray(new String[0]));
  }

  private record TestingRecordedEvents(List<TaskRecord> tasks, List<TrajectoryEvent> recorded)
      implements RecordedEvents {
    @Override
    public void each(Consumer<TrajectoryEvent> taker) {
      recorded.forEach(taker);
    }

    @Override
    public void close() {}
  }
}
