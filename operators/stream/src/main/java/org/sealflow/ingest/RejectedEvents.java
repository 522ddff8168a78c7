package org.sealflow.ingest;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;

/** Makes failures of events that an operator cannot use. */
public final class RejectedEvents {
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
  private final DeadLetterLog log = new DeadLetterLog();
  private final Boundary boundary;

  /** Of events that are rejected at a boundary. */
  public RejectedEvents(Boundary boundary) {
    this.boundary = boundary;
  }

  /** The failure of an event, under the record or the line that it was read from. */
  public Failure failure(ReceivedEvent received, Instant now, String reason, String remedy) {
    TrajectoryEvent event = received.event();
    Complaint complaint = new Complaint(boundary, reason, remedy);
    byte[] message = received.message();
    byte[] bytes = message == null ? codec.encode(event) : message;
    String topic = received.topic();
    Failure failure =
        topic == null
            ? Failures.ofLine(complaint, now, source(event.getEpisodeStarted()), bytes)
            : Failures.ofRecord(
                complaint,
                now,
                new RecordPosition(topic, received.partition(), received.offset()),
                event.getEpisodeId().getBytes(StandardCharsets.UTF_8),
                bytes,
                received.requeues());
    failure.setRunId(event.getRunId());
    failure.setEpisodeId(event.getEpisodeId());
    log.note(failure, now);
    return failure;
  }

  private static RecordedSource source(@Nullable EpisodeStarted header) {
    RecordedSource source = header == null ? null : header.getSource();
    return source == null ? new RecordedSource("stream", 1L, 0L, "", 0L) : source;
  }
}
