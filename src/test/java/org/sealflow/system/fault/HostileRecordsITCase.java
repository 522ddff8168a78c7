package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.TopicRecords;
import org.sealflow.verify.HostileInput;

/**
 * Whatever valid records hold, the whole job goes on, from topic to topic: it never restarts, the
 * ledger balances, and each episode ends in a diagnosis or a failure. By hand, of a hundred
 * thousand episodes and another seed: {@code -Dsealflow.fuzz.episodes=100000
 * -Dsealflow.fuzz.seed=2}; one that was cut off goes on with {@code -Dsealflow.fuzz.first=N}.
 */
final class HostileRecordsITCase {
  private static final int FIRST = Integer.getInteger("sealflow.fuzz.first", 0);
  private static final int EPISODES = Integer.getInteger("sealflow.fuzz.episodes", 300);
  private static final long SEED = Long.getLong("sealflow.fuzz.seed", 1);

  /** Episodes of one job, so that any number fits memory and disk. */
  private static final int ROUND = 300;

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;

  @BeforeAll
  static void start() {
    broker = HostedBroker.start(directory.resolve("broker"));
  }

  @Test
  void noValidRecordStopsTheJob() throws Exception {
    int diagnosed = 0;
    for (int from = FIRST; from < EPISODES; from += ROUND) {
      diagnosed += round(from, Math.min(EPISODES, from + ROUND));
    }
    int played = EPISODES - FIRST;
    assertThat(diagnosed).isBetween(played / 10, played - 1);
  }

  /** Plays episodes through a job of their own; a job that fails does not end in order. */
  private static int round(int from, int to) throws Exception {
    Connection topics = broker.topics("hostile-" + from + ".");
    Set<String> sent = new HashSet<>();
    long records;
    try (Sender sender = new Sender(topics)) {
      HostileInput.toolDocs().forEach(sender::task);
      for (int number = from; number < to; number++) {
        sent.addAll(sender.episode(number));
      }
      sender.flush();
      records = sender.events;
    }
    Ledger ledger;
    try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
      ledger = job.end();
    }
    assertThat(ledger.balances()).as(ledger.line()).isTrue();
    assertThat(ledger.recordsRead()).isEqualTo(records);
    assertThat(ledger.started()).isEqualTo(sent.size());
    assertThat(ledger.inFlight()).isZero();
    Set<String> diagnosed = diagnosed(topics);
    Set<String> answered = failed(topics);
    answered.addAll(diagnosed);
    assertThat(answered).containsAll(sent);
    HostedBroker.delete(topics);
    return diagnosed.size();
  }

  private static Set<String> diagnosed(Connection topics) throws Exception {
    Set<String> episodes = new HashSet<>();
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      for (Diagnosis diagnosis : read.all()) {
        if (diagnosis.getKind() == DiagnosisKind.EPISODE) {
          assertThat(episodes.add(diagnosis.getEpisodeId())).isTrue();
        }
      }
    }
    return episodes;
  }

  private static Set<String> failed(Connection topics) throws Exception {
    Set<String> episodes = new HashSet<>();
    try (TopicRecords<Failure> read = TopicRecords.of(topics, Topic.FAILURES, Failure.class)) {
      for (Failure failure : read.all()) {
        assertThat(failure.getReason()).isNotBlank().doesNotContain("\n");
        assertThat(failure.getRemedy()).isNotBlank();
        if (failure.getEpisodeId() != null) {
          episodes.add(failure.getEpisodeId());
        }
      }
    }
    return episodes;
  }

  /** Sends what fits a message: some of it twice, some of it late. */
  private static final class Sender implements AutoCloseable {
    private final Connection topics;
    private final Codec<TaskRecord> tasks = Codec.of(TaskRecord.class);
    private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private long events;

    Sender(Connection topics) {
      this.topics = topics;
      Map<String, Object> properties = new HashMap<>(topics.clientProperties());
      properties.put("max.request.size", Topic.LARGEST_MESSAGE_BYTES + 1_000_000);
      properties.put("compression.type", "lz4");
      producer =
          new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void task(TaskRecord record) {
      send(Topic.TASKS, TaskRecords.key(record), tasks.encode(record));
    }

    /** The ids of the episodes of which an event was sent: that one, or none. */
    Set<String> episode(int number) throws Exception {
      HostileInput input = new HostileInput(SEED * 1_000_003 + number);
      Random order = new Random(number);
      TaskRecord task = input.task(number);
      task(task);
      List<byte[]> messages = new ArrayList<>();
      Set<String> ids = new HashSet<>();
      for (TrajectoryEvent event : input.episode(task, number)) {
        byte[] message = codec.encode(event);
        TrajectoryEvent read = codec.decode(message);
        if (Topic.TRAJECTORIES.holds(key(read.getEpisodeId()), message)) {
          messages.add(message);
          ids.add(read.getEpisodeId());
        }
      }
      if (order.nextInt(10) == 0) {
        messages.addAll(messages.subList(0, messages.size() / 2));
        Collections.shuffle(messages, order);
      }
      for (byte[] message : messages) {
        send(Topic.TRAJECTORIES, ids.iterator().next(), message);
        events++;
      }
      return ids;
    }

    private void send(Topic topic, String key, byte[] value) {
      if (topic.holds(key(key), value)) {
        sent.add(producer.send(new ProducerRecord<>(topics.topics().name(topic), key(key), value)));
      }
    }

    private static byte[] key(String key) {
      return key.getBytes(StandardCharsets.UTF_8);
    }

    /** Waits until all of it is in the topics. */
    void flush() throws Exception {
      producer.flush();
      for (Future<RecordMetadata> one : sent) {
        one.get();
      }
    }

    @Override
    public void close() {
      producer.close();
    }
  }
}
