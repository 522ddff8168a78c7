package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.schemas.Topic;

class TransactionalSinkTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final Duration LONGEST_END = Duration.ofMinutes(1);

  private static final KafkaEnds.Transactional TRANSACTIONAL =
      new KafkaEnds.Transactional("run-1", Duration.ofMinutes(5));

  private static EncodedRecord record(String value) {
    return new EncodedRecord("run-1".getBytes(StandardCharsets.UTF_8), bytes(value));
  }

  private static byte[] bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  private static Set<Thread> administrators() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(thread -> !thread.getName().startsWith("kafka-admin-client-thread"));
    return threads;
  }

  @Test
  void aJobThatHasEndedLeavesNoClientBehind() throws Exception {
    Set<Thread> before = administrators();
    String prefix = BROKER.newTopics();
    JobSettings settings =
        JobSettings.of(new KafkaSettings(BROKER.bootstrapServers(), prefix, Map.of()));

    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    environment
        .fromData(TypeInformation.of(EncodedRecord.class), record("first"), record("second"))
        .sinkTo(KafkaEnds.transactionalSink(Topic.POLICY_UPDATES, TRANSACTIONAL, settings));
    environment.execute();

    List<ConsumerRecord<byte[], byte[]>> written = BROKER.records(prefix, Topic.POLICY_UPDATES);
    assertThat(written)
        .extracting(sent -> new String(sent.value(), StandardCharsets.UTF_8))
        .containsExactly("first", "second");
    Set<Thread> left = administrators();
    left.removeAll(before);
    for (Thread thread : left) {
      thread.join(LONGEST_END.toMillis());
    }
    assertThat(left).noneMatch(Thread::isAlive);
  }
}
