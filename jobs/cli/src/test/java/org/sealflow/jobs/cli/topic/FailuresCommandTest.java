package org.sealflow.jobs.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.RequeueCount;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

class FailuresCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @Test
  void theOriginalBytesGoBackToTheirTopicCountedOnceMore() {
    String prefix = BROKER.newTopics();
    send(prefix, failure(prefix, Boundary.PARSE, 7, "{broken", 1));
    TestingCommandLine requeue = failures(prefix, "requeue", "--all");
    assertThat(requeue.exitCode()).isZero();
    assertThat(requeue.lines())
        .containsExactly(
            "1 record sent again", "  1 to " + prefix + "trajectories", "0 records left out");
    List<ConsumerRecord<byte[], byte[]>> again = BROKER.records(prefix, Topic.TRAJECTORIES);
    assertThat(again).hasSize(1);
    assertThat(TestingRecords.text(again.get(0).key())).isEqualTo("key-7");
    assertThat(TestingRecords.text(again.get(0).value())).isEqualTo("{broken");
    assertThat(RequeueCount.of(again.get(0).headers())).isEqualTo(2);
    assertThat(
            TestingRecords.text(
                again.get(0).headers().lastHeader("sealflow-requeue-count").value()))
        .isEqualTo("2");
  }

  @Test
  void noFailureIsSentAgainTwice() {
    String prefix = BROKER.newTopics();
    send(prefix, failure(prefix, Boundary.PARSE, 0, "a", 0));
    assertThat(failures(prefix, "requeue", "--all").out()).startsWith("1 record sent again");
    TestingCommandLine second = failures(prefix, "requeue", "--all");
    assertThat(second.lines())
        .containsExactly(
            "0 records sent again", "1 record left out", "  1 dealt with by an earlier requeue");
    send(prefix, failure(prefix, Boundary.PARSE, 1, "a", 1));
    assertThat(failures(prefix, "requeue", "--all").out()).startsWith("1 record sent again");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES)).hasSize(2);
  }

  @Test
  void theSameInputIsSentAgainThreeTimesAtMost() {
    String prefix = BROKER.newTopics();
    for (int requeues = 0; requeues <= 3; requeues++) {
      send(prefix, failure(prefix, Boundary.VERIFY, requeues, "a", requeues));
    }
    TestingCommandLine requeue = failures(prefix, "requeue", "--all");
    assertThat(requeue.lines())
        .containsExactly(
            "3 records sent again",
            "  3 to " + prefix + "trajectories",
            "1 record left out",
            "  1 already sent again 3 times");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES))
        .extracting(record -> RequeueCount.of(record.headers()))
        .containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void aBoundaryIsRequeuedByItself() throws Exception {
    String prefix = BROKER.newTopics();
    send(
        prefix,
        failure(prefix, Boundary.PARSE, 0, "parse", 0),
        failure(prefix, Boundary.VERIFY, 1, "verify", 0));
    JsonNode verify =
        new ObjectMapper()
            .readTree(failures(prefix, "requeue", "--boundary", "verify", "--json").out());
    assertThat(verify.at("/sent/" + prefix + "trajectories").asInt()).isEqualTo(1);
    assertThat(verify.get("leftOut")).isEmpty();
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES))
        .extracting(record -> TestingRecords.text(record.value()))
        .containsExactly("verify");
    assertThat(failures(prefix, "requeue", "--all").lines())
        .contains("1 record sent again", "  1 dealt with by an earlier requeue");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES)).hasSize(2);
  }

  @Test
  void whatCannotBeSentAgainIsLeftOutAndSaid() {
    String prefix = BROKER.newTopics();
    Failure cut = failure(prefix, Boundary.PARSE, 1, "beginning", 0);
    cut.setOriginalLength(9_000_000);
    Failure elsewhere = TestingRecords.failedRecord(Boundary.PARSE, prefix + "deleted", 2, "a", 0);
    send(prefix, TestingRecords.failedLine(), cut, elsewhere);
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(connection, Topic.FAILURES, "k", TestingRecords.utf8("no failure"));
    }
    TestingCommandLine requeue = failures(prefix, "requeue", "--all");
    assertThat(requeue.exitCode()).isZero();
    assertThat(requeue.lines())
        .containsExactly(
            "0 records sent again",
            "4 records left out",
            "  1 from files: mend the files and publish them again",
            "  1 too large for a message, only its beginning was kept",
            "  1 from topics that no longer exist",
            "  1 unreadable failure records");
  }

  @Test
  void anAttemptThatVerificationGaveUpIsSentAgainWholeAsTheNextOne() throws Exception {
    String prefix = BROKER.newTopics();
    List<TrajectoryEvent> events = TestingRecords.episodeEvents("episode", "text");
    publish(prefix, events);
    send(prefix, verifyFailure(prefix, events.get(0)));

    assertThat(failures(prefix, "requeue", "--boundary", "VERIFY").lines())
        .containsExactly(
            "4 records sent again", "  4 to " + prefix + "trajectories", "0 records left out");
    List<ConsumerRecord<byte[], byte[]>> records = BROKER.records(prefix, Topic.TRAJECTORIES);
    List<TrajectoryEvent> again = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records.subList(4, 8)) {
      again.add(Codec.of(TrajectoryEvent.class).decode(record.value()));
      assertThat(RequeueCount.of(record.headers())).isEqualTo(1);
    }
    assertThat(again).extracting(TrajectoryEvent::getAttempt).containsOnly(1);
    again.forEach(event -> event.setAttempt(0));
    assertThat(again).isEqualTo(events);
  }

  @Test
  void anAttemptThatLackedEventsIsSentAgainOnceTheyArePublished() throws Exception {
    String prefix = BROKER.newTopics();
    List<TrajectoryEvent> cut = TestingRecords.episodeEvents("cut", "text");
    List<TrajectoryEvent> whole = TestingRecords.episodeEvents("whole", "text");
    publish(prefix, cut.subList(0, 2));
    publish(prefix, whole);
    send(
        prefix,
        failure(prefix, Boundary.PARSE, 1, "before", 0),
        verifyFailure(prefix, cut.get(0)),
        verifyFailure(prefix, whole.get(0)),
        failure(prefix, Boundary.VERIFY, 1, "no event", 0),
        failure(prefix, Boundary.PARSE, 1, "after", 0));
    String incomplete = "  1 of attempts that lack events in their topic: publish those first";
    assertThat(failures(prefix, "requeue", "--all").lines())
        .containsExactly(
            "7 records sent again",
            "  7 to " + prefix + "trajectories",
            "1 record left out",
            incomplete);
    assertThat(failures(prefix, "requeue", "--all").lines())
        .containsExactly(
            "0 records sent again",
            "5 records left out",
            "  4 dealt with by an earlier requeue",
            incomplete);

    publish(prefix, cut.subList(2, 4));
    assertThat(failures(prefix, "requeue", "--all").lines())
        .containsExactly(
            "4 records sent again",
            "  4 to " + prefix + "trajectories",
            "4 records left out",
            "  4 dealt with by an earlier requeue");
    assertThat(failures(prefix, "requeue", "--all").lines())
        .containsExactly(
            "0 records sent again", "5 records left out", "  5 dealt with by an earlier requeue");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES))
        .extracting(FailuresCommandTest::shown)
        .containsExactlyInAnyOrder(
            "cut 0.0",
            "cut 0.1",
            "cut 0.2",
            "cut 0.3",
            "cut 1.0",
            "cut 1.1",
            "cut 1.2",
            "cut 1.3",
            "whole 0.0",
            "whole 0.1",
            "whole 0.2",
            "whole 0.3",
            "whole 1.0",
            "whole 1.1",
            "whole 1.2",
            "whole 1.3",
            "before",
            "no event",
            "after");
  }

  /** An event as its episode, attempt and sequence, or the text that is none. */
  private static String shown(ConsumerRecord<byte[], byte[]> record) {
    try {
      TrajectoryEvent event = Codec.of(TrajectoryEvent.class).decode(record.value());
      return event.getEpisodeId() + " " + event.getAttempt() + "." + event.getSequence();
    } catch (UndecodableRecordException text) {
      return TestingRecords.text(record.value());
    }
  }

  @Test
  void whatCameFromATopicThatWasGoneIsSentAgainOnceItIsThere() {
    String prefix = BROKER.newTopics();
    String gone = BROKER.newPrefix();
    send(
        prefix,
        failure(gone, Boundary.PARSE, 0, "gone", 0),
        failure(prefix, Boundary.PARSE, 0, "there", 0));
    assertThat(failures(prefix, "requeue", "--all").lines())
        .contains("1 record sent again", "  1 from topics that no longer exist");
    try (Connection connection = BROKER.connection(gone);
        TopicAdmin topics = TopicAdmin.of(connection)) {
      topics.create(TopicLayout.standard());
    }
    assertThat(failures(prefix, "requeue", "--all").lines())
        .containsExactly(
            "1 record sent again",
            "  1 to " + gone + "trajectories",
            "1 record left out",
            "  1 dealt with by an earlier requeue");
    assertThat(failures(prefix, "requeue", "--all").out()).startsWith("0 records sent again");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES)).hasSize(1);
  }

  @Test
  void whatCannotCountIsLeftOutAndSaid() {
    String prefix = BROKER.newTopics();
    List<TrajectoryEvent> cut = TestingRecords.episodeEvents("cut", "text").subList(0, 2);
    List<TrajectoryEvent> retried = TestingRecords.episodeEvents("retried", "text");
    publish(prefix, cut);
    publish(prefix, retried);
    TrajectoryEvent later = TrajectoryEvent.newBuilder(retried.get(0)).build();
    later.setAttempt(1);
    publish(prefix, List.of(later));
    send(
        prefix,
        verifyFailure(prefix, cut.get(0)),
        verifyFailure(prefix, retried.get(0)),
        failure(prefix, Boundary.LEARN, 1, "step", 0),
        TestingRecords.failedLine(Boundary.DIAGNOSE));

    assertThat(failures(prefix, "requeue", "--all").lines())
        .containsExactly(
            "0 records sent again",
            "4 records left out",
            "  1 from inside a job: their episodes are counted already; report them",
            "  1 of the learner: their episodes are diagnosed already; play them again as new ones",
            "  1 of attempts that lack events in their topic: publish those first",
            "  1 of episodes that have a later attempt already");
    assertThat(BROKER.records(prefix, Topic.TRAJECTORIES)).hasSize(7);
  }

  private static Failure verifyFailure(String prefix, TrajectoryEvent event) {
    Failure failure = failure(prefix, Boundary.VERIFY, 0, "", 0);
    byte[] message = Codec.of(TrajectoryEvent.class).encode(event);
    failure.setOriginal(ByteBuffer.wrap(message));
    failure.setOriginalLength(message.length);
    return failure;
  }

  private static void publish(String prefix, List<TrajectoryEvent> events) {
    try (Connection connection = BROKER.connection(prefix);
        Publisher publisher = Publisher.open(connection)) {
      events.forEach(publisher::event);
      publisher.flush();
    }
  }

  @Test
  void eitherABoundaryOrAllMustBeGiven() {
    for (String[] arguments :
        new String[][] {{"requeue"}, {"requeue", "--all", "--boundary", "PARSE"}}) {
      TestingCommandLine requeue = TestingCommandLine.run(concat("failures", arguments));
      assertThat(requeue.exitCode()).isEqualTo(2);
      assertThat(requeue.err()).contains("give either --boundary (repeatable) or --all");
    }
    assertThat(TestingCommandLine.run("failures", "requeue", "--boundary", "x").exitCode())
        .isEqualTo(2);
  }

  @Test
  void theListShowsOldestFirstAndTheLimitKeepsTheNewest() {
    String prefix = BROKER.newTopics();
    assertThat(failures(prefix, "list").lines()).containsExactly("no failures");
    assertThat(failures(prefix, "list", "--json").out()).isEmpty();
    send(
        prefix,
        failure(prefix, Boundary.PARSE, 0, "a", 0),
        failure(prefix, Boundary.VERIFY, 1, "b", 2),
        TestingRecords.failedLine());
    assertThat(failures(prefix, "list").lines())
        .containsExactly(
            "2026-11-21T10:15:30Z  PARSE  " + prefix + "trajectories/3/0  begins with 7B 6E",
            "    send Avro",
            "2026-11-21T10:15:30Z  VERIFY  "
                + prefix
                + "trajectories/3/1  sent again 2×  begins with 7B 6E",
            "    send Avro",
            "2026-11-21T10:15:30Z  PARSE  runs/result.jsonl:17  the line is no JSON object",
            "    mend the line");
    assertThat(failures(prefix, "list", "--limit", "1").lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("result.jsonl");
    assertThat(failures(prefix, "list", "--boundary", "VERIFY").lines()).hasSize(2);
    assertThat(failures(prefix, "list", "--limit", "0").exitCode()).isEqualTo(2);
  }

  @Test
  void jsonHoldsTheOriginalBytes() throws Exception {
    String prefix = BROKER.newTopics();
    send(prefix, failure(prefix, Boundary.PARSE, 0, "{bröken", 0));
    JsonNode record = new ObjectMapper().readTree(failures(prefix, "list", "--json").out());
    assertThat(TestingRecords.text(Base64.getDecoder().decode(record.get("original").asText())))
        .isEqualTo("{bröken");
    assertThat(record.get("sourceOffset").asLong()).isZero();
  }

  private static Failure failure(
      String prefix, Boundary boundary, long offset, String value, int requeues) {
    return TestingRecords.failedRecord(boundary, prefix + "trajectories", offset, value, requeues);
  }

  private static void send(String prefix, Failure... failures) {
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(connection, failures);
    }
  }

  private static TestingCommandLine failures(String prefix, String command, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--data-dir",
                BROKER.dataDirectory().toString(),
                "--topic-prefix",
                prefix));
    arguments.addAll(List.of(more));
    return TestingCommandLine.run(concat("failures", arguments.toArray(new String[0])));
  }

  private static String[] concat(String first, String... others) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(others));
    return all.toArray(new String[0]);
  }
}
