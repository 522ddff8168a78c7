package org.sealflow.capability;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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

/**
 * Keeps what others need of the episodes of its subtask and sends it on together, at most once in
 * {@link #LONGEST_WAIT}, so that no key behind it has to take every episode by itself. An episode
 * that comes after a longer pause is sent on at once; one of which nothing can be kept is a
 * failure.
 *
 * <p>Keeps no state: it sends everything on before a checkpoint is taken.
 *
 * @param <O> what is sent on
 */
public abstract class BundlingOperator<O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<EpisodeObservation, O> {
  private static final long serialVersionUID = 1L;

  /** The longest time an observation waits for others. */
  public static final Duration LONGEST_WAIT = Duration.ofMillis(100);

  /** The largest number of observations that wait; one more sends all of them on. */
  static final int MOST_WAITING = 20_000;

  private final Boundary boundary;
  private transient RejectedInputs rejected;
  private transient int count;
  private transient long sentAt;
  private transient @Nullable ScheduledFuture<?> timer;

  /**
   * An operator that keeps nothing yet.
   *
   * @param boundary where episodes of which nothing can be kept are failures
   */
  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  protected BundlingOperator(StreamOperatorParameters<O> parameters, Boundary boundary) {
    super(parameters);
    this.boundary = boundary;
  }

  /**
   * Keeps what others need of an episode.
   *
   * @return how many observations that is, from 0
   */
  protected abstract int keep(EpisodeObservation episode);

  /** Empties the operator; returns what it kept, in the order to send it on. */
  protected abstract Collection<O> take();

  @Override
  public void open() throws Exception {
    super.open();
    rejected = new RejectedInputs(boundary);
    sentAt = Long.MIN_VALUE;
  }

  @Override
  public void processElement(StreamRecord<EpisodeObservation> element) {
    EpisodeObservation episode = element.getValue();
    long now = getProcessingTimeService().getCurrentProcessingTime();
    try {
      count += keep(episode);
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

  private void send(long now) {
    sentAt = now;
    count = 0;
    take().forEach(each -> output.collect(new StreamRecord<>(each)));
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
