package org.sealflow.jobs.kafka;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.RecordPosition;

/**
 * Remembers how far the failures of each boundary have been requeued, so that none is sent again
 * twice, and which before that were left open: kept on the broker as the offsets of a group per
 * boundary and their metadata.
 */
final class RequeueProgress {
  private final Connection connection;
  private final Map<Boundary, Map<TopicPartition, RequeueMark>> done =
      new EnumMap<>(Boundary.class);
  private final Map<Boundary, Map<TopicPartition, NavigableSet<Long>>> open =
      new EnumMap<>(Boundary.class);

  private RequeueProgress(Connection connection) {
    this.connection = connection;
  }

  /** The progress so far of these boundaries. */
  static RequeueProgress load(Connection connection, Set<Boundary> boundaries) {
    RequeueProgress progress = new RequeueProgress(connection);
    try (Admin admin = connection.admin()) {
      for (Boundary boundary : boundaries) {
        progress.done.put(boundary, progress.marks(admin, progress.group(boundary)));
      }
    }
    return progress;
  }

  private Map<TopicPartition, RequeueMark> marks(Admin admin, String group) {
    Map<TopicPartition, RequeueMark> marks = new HashMap<>();
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
                  marks.put(partition, RequeueMark.of(at));
                }
              });
    } catch (UserError e) {
      if (!(e.getCause() instanceof GroupIdNotFoundException)) {
        throw e;
      }
    }
    return marks;
  }

  private String group(Boundary boundary) {
    return connection.topics().prefix()
        + "failures-requeue-"
        + boundary.name().toLowerCase(Locale.ROOT);
  }

  /** Whether an earlier requeue of the boundary has dealt with the failure at this position. */
  boolean isDone(Boundary boundary, RecordPosition failure) {
    return done.getOrDefault(boundary, Map.of())
        .getOrDefault(partition(failure), RequeueMark.START)
        .isDone(failure.offset());
  }

  /** Leaves the failure at this position to the next requeue of the boundary. */
  void leaveOpen(Boundary boundary, RecordPosition failure) {
    open.computeIfAbsent(boundary, any -> new HashMap<>())
        .computeIfAbsent(partition(failure), any -> new TreeSet<>())
        .add(failure.offset());
  }

  private static TopicPartition partition(RecordPosition failure) {
    return new TopicPartition(failure.topic(), failure.partition());
  }

  /**
   * Remembers that the boundaries loaded are requeued up to these ends, except the failures left
   * open.
   */
  void save(Map<TopicPartition, Long> ends) {
    try (Admin admin = connection.admin()) {
      for (Boundary boundary : done.keySet()) {
        BrokerCalls.answer(
            admin.alterConsumerGroupOffsets(group(boundary), offsets(boundary, ends)).all(),
            connection.patience().multipliedBy(3),
            "remember how far failures were requeued");
      }
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets(
      Boundary boundary, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, NavigableSet<Long>> left = open.getOrDefault(boundary, Map.of());
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    ends.forEach(
        (partition, end) ->
            offsets.put(
                partition,
                RequeueMark.of(end, left.getOrDefault(partition, new TreeSet<>())).kept()));
    return offsets;
  }
}
