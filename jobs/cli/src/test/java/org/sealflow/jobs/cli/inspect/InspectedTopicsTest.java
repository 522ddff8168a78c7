package org.sealflow.jobs.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StoppableBroker;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/** Episodes that come by topics, and what a learner made of them. */
class InspectedTopicsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(2);

  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path folder;

  private static void publish(String prefix, Path file) {
    publish(BROKER.bootstrapServers(), prefix, file);
  }

  private static void publish(String address, String prefix, Path file) {
    TestingCommandLine published =
        TestingCommandLine.run(
            "publish",
            file.toString(),
            "--format",
            "calls",
            "--tasks",
            TestingInspector.data("tasks").toString(),
            "--as-of",
            "2026-01-15",
            "--bootstrap-servers",
            address,
            "--topic-prefix",
            prefix);
    assertThat(published.exitCode()).as(published.err()).isZero();
  }

  /** A recording of one episode, which passes. */
  private Path solved(String name) throws IOException {
    return TestingInspector.recording(
        folder.resolve(name), List.of(TestingInspector.sample("solved_base_0")));
  }

  private static TrainingStep step(String group) {
    return TrainingStep.newBuilder()
        .setRunId("any")
        .setPolicyName("policy")
        .setBatchNumber(0)
        .setVersion(1)
        .setApplied(true)
        .setGroups(
            List.of(
                GroupStep.newBuilder()
                    .setGroupId(group)
                    .setTaskId("multi_turn_base_3")
                    .setOutcome(GroupOutcome.USED)
                    .setRewards(List.of(0.0))
                    .setAdvantages(List.of(-1.0))
                    .setWeights(List.of(1.0))
                    .setTurnAdvantages(List.of(List.of(0.0, -1.0, 0.25)))
                    .build()))
        .setMetrics(Map.of("loss", 0.5))
        .setStartedAt(Instant.EPOCH)
        .setEndedAt(Instant.EPOCH)
        .build();
  }

  @Test
  void whatIsThereIsReadAndWhatComesIsToo() throws Exception {
    String prefix = BROKER.newTopics();
    String wrong = TestingInspector.sample("argument_of_wrong_type");
    publish(prefix, TestingInspector.recording(folder.resolve("first.jsonl"), List.of(wrong)));
    StringWriter err = new StringWriter();
    InspectedRuns runs =
        new InspectedRuns(
            100, new RepairFinder(RepairSettings.DEFAULT), new PrintWriter(err, true));
    try (Connection broker = BROKER.connection(prefix);
        InspectedTopics topics = new InspectedTopics(broker, null, runs);
        TestingInspector inspector =
            TestingInspector.serving(
                runs.episodes(), runs::summary, folder.resolve("notes.jsonl"))) {
      JsonNode first = inspector.json("/api/overview");
      assertThat(first.path("episodes").asInt()).isEqualTo(1);
      assertThat(first.path("causes").path("rows").path(0).path("repair").asText())
          .isEqualTo("replace priority of create_ticket");
      assertThat(inspector.json("/api/episodes/0").path("learner").isNull()).isTrue();

      topics.follow();
      String group = inspector.json("/api/episodes/0").path("detail").path("groupId").asText();
      TestingRecords.send(
          broker, Topic.TRAINING_METRICS, "any", Codec.of(TrainingStep.class).encode(step(group)));
      publish(prefix, solved("second.jsonl"));

      await(inspector, "/api/size", "\"episodes\":2");
      await(inspector, "/api/episodes/0", "\"turns\":[0.0,-1.0,0.25]");
      JsonNode learner = inspector.json("/api/episodes/0").path("learner");
      assertThat(learner.path("advantage").asDouble()).isEqualTo(-1);
      assertThat(learner.path("step").path("version").asInt()).isEqualTo(1);
      assertThat(inspector.json("/api/overview").path("episodes").asInt()).isEqualTo(2);
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anotherRunIsLeftOut() throws Exception {
    String prefix = BROKER.newTopics();
    publish(prefix, solved("one.jsonl"));
    InspectedRuns runs = new InspectedRuns(100, null, new PrintWriter(new StringWriter()));
    try (Connection broker = BROKER.connection(prefix);
        InspectedTopics topics = new InspectedTopics(broker, "no-such-run", runs)) {
      assertThat(topics).isNotNull();
      assertThat(runs.episodes().size()).isZero();
    } finally {
      runs.episodes().close();
    }
  }

  @Test
  void anEpisodeWhoseTaskComesLaterIsShownThen() throws Exception {
    String prefix = BROKER.newTopics();
    publish(prefix, solved("one.jsonl"));
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    InspectedRuns runs = new InspectedRuns(100, null, telling(lines));
    try {
      List<TrajectoryEvent> events = read(prefix, Topic.TRAJECTORIES, TrajectoryEvent.class);
      events.forEach(runs::event);
      assertThat(runs.episodes().size()).isZero();
      runs.tellWaiting();
      assertThat(lines)
          .containsExactly(
              "sealflow: episodes to be shown once their tasks are on the topic tasks: 1, such as "
                  + events.get(0).getEpisodeId());

      read(prefix, Topic.TASKS, TaskRecord.class).forEach(runs::task);
      assertThat(runs.episodes().size()).isEqualTo(1);
      runs.tellWaiting();
      assertThat(lines).hasSize(1);
    } finally {
      runs.episodes().close();
    }
  }

  @Test
  void oneEpisodeMoreThanMayWaitIsLeftOutInALine() throws Exception {
    String prefix = BROKER.newTopics();
    publish(prefix, solved("one.jsonl"));
    List<TrajectoryEvent> events = read(prefix, Topic.TRAJECTORIES, TrajectoryEvent.class);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    int most = InspectedRuns.MOST_WAITING;
    InspectedRuns runs = new InspectedRuns(2 * most, null, telling(lines));
    try {
      for (int copy = 0; copy <= most; copy++) {
        for (TrajectoryEvent event : events) {
          runs.event(TrajectoryEvent.newBuilder(event).setEpisodeId("copy-" + copy).build());
        }
      }
      assertThat(lines.poll()).startsWith("sealflow: episode copy-" + most + " is left out: ");
      assertThat(lines).isEmpty();

      read(prefix, Topic.TASKS, TaskRecord.class).forEach(runs::task);
      assertThat(runs.episodes().size()).isEqualTo(most);
    } finally {
      runs.episodes().close();
    }
  }

  private static <T extends SpecificRecordBase> List<T> read(
      String prefix, Topic topic, Class<T> type) throws UndecodableRecordException {
    Codec<T> codec = Codec.of(type);
    List<T> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> message : BROKER.records(prefix, topic)) {
      records.add(codec.decode(message.value()));
    }
    return records;
  }

  @Test
  void aBrokerThatGoesAwayIsWaitedForInOneLine() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    InspectedRuns runs = new InspectedRuns(100, null, telling(lines));
    try (StoppableBroker stoppable = StoppableBroker.start(folder.resolve("kafka"));
        Connection broker = stoppable.impatientConnection();
        InspectedTopics topics = new InspectedTopics(broker, null, runs)) {
      topics.follow();
      stoppable.stop();
      assertThat(lines.poll(LONGEST_OUTAGE.toSeconds(), TimeUnit.SECONDS))
          .startsWith(
              "sealflow: the broker " + broker.bootstrapServers() + " does not answer; waiting");
      stoppable.startAgain();
      publish(broker.bootstrapServers(), "sealflow.", solved("one.jsonl"));
      long end = System.nanoTime() + LONGEST_OUTAGE.toNanos();
      while (runs.episodes().size() == 0 && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(runs.episodes().size()).isEqualTo(1);
    } finally {
      runs.episodes().close();
    }
    assertThat(lines).isEmpty();
  }

  @Test
  void aTopicThatIsDeletedIsOneLineAndEndsNoThreadWithATrace() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> uncaught.add(error));
    InspectedRuns runs = new InspectedRuns(100, null, telling(lines));
    try (StoppableBroker stoppable = StoppableBroker.start(folder.resolve("kafka"));
        Connection broker = stoppable.impatientConnection();
        TopicAdmin admin = TopicAdmin.of(broker);
        InspectedTopics topics = new InspectedTopics(broker, null, runs)) {
      topics.follow();
      admin.delete();
      assertThat(lines.poll(LONGEST_OUTAGE.toSeconds(), TimeUnit.SECONDS))
          .startsWith("sealflow: nothing new is read of the topics any more, what was read stays: ")
          .contains("no topic sealflow.")
          .doesNotContain("\tat ");
    } finally {
      runs.episodes().close();
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(lines).isEmpty();
    assertThat(uncaught).isEmpty();
  }

  /** Hands on each line that is printed. */
  private static PrintWriter telling(BlockingQueue<String> lines) {
    return new PrintWriter(new StringWriter()) {
      @Override
      public void println(String line) {
        lines.add(line);
      }
    };
  }

  private static void await(TestingInspector inspector, String path, String text) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      if (inspector.get(path).body().contains(text)) {
        return;
      }
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(inspector.get(path).body()).contains(text);
  }
}
