package org.sealflow.jobs.input;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.RawRecord;

/** Gives each record the time of its partition. */
final class TimedOutput implements ReaderOutput<RawRecord> {
  private final ReaderOutput<RawRecord> to;
  private final InputTime time;
  private final Map<String, SourceOutput<RawRecord>> outputs = new HashMap<>();

  TimedOutput(ReaderOutput<RawRecord> to, InputTime time) {
    this.to = to;
    this.time = time;
  }

  /** Whether it hands on to that output. */
  boolean isTo(ReaderOutput<RawRecord> other) {
    return to == other;
  }

  @Override
  public SourceOutput<RawRecord> createOutputForSplit(String splitId) {
    return outputs.computeIfAbsent(
        splitId, id -> new PartitionOutput(to.createOutputForSplit(id), time));
  }

  @Override
  public void releaseOutputForSplit(String splitId) {
    outputs.remove(splitId);
    to.releaseOutputForSplit(splitId);
  }

  @Override
  public void collect(RawRecord record) {
    to.collect(record);
  }

  @Override
  public void collect(RawRecord record, long timestamp) {
    to.collect(record, timestamp);
  }

  @Override
  public void emitWatermark(Watermark watermark) {
    to.emitWatermark(watermark);
  }

  @Override
  public void markIdle() {
    to.markIdle();
  }

  @Override
  public void markActive() {
    to.markActive();
  }

  /** The output of one partition. */
  private static final class PartitionOutput implements SourceOutput<RawRecord> {
    private final SourceOutput<RawRecord> to;
    private final InputTime time;
    private @Nullable PartitionTime partition;

    PartitionOutput(SourceOutput<RawRecord> to, InputTime time) {
      this.to = to;
      this.time = time;
    }

    @Override
    public void collect(RawRecord record) {
      collect(record, PartitionTime.UNKNOWN);
    }

    @Override
    public void collect(RawRecord record, long timestamp) {
      PartitionTime known = partition;
      if (known == null) {
        known = time.partition(record.partition(), record.offset());
        partition = known;
      }
      to.collect(record, known.read(record.offset(), timestamp));
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      to.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
      to.markIdle();
    }

    @Override
    public void markActive() {
      to.markActive();
    }
  }
}
