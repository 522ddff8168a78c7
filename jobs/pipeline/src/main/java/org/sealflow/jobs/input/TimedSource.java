package org.sealflow.jobs.input;

import java.time.Clock;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.sealflow.ingest.RawRecord;

/**
 * A Kafka source of one topic with watermarks: {@link InputTime} of the partitions. Each record's
 * timestamp is its {@link PartitionTime}. Its state is the Kafka source's, whose place it can take.
 */
public final class TimedSource
    implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState>,
        ResultTypeQueryable<RawRecord> {
  private static final long serialVersionUID = 1L;

  private final KafkaSource<RawRecord> source;
  private final Properties clientProperties;
  private final Duration grace;

  /**
   * Gives a source its time.
   *
   * @param source reads one topic, without end
   * @param clientProperties of the Kafka clients that ask for the ends of its partitions
   * @param grace how long time is held back by the clock where it would leap
   */
  public TimedSource(KafkaSource<RawRecord> source, Properties clientProperties, Duration grace) {
    this.source = source;
    this.clientProperties = clientProperties;
    this.grace = grace;
  }

  @Override
  public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context)
      throws Exception {
    Clock clock = Clock.systemUTC();
    Supplier<PartitionEnds> ends = () -> new PartitionEnds(clientProperties, clock);
    return new TimedReader(
        source.createReader(context), ends, new InputTime(grace, clock::millis), clock);
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    return source.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state)
      throws Exception {
    return source.restoreEnumerator(context, state);
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<RawRecord> getProducedType() {
    return source.getProducedType();
  }
}
