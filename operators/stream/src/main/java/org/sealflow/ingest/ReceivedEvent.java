package org.sealflow.ingest;

import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * A trajectory event and where it was read. Nobody changes the event or the bytes.
 *
 * @param topic null if it was read from a file
 * @param requeues how often the record had been sent again before
 * @param message the event as {@link org.sealflow.schemas.Codec} writes it, in any published
 *     version of its schema; null if it was not read as a message
 */
@SuppressWarnings("ArrayRecordComponent") // Left out where events are compared.
@TypeInfo(ReceivedEventTypeFactory.class)
public record ReceivedEvent(
    TrajectoryEvent event,
    @Nullable String topic,
    int partition,
    long offset,
    int requeues,
    byte @Nullable [] message) {
  /** An event that was not read as a message. */
  public ReceivedEvent(
      TrajectoryEvent event, @Nullable String topic, int partition, long offset, int requeues) {
    this(event, topic, partition, offset, requeues, null);
  }

  /** The bytes say nothing that the event does not. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReceivedEvent that
        && event.equals(that.event)
        && Objects.equals(topic, that.topic)
        && partition == that.partition
        && offset == that.offset
        && requeues == that.requeues;
  }

  @Override
  public int hashCode() {
    return Objects.hash(event, topic, partition, offset, requeues);
  }
}
