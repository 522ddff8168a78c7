package org.sealflow.system.fault;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.Topic;

/**
 * The committed records of topics in a file, so that they can lie in another broker where a
 * savepoint says. An offset that no record has, because a transaction's marker has it, is taken by
 * the record before it once more.
 */
final class StoredTopics {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int NOTHING = -1;

  private StoredTopics() {}

  /** Writes what stands in the topics. */
  static void write(Connection connection, List<Topic> topics, Path file) throws Exception {
    Map<String, Object> properties = new HashMap<>(connection.clientProperties());
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", false);
    try (KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        DataOutputStream output =
            new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file)))) {
      output.writeInt(topics.size());
      for (Topic topic : topics) {
        List<TopicPartition> partitions =
            consumer.partitionsFor(connection.topics().name(topic)).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        output.writeUTF(topic.name());
        output.writeInt(partitions.size());
        for (TopicPartition partition : partitions) {
          write(partition, consumer, output);
        }
      }
    }
  }

  private static void write(
      TopicPartition partition, KafkaConsumer<byte[], byte[]> consumer, DataOutputStream output)
      throws IOException {
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    while (consumer.position(partition) < end) {
      consumer.poll(POLL).forEach(records::add);
    }
    output.writeInt(partition.partition());
    output.writeLong(end);
    output.writeInt(records.size());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      output.writeLong(record.offset());
      output.writeLong(record.timestamp());
      write(record.key(), output);
      write(record.value(), output);
    }
  }

  private static void write(byte @Nullable [] bytes, DataOutputStream output) throws IOException {
    output.writeInt(bytes == null ? NOTHING : bytes.length);
    if (bytes != null) {
      output.write(bytes);
    }
  }

  /** Puts the records of a file into topics that are empty. */
  static void restore(Connection connection, Path file) throws Exception {
    try (DataInputStream input =
            new DataInputStream(new GZIPInputStream(Files.newInputStream(file)));
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.copyOf(connection.clientProperties()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      int topics = input.readInt();
      for (int topic = 0; topic < topics; topic++) {
        String name = connection.topics().name(Topic.valueOf(input.readUTF()));
        int partitions = input.readInt();
        for (int partition = 0; partition < partitions; partition++) {
          restore(new TopicPartition(name, input.readInt()), input, producer);
        }
      }
    }
  }

  private static void restore(
      TopicPartition partition, DataInputStream input, KafkaProducer<byte[], byte[]> producer)
      throws Exception {
    long end = input.readLong();
    int records = input.readInt();
    long next = 0;
    ProducerRecord<byte[], byte[]> last = null;
    for (int record = 0; record < records; record++) {
      long offset = input.readLong();
      next = fill(next, offset, last, producer);
      last =
          new ProducerRecord<>(
              partition.topic(), partition.partition(), input.readLong(), read(input), read(input));
      next = fill(next, offset + 1, last, producer);
    }
    fill(next, end, last, producer);
  }

  private static byte @Nullable [] read(DataInputStream input) throws IOException {
    int length = input.readInt();
    return length == NOTHING ? null : input.readNBytes(length);
  }

  /** Sends a record until the partition ends at an offset. */
  private static long fill(
      long from,
      long end,
      @Nullable ProducerRecord<byte[], byte[]> record,
      KafkaProducer<byte[], byte[]> producer)
      throws Exception {
    long next = from;
    while (next < end) {
      next = producer.send(record).get(30, TimeUnit.SECONDS).offset() + 1;
    }
    if (next != end) {
      throw new AssertionError("the topic ends at " + next + ", expected " + end);
    }
    return next;
  }
}
