package org.sealflow.jobs;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.RawRecord;
import org.sealflow.jobs.input.GroupStart;
import org.sealflow.jobs.kafka.RequeueCount;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.digest.Sha256;

/** The Kafka ends of the jobs. */
public final class KafkaEnds {
  /** Room for some 60 diagnoses, where Kafka's default of 16 KiB has room for 15. */
  private static final int BATCH_BYTES = 64 * 1024;

  private static final int DIGEST_BYTES = 8;

  private KafkaEnds() {}

  /**
   * Reads a topic as a job that has no state must: trajectories from the group's offsets, at first
   * from the beginning, and the topics that rebuild state always from the beginning.
   *
   * @param group the consumer group; its offsets show how far the job is, its state what counts
   */
  public static KafkaSource<RawRecord> source(Topic topic, JobSettings settings, String group) {
    OffsetsInitializer start =
        topic == Topic.TRAJECTORIES ? new GroupStart() : OffsetsInitializer.earliest();
    return source(topic, settings, group, start);
  }

  /** Reads a topic from a point on. */
  static KafkaSource<RawRecord> source(
      Topic topic, JobSettings settings, String group, OffsetsInitializer start) {
    KafkaSourceBuilder<RawRecord> builder =
        KafkaSource.<RawRecord>builder()
            .setProperties(settings.kafka().clientProperties())
            .setTopics(new Topics(settings.kafka().topicPrefix()).name(topic))
            .setGroupId(group)
            .setStartingOffsets(start)
            .setDeserializer(new RawRecordSchema());
    if (topic.delivery() == Topic.Delivery.TRANSACTIONAL) {
      builder.setProperty("isolation.level", "read_committed");
    }
    if (settings.execution().bounded()) {
      builder.setBounded(OffsetsInitializer.latest());
    }
    return builder.build();
  }

  /** Writes encoded records to a topic, each at least once, visible at once. */
  static KafkaSink<EncodedRecord> sink(Topic topic, JobSettings settings) {
    return sink(topic, new EncodedRecordSchema(name(topic, settings)), settings);
  }

  private static String name(Topic topic, JobSettings settings) {
    return new Topics(settings.kafka().topicPrefix()).name(topic);
  }

  /**
   * Writes whatever a schema makes records of to a topic, each at least once, visible at once.
   *
   * @param serializer names the topic in full
   */
  public static <T> KafkaSink<T> sink(
      Topic topic, KafkaRecordSerializationSchema<T> serializer, JobSettings settings) {
    return KafkaSink.<T>builder()
        .setKafkaProducerConfig(producerProperties(topic, settings))
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setRecordSerializer(serializer)
        .build();
  }

  /**
   * How a run writes in transactions.
   *
   * @param runId the run; only one job of a run writes at a time, for a second one ends the
   *     transactions of the first
   * @param timeout how long a transaction may be open
   */
  record Transactional(String runId, Duration timeout) {}

  /**
   * Writes encoded records to a topic, each exactly once: readers of committed records see them
   * when the next checkpoint completes.
   */
  static TransactionalSink transactionalSink(
      Topic topic, Transactional transactional, JobSettings settings) {
    String name = name(topic, settings);
    Properties properties = producerProperties(topic, settings);
    properties.setProperty(
        "transaction.timeout.ms", String.valueOf(transactional.timeout().toMillis()));
    return new TransactionalSink(
        KafkaSink.<EncodedRecord>builder()
            .setKafkaProducerConfig(properties)
            .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
            .setTransactionalIdPrefix(transactionalIdPrefix(name, transactional.runId()))
            // Ids are used again, where counting ones would leave the broker one for each
            // checkpoint.
            .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
            .setRecordSerializer(new EncodedRecordSchema(name))
            .build());
  }

  /**
   * The beginning of the transactional ids of a run's writer. A writer that starts ends every
   * transaction whose id begins so, and the digest keeps those of run {@code x-10} from beginning
   * like those of {@code x-1}.
   */
  static String transactionalIdPrefix(String topic, String runId) {
    return topic + "-" + runId + "-" + HexFormat.of().formatHex(Sha256.of(runId), 0, DIGEST_BYTES);
  }

  /**
   * A record waits for others to be sent with, for the buffer timeout at most: a request for each
   * record alone costs broker and producer more than all that the job does. What the settings say
   * of Kafka's clients comes first.
   */
  private static Properties producerProperties(Topic topic, JobSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("max.request.size", String.valueOf(topic.largestMessageBytes()));
    properties.setProperty(
        "linger.ms", String.valueOf(settings.execution().bufferTimeout().toMillis()));
    properties.setProperty("batch.size", String.valueOf(BATCH_BYTES));
    // Snappy uses its buffers again; LZ4 makes new ones of 128 kB for each batch, however small.
    properties.setProperty("compression.type", "snappy");
    properties.putAll(settings.kafka().clientProperties());
    return properties;
  }

  /** The key of a record in its topic. */
  public interface KeyOf<T> extends Function<T, String>, java.io.Serializable {}

  private static final class RawRecordSchema
      implements KafkaRecordDeserializationSchema<RawRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RawRecord> out) {
      byte[] value = record.value();
      out.collect(
          new RawRecord(
              record.topic(),
              record.partition(),
              record.offset(),
              record.key(),
              value == null ? new byte[0] : value,
              RequeueCount.of(record.headers())));
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
      return TypeInformation.of(RawRecord.class);
    }
  }

  private static final class EncodedRecordSchema
      implements KafkaRecordSerializationSchema<EncodedRecord>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1L;

    private final String topic;

    EncodedRecordSchema(String topic) {
      this.topic = topic;
    }

    /** Names the topic, in which the sink looks for the transactions of writers before it. */
    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
      return Optional.of(
          new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        EncodedRecord record, KafkaSinkContext context, @Nullable Long timestamp) {
      return new ProducerRecord<>(topic, record.key(), record.value());
    }
  }
}
