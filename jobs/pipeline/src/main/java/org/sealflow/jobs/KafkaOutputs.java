package org.sealflow.jobs;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.Topic;

/** The topics a job writes: each record is encoded and measured before it is sent. */
public final class KafkaOutputs {
  private final JobSettings settings;
  private final List<DataStream<Failure>> failures = new ArrayList<>();

  /** The topics of a job. */
  public KafkaOutputs(JobSettings settings) {
    this.settings = settings;
  }

  /** Writes records to a topic, each at least once, visible at once. */
  public <T extends SpecificRecordBase> void write(
      DataStream<T> records,
      Topic topic,
      Class<T> recordClass,
      KafkaEnds.KeyOf<T> key,
      String uid) {
    encoded(records, topic, recordClass, key)
        .sinkTo(KafkaEnds.sink(topic, settings))
        .name(topic.baseName())
        .uid(uid);
  }

  /** Writes the records of one parallel instance to a topic, each exactly once. */
  <T extends SpecificRecordBase> void writeOnce(
      DataStream<T> records,
      Topic topic,
      Class<T> recordClass,
      KafkaEnds.KeyOf<T> key,
      KafkaEnds.Transactional transactional,
      String uid) {
    encoded(records, topic, recordClass, key)
        .setParallelism(1)
        .sinkTo(KafkaEnds.transactionalSink(topic, transactional, settings))
        .setParallelism(1)
        .name(topic.baseName())
        .uid(uid);
  }

  private <T extends SpecificRecordBase> SingleOutputStreamOperator<EncodedRecord> encoded(
      DataStream<T> records, Topic topic, Class<T> recordClass, KafkaEnds.KeyOf<T> key) {
    SingleOutputStreamOperator<EncodedRecord> encoded =
        records
            .process(new EncodeFunction<>(topic, recordClass, key))
            .returns(TypeInformation.of(EncodedRecord.class))
            .name("encode " + topic.baseName());
    failures.add(encoded.getSideOutput(EncodeFunction.FAILURES));
    return encoded;
  }

  /** Writes failures, with those of the topics written so far. */
  void writeFailures(DataStream<Failure> of) {
    DataStream<Failure> all = of;
    for (DataStream<Failure> unsendable : failures) {
      all = all.union(unsendable);
    }
    write(all, Topic.FAILURES, Failure.class, Failures::key, OperatorIds.FAILURES);
  }
}
