package org.sealflow.jobs;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.sealflow.jobs.settings.JobSettings;

/**
 * Starts reading a topic where the consumer group has come to, or if it has read nothing yet, where
 * a run begins: at its first batch, which is published before any of its episodes is requested, or
 * now if there is none. What other runs left before is never read.
 */
final class RunStart implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  /** Clocks of broker and clients, and their batches of records, may differ by so much. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private final FirstBatch batches;
  private final Clock clock;

  RunStart(JobSettings settings, String runId, Clock clock) {
    this.batches = new FirstBatch(settings, runId);
    this.clock = clock;
  }

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever offsets) {
    Map<TopicPartition, Long> starts = new HashMap<>(offsets.committedOffsets(partitions));
    List<TopicPartition> unread = new ArrayList<>(partitions);
    unread.removeAll(starts.keySet());
    if (!unread.isEmpty()) {
      long begun = begun();
      Map<TopicPartition, Long> times = new HashMap<>();
      unread.forEach(partition -> times.put(partition, begun));
      starts.putAll(offsets.endOffsets(unread));
      offsets
          .offsetsForTimes(times)
          .forEach((partition, found) -> starts.put(partition, found.offset()));
    }
    return starts;
  }

  /** When the first record of the run may have been sent at the earliest, epoch milliseconds. */
  private long begun() {
    return Math.max(0, batches.publishedAt().orElseGet(clock::millis) - SKEW.toMillis());
  }

  // The connector's interface still has the deprecated enum.
  @SuppressWarnings("deprecation")
  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.EARLIEST;
  }
}
