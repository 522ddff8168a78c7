package org.sealflow.jobs.bench.stream;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DecodeEventFunction;
import org.sealflow.ingest.RawRecord;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.KafkaEnds;
import org.sealflow.jobs.KafkaOutputs;
import org.sealflow.jobs.OperatorIds;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;

/**
 * The baseline of the live job: reads and writes the same topics and the same bytes, with as little
 * as possible in between. Each record leads to as many records of the same sizes as in the live
 * job; they are made before, and found by the record's position.
 *
 * <pre>
 * copying:   trajectories ───────────────────────────────► look up ─► diagnoses
 * decoding:  trajectories ─► decode ─► by episode ───────► look up ─► diagnoses
 * contract:  trajectories ─► decode ─► by episode ─► keep, look up ─► encode ─► diagnoses
 * all:       tasks ──────────────────────────────────────► drop ────► failures
 * </pre>
 */
final class BareJob {
  static final String NAME = "sealflow-bench-bare";

  private BareJob() {}

  /**
   * The records written for each record read.
   *
   * @param events per partition and offset which event the record holds
   * @param diagnoses per event what the live job writes when it comes
   */
  @SuppressWarnings("ArrayRecordComponent") // Looked up by position, never compared.
  record Plan(int[][] events, List<List<byte[]>> diagnoses) implements Serializable {
    List<byte[]> diagnoses(int partition, long offset) {
      return diagnoses.get(event(partition, offset));
    }

    int event(int partition, long offset) {
      return events[partition][(int) offset];
    }
  }

  /** Copies: no record is looked into. */
  static void attachCopying(
      StreamExecutionEnvironment environment, JobSettings settings, Plan plan) {
    DataStream<Written> diagnoses =
        read(environment, Topic.TRAJECTORIES, settings)
            .flatMap(new LookUp(plan))
            .returns(TypeInformation.of(Written.class))
            .name("look up");
    attach(environment, settings, diagnoses);
  }

  /** The same with the events decoded and brought together by episode. */
  static void attachDecoding(
      StreamExecutionEnvironment environment, JobSettings settings, Plan plan) {
    DataStream<Written> diagnoses =
        decoded(environment, settings)
            .keyBy(received -> received.event().getEpisodeId())
            .flatMap(new LookUpDecoded(plan))
            .returns(TypeInformation.of(Written.class))
            .name("look up");
    attach(environment, settings, diagnoses);
  }

  /**
   * What every job with this input and output does, whatever it makes of an episode: see {@link
   * BareEpisodeFunction}. The diagnoses are records, and encoded one by one.
   */
  static void attachContract(
      StreamExecutionEnvironment environment, JobSettings settings, Plan plan) {
    DataStream<Diagnosis> diagnoses =
        decoded(environment, settings)
            .keyBy(received -> received.event().getEpisodeId())
            .process(new BareEpisodeFunction(plan))
            .returns(new AvroTypeInfo<>(Diagnosis.class))
            .name("keep and look up");
    new KafkaOutputs(settings)
        .write(
            diagnoses,
            Topic.DIAGNOSES,
            Diagnosis.class,
            Diagnosis::getEpisodeId,
            OperatorIds.DIAGNOSES);
    dropTasks(environment, settings);
  }

  private static DataStream<ReceivedEvent> decoded(
      StreamExecutionEnvironment environment, JobSettings settings) {
    return read(environment, Topic.TRAJECTORIES, settings)
        .process(new DecodeEventFunction())
        .returns(TypeInformation.of(ReceivedEvent.class))
        .name("decode");
  }

  private static void attach(
      StreamExecutionEnvironment environment, JobSettings settings, DataStream<Written> diagnoses) {
    write(diagnoses, Topic.DIAGNOSES, settings);
    dropTasks(environment, settings);
  }

  private static void dropTasks(StreamExecutionEnvironment environment, JobSettings settings) {
    DataStream<Written> none =
        read(environment, Topic.TASKS, settings)
            .flatMap(new Drop())
            .returns(TypeInformation.of(Written.class))
            .name("drop");
    write(none, Topic.FAILURES, settings);
  }

  private static DataStream<RawRecord> read(
      StreamExecutionEnvironment environment, Topic topic, JobSettings settings) {
    return environment.fromSource(
        KafkaEnds.source(topic, settings, NAME),
        WatermarkStrategy.noWatermarks(),
        topic.baseName());
  }

  private static void write(DataStream<Written> records, Topic topic, JobSettings settings) {
    String name = new Topics(settings.kafka().topicPrefix()).name(topic);
    records.sinkTo(KafkaEnds.sink(topic, new AsTheyAre(name), settings)).name(topic.baseName());
  }

  /**
   * A record to write.
   *
   * @param key the key of the record that led to it
   */
  @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
  public record Written(byte[] key, byte[] value) {}

  private static final class LookUp implements FlatMapFunction<RawRecord, Written> {
    private static final long serialVersionUID = 1L;

    private final Plan plan;

    LookUp(Plan plan) {
      this.plan = plan;
    }

    @Override
    public void flatMap(RawRecord record, Collector<Written> out) {
      byte[] key = record.key();
      for (byte[] diagnosis : plan.diagnoses(record.partition(), record.offset())) {
        out.collect(new Written(key == null ? new byte[0] : key, diagnosis));
      }
    }
  }

  private static final class LookUpDecoded implements FlatMapFunction<ReceivedEvent, Written> {
    private static final long serialVersionUID = 1L;

    private final Plan plan;

    LookUpDecoded(Plan plan) {
      this.plan = plan;
    }

    @Override
    public void flatMap(ReceivedEvent received, Collector<Written> out) {
      byte[] key = received.event().getEpisodeId().getBytes(StandardCharsets.UTF_8);
      for (byte[] diagnosis : plan.diagnoses(received.partition(), received.offset())) {
        out.collect(new Written(key, diagnosis));
      }
    }
  }

  private static final class Drop implements FlatMapFunction<RawRecord, Written> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(RawRecord record, Collector<Written> out) {}
  }

  private static final class AsTheyAre implements KafkaRecordSerializationSchema<Written> {
    private static final long serialVersionUID = 1L;

    private final String topic;

    AsTheyAre(String topic) {
      this.topic = topic;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        Written record, KafkaSinkContext context, @Nullable Long timestamp) {
      return new ProducerRecord<>(topic, record.key(), record.value());
    }
  }
}
