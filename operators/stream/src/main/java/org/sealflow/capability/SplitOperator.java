package org.sealflow.capability;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.CapabilityKind;

/**
 * Splits episodes into observations of capabilities and sends those of one capability on as one
 * bundle, at most once in {@link #LONGEST_WAIT}. An episode has some thirty observations, and the
 * next one has mostly the same capabilities. An episode that comes after a longer pause is sent on
 * at once.
 *
 * <p>Keeps no state: it sends everything on before a checkpoint is taken.
 */
final class SplitOperator extends AbstractStreamOperator<ObservationBundle>
    implements OneInputStreamOperator<EpisodeObservation, ObservationBundle> {
  private static final long serialVersionUID = 1L;

  /** The longest time an observation waits for others. */
  static final Duration LONGEST_WAIT = Duration.ofMillis(100);

  /** The largest number of observations that wait; one more sends all of them on. */
  static final int MOST_WAITING = 20_000;

  private record Observed(String runId, CapabilityKind kind, String category, String name) {}

  private transient RejectedInputs rejected;
  private transient Map<Observed, List<ObservationBundle.Part>> waiting;
  private transient int count;
  private transient long sentAt;
  private transient @Nullable ScheduledFuture<?> timer;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  SplitOperator(StreamOperatorParameters<ObservationBundle> parameters) {
    super(parameters);
  }

  @Override
  public void open() throws Exception {
    super.open();
    rejected = new RejectedInputs(Boundary.PROFILE);
    waiting = new LinkedHashMap<>();
    sentAt = Long.MIN_VALUE;
  }

  @Override
  public void processElement(StreamRecord<EpisodeObservation> element) {
    EpisodeObservation episode = element.getValue();
    long now = getProcessingTimeService().getCurrentProcessingTime();
    try {
      CapabilityObservations.of(episode).forEach(this::keep);
    } catch (RuntimeException unusable) {
      output.collect(
          DeadLetters.FAILURES,
          new StreamRecord<>(
              rejected.failure(
                  episode.runId(),
                  episode.episodeId(),
                  null,
                  episode,
                  Instant.ofEpochMilli(now),
                  unusable)));
    }
    if (count >= MOST_WAITING || now >= sentAt + LONGEST_WAIT.toMillis()) {
      send(now);
    } else if (timer == null) {
      timer =
          getProcessingTimeService()
              .registerTimer(
                  sentAt + LONGEST_WAIT.toMillis(),
                  time -> {
                    timer = null;
                    send(time);
                  });
    }
  }

  private void keep(CapabilityObservation observation) {
    Observed key =
        new Observed(
            observation.runId(), observation.kind(), observation.category(), observation.name());
    waiting
        .computeIfAbsent(key, first -> new ArrayList<>())
        .add(ObservationBundle.Part.of(observation));
    count++;
  }

  private void send(long now) {
    sentAt = now;
    waiting.forEach(
        (of, parts) ->
            output.collect(
                new StreamRecord<>(
                    new ObservationBundle(of.runId, of.kind, of.category, of.name, parts))));
    waiting = new LinkedHashMap<>();
    count = 0;
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    send(getProcessingTimeService().getCurrentProcessingTime());
  }

  /** The last watermark of a bounded input comes before its end, and publishes the profiles. */
  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.equals(Watermark.MAX_WATERMARK)) {
      send(getProcessingTimeService().getCurrentProcessingTime());
    }
    super.processWatermark(mark);
  }
}
