package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer.PartitionOffsetsRetriever;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.rollout.plan.PlannerSignal;
import org.sealflow.schemas.Topic;

/** A job of one run reads nothing of what others left before it. */
class RunStartTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final long NOW = Instant.parse("2026-11-21T10:15:30Z").toEpochMilli();
  private static final long MINUTE = 60_000;
  private static final TopicPartition FIRST = new TopicPartition("trajectories", 0);
  private static final TopicPartition SECOND = new TopicPartition("trajectories", 1);

  /** Partitions whose offsets are times: one record each millisecond, up to now. */
  private record TestingOffsets(Map<TopicPartition, Long> committed)
      implements PartitionOffsetsRetriever {
    @Override
    public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
      return committed;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
      return each(partitions, NOW);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
      return each(partitions, 0L);
    }

    private static Map<TopicPartition, Long> each(
        Collection<TopicPartition> partitions, long offset) {
      return partitions.stream().collect(Collectors.toMap(Function.identity(), any -> offset));
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
      times.forEach(
          (partition, time) -> {
            if (time < NOW) {
              found.put(partition, new OffsetAndTimestamp(time, time));
            }
          });
      return found;
    }
  }

  private static void plan(String prefix, String runId, long time) throws Exception {
    try (Connection connection = BROKER.connection(prefix);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.copyOf(connection.clientProperties()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  connection.topics().name(Topic.ROLLOUT_BATCHES),
                  null,
                  time,
                  TestingRecords.utf8(runId),
                  new byte[] {1}))
          .get();
    }
  }

  private static JobSettings settings(String prefix) {
    return JobSettings.of(new KafkaSettings(BROKER.bootstrapServers(), prefix, Map.of()));
  }

  private static Map<TopicPartition, Long> starts(
      String prefix, String runId, Map<TopicPartition, Long> committed, long now) throws Exception {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(now), ZoneOffset.UTC);
    RunStart sent = InstantiationUtil.clone(new RunStart(settings(prefix), runId, clock));
    return sent.getPartitionOffsets(List.of(FIRST, SECOND), new TestingOffsets(committed));
  }

  @Test
  void aRunIsReadFromAMinuteBeforeItsFirstBatch() throws Exception {
    String prefix = BROKER.newTopics();
    plan(prefix, "another run", NOW - 900 * MINUTE);
    plan(prefix, "run", NOW - 30 * MINUTE);
    plan(prefix, "run", NOW - 20 * MINUTE);

    long begun = NOW - 31 * MINUTE;
    assertThat(starts(prefix, "run", Map.of(), NOW)).isEqualTo(Map.of(FIRST, begun, SECOND, begun));
  }

  @Test
  void whatTheGroupHasReadIsNotReadAgain() throws Exception {
    String prefix = BROKER.newTopics();
    plan(prefix, "run", NOW - 30 * MINUTE);

    assertThat(starts(prefix, "run", Map.of(SECOND, 7L), NOW))
        .isEqualTo(Map.of(FIRST, NOW - 31 * MINUTE, SECOND, 7L));
  }

  @Test
  void aRunThatHasNotBegunIsReadFromNowOn() throws Exception {
    String prefix = BROKER.newTopics();
    plan(prefix, "another run", NOW - 30 * MINUTE);

    assertThat(starts(prefix, "run", Map.of(), NOW))
        .isEqualTo(Map.of(FIRST, NOW - MINUTE, SECOND, NOW - MINUTE));
    assertThat(starts(prefix, "run", Map.of(), NOW + 5 * MINUTE))
        .as("nothing has been written since")
        .isEqualTo(Map.of(FIRST, NOW, SECOND, NOW));
  }

  @Test
  void aRunThatIsStartedAgainWithoutStateBeganWithItsFirstBatch() throws Exception {
    String prefix = BROKER.newTopics();
    plan(prefix, "another run", NOW - 900 * MINUTE);
    plan(prefix, "run", NOW - 30 * MINUTE);
    plan(prefix, "run", NOW - 20 * MINUTE);

    assertThat(signal(prefix, "run").begunAt()).isEqualTo(NOW - 30 * MINUTE);
    assertThat(signal(prefix, "new run")).isEqualTo(PlannerSignal.start("new run"));
  }

  private static PlannerSignal signal(String prefix, String runId) throws Exception {
    return InstantiationUtil.clone(new BegunBeforeFunction(settings(prefix), runId))
        .map(PlannerSignal.start(runId));
  }
}
