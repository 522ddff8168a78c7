package org.sealflow.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.DecodePatchFunction;
import org.sealflow.ingest.DecodeRecordFunction;
import org.sealflow.ingest.DecodeTaskFunction;
import org.sealflow.ingest.PatchChange;
import org.sealflow.ingest.RawRecord;
import org.sealflow.jobs.input.TimedSource;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import org.sealflow.tasks.TaskChange;

/** The topics a job reads, decoded, and what of them could not be. */
final class KafkaInputs {
  private final StreamExecutionEnvironment environment;
  private final JobSettings settings;
  private final String group;
  private final List<DataStream<Failure>> failures = new ArrayList<>();

  /**
   * Of a job.
   *
   * @param group the consumer group; its offsets show how far the job is
   */
  KafkaInputs(StreamExecutionEnvironment environment, JobSettings settings, String group) {
    this.environment = environment;
    this.settings = settings;
    this.group = group;
  }

  /** The raw records of a topic, from where {@link KafkaEnds#source} says. */
  SingleOutputStreamOperator<RawRecord> raw(Topic topic) {
    return from(topic, KafkaEnds.source(topic, settings, group));
  }

  /** The raw records of a topic from a point on. */
  SingleOutputStreamOperator<RawRecord> raw(Topic topic, OffsetsInitializer start) {
    return from(topic, KafkaEnds.source(topic, settings, group, start));
  }

  /**
   * The trajectories with their time: {@link TimedSource}. A job that ends at what is there needs
   * none, for all that is open then ends with it.
   *
   * @param start where a job begins that has no state
   * @param grace how long time is held back where it would leap
   */
  SingleOutputStreamOperator<RawRecord> trajectories(OffsetsInitializer start, Duration grace) {
    KafkaSource<RawRecord> source = KafkaEnds.source(Topic.TRAJECTORIES, settings, group, start);
    return settings.execution().bounded()
        ? from(Topic.TRAJECTORIES, source)
        : from(
            Topic.TRAJECTORIES,
            new TimedSource(source, settings.kafka().clientProperties(), grace));
  }

  private SingleOutputStreamOperator<RawRecord> from(Topic topic, Source<RawRecord, ?, ?> source) {
    return environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), topic.baseName())
        .uid(topic.baseName());
  }

  /** The records of a topic, from where {@link KafkaEnds#source} says. */
  <T extends SpecificRecordBase> SingleOutputStreamOperator<T> records(
      Topic topic, Class<T> recordClass) {
    return decode(topic, raw(topic), recordClass);
  }

  /** The topic of the tasks, removals included, from where {@link KafkaEnds#source} says. */
  SingleOutputStreamOperator<TaskChange> tasks() {
    return decode(
        Topic.TASKS,
        raw(Topic.TASKS),
        new DecodeTaskFunction(),
        TypeInformation.of(TaskChange.class));
  }

  /** The topic of the patches, removals included, from where {@link KafkaEnds#source} says. */
  SingleOutputStreamOperator<PatchChange> patches() {
    return decode(
        Topic.ENVIRONMENT_PATCHES,
        raw(Topic.ENVIRONMENT_PATCHES),
        new DecodePatchFunction(),
        TypeInformation.of(PatchChange.class));
  }

  /** The records of a topic from a point on. */
  <T extends SpecificRecordBase> SingleOutputStreamOperator<T> records(
      Topic topic, Class<T> recordClass, OffsetsInitializer start) {
    return decode(topic, raw(topic, start), recordClass);
  }

  private <T extends SpecificRecordBase> SingleOutputStreamOperator<T> decode(
      Topic topic, DataStream<RawRecord> raw, Class<T> recordClass) {
    return decode(
        topic, raw, new DecodeRecordFunction<>(recordClass), new AvroTypeInfo<>(recordClass));
  }

  private <T> SingleOutputStreamOperator<T> decode(
      Topic topic,
      DataStream<RawRecord> raw,
      ProcessFunction<RawRecord, T> function,
      TypeInformation<T> type) {
    SingleOutputStreamOperator<T> decoded =
        raw.process(function)
            .returns(type)
            .name("decode " + topic.baseName())
            .uid(OperatorIds.decode(topic));
    failures.add(decoded.getSideOutput(DeadLetters.FAILURES));
    return decoded;
  }

  /**
   * Records that could not be decoded.
   *
   * @throws java.util.NoSuchElementException where no records are read
   */
  DataStream<Failure> failures() {
    return failures.stream().reduce((all, each) -> all.union(each)).orElseThrow();
  }
}
