package org.sealflow.jobs.input;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.RawRecord;

/** Reads as another reader does, and says with watermarks how far it has come. */
// Flink closes readers, whose close may throw anything.
@SuppressWarnings("try")
final class TimedReader implements SourceReader<RawRecord, KafkaPartitionSplit> {
  /**
   * Deadlines need no finer time, and each watermark goes to every instance of the next operator.
   */
  private static final long PERIOD_MILLIS = 200;

  private final SourceReader<RawRecord, KafkaPartitionSplit> reader;
  private final Supplier<PartitionEnds> opener;
  private final InputTime time;
  private final Clock clock;
  private @Nullable PartitionEnds ends;
  private @Nullable TimedOutput output;

  /** Completed when the broker has said something; replaced before that is taken. */
  private volatile CompletableFuture<Void> answered = new CompletableFuture<>();

  private long emitsAt;
  private long emitted = PartitionTime.UNKNOWN;
  private boolean idle;

  TimedReader(
      SourceReader<RawRecord, KafkaPartitionSplit> reader,
      Supplier<PartitionEnds> opener,
      InputTime time,
      Clock clock) {
    this.reader = reader;
    this.opener = opener;
    this.time = time;
    this.clock = clock;
  }

  @Override
  public void start() {
    reader.start();
    opened().start(() -> answered.complete(null));
  }

  /** Restored splits may be added before the start. */
  private PartitionEnds opened() {
    PartitionEnds known = ends;
    if (known == null) {
      known = opener.get();
      ends = known;
    }
    return known;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RawRecord> to) throws Exception {
    if (answered.isDone()) {
      answered = new CompletableFuture<>();
      opened().drain(time::seen);
    }
    InputStatus status = reader.pollNext(timed(to));
    long now = clock.millis();
    if (now >= emitsAt || status != InputStatus.MORE_AVAILABLE) {
      emitsAt = now + PERIOD_MILLIS;
      emitTime(to);
    }
    return status;
  }

  /** An instance without partitions holds nobody's time back. */
  private void emitTime(ReaderOutput<RawRecord> to) {
    if (!time.hasPartitions()) {
      if (!idle) {
        idle = true;
        to.markIdle();
      }
      return;
    }
    if (idle) {
      idle = false;
      to.markActive();
    }
    long reached = time.advance();
    if (reached > emitted) {
      emitted = reached;
      to.emitWatermark(new Watermark(reached));
    }
  }

  private TimedOutput timed(ReaderOutput<RawRecord> to) {
    TimedOutput known = output;
    if (known == null || !known.isTo(to)) {
      known = new TimedOutput(to, time);
      output = known;
    }
    return known;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    CompletableFuture<Void> more = reader.isAvailable();
    return more.isDone() ? more : CompletableFuture.anyOf(more, answered).thenRun(() -> {});
  }

  /** The places from before a release that knew no numbers at a start count as the beginning. */
  @Override
  public void addSplits(List<KafkaPartitionSplit> splits) {
    for (KafkaPartitionSplit split : splits) {
      time.partition(split.getPartition(), Math.max(0, split.getStartingOffset()));
    }
    opened().add(splits.stream().map(KafkaPartitionSplit::getTopicPartition).toList());
    reader.addSplits(splits);
  }

  @Override
  public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
    return reader.snapshotState(checkpointId);
  }

  @Override
  public void notifyNoMoreSplits() {
    reader.notifyNoMoreSplits();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    reader.handleSourceEvents(event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    reader.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    reader.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
    reader.pauseOrResumeSplits(pause, resume);
  }

  @Override
  public void close() throws Exception {
    try {
      reader.close();
    } finally {
      if (ends != null) {
        ends.close();
      }
    }
  }
}
