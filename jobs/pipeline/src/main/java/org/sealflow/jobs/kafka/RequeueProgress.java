package org.sealflow.jobs.kafka;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Boundary;

/**
 * Remembers how far the failures of each boundary have been requeued, so that none is sent again
 * twice: kept on the broker as the offsets of a group per boundary.
 */
final class RequeueProgress {
  private final Connection connection;
  private final Map<Boundary, Map<TopicPartition, Long>> done = new EnumMap<>(Boundary.class);

  private RequeueProgress(Connection connection) {
    this.connection = connection;
  }

  /** The progress so far of these boundaries. */
  static RequeueProgress load(Connection connection, Set<Boundary> boundaries) {
    RequeueProgress progress = new RequeueProgress(connection);
    try (Admin admin = connection.admin()) {
      for (Boundary boundary : boundaries) {
        progress.done.put(boundary, progress.offsets(admin, progress.group(boundary)));
      }
    }
    return progress;
  }

  private Map<TopicPartition, Long> offsets(Admin admin, String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      BrokerCalls.answer(
              admin
                  .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                  .partitionsToOffsetAndMetadata(group),
              connection.patience().multipliedBy(3),
              "read how far failures were requeued")
          .forEach(
              (partition, at) -> {
                if (at != null) {
                  offsets.put(partition, at.offset());
                }
              });
    } catch (UserError e) {
      if (!(e.getCause() instanceof GroupIdNotFoundException)) {
        throw e;
      }
    }
    return offsets;
  }

  private String group(Boundary boundary) {
    return connection.topics().prefix()
        + "failures-requeue-"
        + boundary.name().toLowerCase(Locale.ROOT);
  }

  /** Whether an earlier requeue of the boundary has been past this place. */
  boolean isDone(Boundary boundary, TopicPartition partition, long offset) {
    return offset < done.getOrDefault(boundary, Map.of()).getOrDefault(partition, 0L);
  }

  /** Remembers that the boundaries loaded are requeued up to these ends. */
  void save(Map<TopicPartition, Long> ends) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    ends.forEach((partition, end) -> offsets.put(partition, new OffsetAndMetadata(end)));
    try (Admin admin = connection.admin()) {
      for (Boundary boundary : done.keySet()) {
        BrokerCalls.answer(
            admin.alterConsumerGroupOffsets(group(boundary), offsets).all(),
            connection.patience().multipliedBy(3),
            "remember how far failures were requeued");
      }
    }
  }
}
