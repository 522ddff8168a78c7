package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.LiveSamples;
import org.sealflow.system.fixture.LiveTopics;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** A record that the live job cannot read becomes a failure with its place and bytes. */
final class UnusableRecordsITCase {
  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static LiveSamples samples;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    samples = LiveSamples.read();
  }

  @Test
  void whatCannotBeUsedIsKeptWithItsPlaceAndItsBytes() throws Exception {
    LiveTopics topics = LiveTopics.of(broker, "broken.");
    String id = "samples/0/solved_base_0";
    byte[] key = id.getBytes(StandardCharsets.UTF_8);
    List<TrajectoryEvent> events = samples.episode(id);
    topics.publishTasks(Samples.taskRecords());
    topics.publish(events.subList(0, 3));
    byte[] good = Codec.of(TrajectoryEvent.class).encode(events.get(1));
    List<Sent> sent = new ArrayList<>();
    Sender sender = new Sender(topics.connection(), key, sent);
    sender.send("a line of text".getBytes(StandardCharsets.UTF_8), "expected C3 01");
    sender.send(Arrays.copyOf(good, good.length - 4), "damaged");
    sender.send(Arrays.copyOf(good, good.length + 1), "the record ends at byte");
    sender.send(
        Codec.of(TaskRecord.class).encode(Samples.taskRecords().get(0)), "holds a TaskRecord");
    sender.send(invalid(events.get(1)), "sequence");
    sender.sendDeletion("0 bytes");
    sender.sendTask(new byte[] {1, 2, 3}, "TaskRecord: 3 bytes");
    topics.publish(events.subList(3, events.size()));

    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics.connection())) {
      ledger = job.end();
    }
    TopicRecords.assertSame(topics.diagnoses(), Map.of(id, samples.expected(id)));
    Map<String, Failure> failures = new LinkedHashMap<>();
    for (Failure failure : topics.failures()) {
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
}
