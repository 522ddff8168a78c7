package org.sealflow.jobs.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Starts reading where the consumer group has come to, and at the beginning where it has read
 * nothing. Unlike the connector's own it says so in numbers before anything is read, so that a
 * partition in which nothing is left is known to be at its end.
 */
public final class GroupStart implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever offsets) {
    Map<TopicPartition, Long> starts = new HashMap<>(offsets.committedOffsets(partitions));
    List<TopicPartition> unread = new ArrayList<>(partitions);
    unread.removeAll(starts.keySet());
    if (!unread.isEmpty()) {
      starts.putAll(offsets.beginningOffsets(unread));
    }
    return starts;
  }

  // The connector's interface still has the deprecated enum.
  @SuppressWarnings("deprecation")
  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.EARLIEST;
  }
}
