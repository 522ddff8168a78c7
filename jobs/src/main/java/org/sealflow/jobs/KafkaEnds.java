package org.sealflow.jobs;

import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.RequeueCount;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.verify.RawRecord;

/** The Kafka ends of the jobs. */
public final class KafkaEnds {
  /** Room for some 60 diagnoses, where Kafka's default of 16 KiB has room for 15. */
  private static final int BATCH_BYTES = 64 * 1024;

  private KafkaEnds() {}

  /**
   * Reads a topic from the group's offsets, at first from the beginning.
   *
   * @param group the consumer group; its offsets show how far the job is, its state what counts
   */
  // The connector's own method still takes the deprecated enum.
  @SuppressWarnings("deprecation")
  public static KafkaSource<RawRecord> source(Topic topic, JobSettings settings, String group) {
    return source(
        topic, settings, group, OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST));
  }

  /** Reads a topic from a point on. */
  static KafkaSource<RawRecord> source(
      Topic topic, JobSettings settings, String group, OffsetsInitializer start) {
    KafkaSourceBuilder<RawRecord> builder =
        KafkaSource.<RawRecord>builder()
            .setProperties(settings.clientProperties())
            .setTopics(new Topics(settings.topicPrefix()).name(topic))
            .setGroupId(group)
            .setStartingOffsets(start)
            .setDeserializer(new RawRecordSchema());
    if (topic.delivery() == Topic.Delivery.TRANSACTIONAL) {
      builder.setProperty("isolation.level", "read_committed");
    }
    if (settings.boundedAtEnd()) {
      builder.setBounded(OffsetsInitializer.latest());
    }
    return builder.build();
  }

  /** Writes records to a topic, each at least once, visible at once. */
  public static <T extends SpecificRecordBase> KafkaSink<T> sink(
      Topic topic, Class<T> recordClass, KeyOf<T> key, JobSettings settings) {
    String name = new Topics(settings.topicPrefix()).name(topic);
    return sink(topic, new RecordSchema<>(name, recordClass, key), settings);
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
   * A record waits for others to be sent with as long as it would between two operators: a request
   * for each record alone costs broker and producer more than all that the job does. What the
   * settings say of Kafka's clients comes first.
   */
  private static Properties producerProperties(Topic topic, JobSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("max.request.size", String.valueOf(topic.largestMessageBytes()));
    properties.setProperty("linger.ms", String.valueOf(settings.bufferTimeout().toMillis()));
    properties.setProperty("batch.size", String.valueOf(BATCH_BYTES));
    properties.setProperty("compression.type", "lz4");
    properties.putAll(settings.clientProperties());
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

  private static final class RecordSchema<T extends SpecificRecordBase>
      implements KafkaRecordSerializationSchema<T> {
    private static final long serialVersionUID = 1L;

    private final String topic;
    private final Class<T> recordClass;
    private final KeyOf<T> key;
    private transient @Nullable Codec<T> codec;

    RecordSchema(String topic, Class<T> recordClass, KeyOf<T> key) {
      this.topic = topic;
      this.recordClass = recordClass;
      this.key = key;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        T record, KafkaSinkContext context, @Nullable Long timestamp) {
      Codec<T> encoder = codec;
      if (encoder == null) {
        encoder = Codec.of(recordClass);
        codec = encoder;
      }
      byte[] keyBytes = key.apply(record).getBytes(StandardCharsets.UTF_8);
      return new ProducerRecord<>(topic, keyBytes, encoder.encode(record));
    }
  }
}
