package org.sealflow.jobs.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Puts records on their topics, each under its topic's key, by an idempotent producer: records of
 * one key arrive in the order sent, once. What was sent is certain after {@link #flush} only.
 *
 * <p>Not thread-safe.
 */
public final class Publisher implements AutoCloseable {
  /** Above anything Kafka adds to key and value of a record that is alone in its batch. */
  private static final int OVERHEAD_BYTES = 1024;

  private static final int SEND_MILLIS = 60_000;
  private static final int BATCH_BYTES = 256 << 10;

  private final Connection connection;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<@Nullable Exception> lost = new AtomicReference<>();
  private final Codec<TaskRecord> tasks = Codec.of(TaskRecord.class);
  private final Codec<TrajectoryEvent> events = Codec.of(TrajectoryEvent.class);
  private final Codec<Failure> failures = Codec.of(Failure.class);
  private final Codec<PatchRecord> patches = Codec.of(PatchRecord.class);
  private final Codec<BatchManifest> batches = Codec.of(BatchManifest.class);
  private final Codec<PolicyUpdate> policies = Codec.of(PolicyUpdate.class);

  private Publisher(Connection connection, KafkaProducer<byte[], byte[]> producer) {
    this.connection = connection;
    this.producer = producer;
  }

  /**
   * On the broker of a connection.
   *
   * @throws UserError if a property has no meaning
   */
  public static Publisher open(Connection connection) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, SEND_MILLIS / 2);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, SEND_MILLIS);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, SEND_MILLIS);
    properties.putAll(connection.clientProperties());
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // Of two batches on their way to a topic that is only just made, the first can be refused for
    // the
    // moment and the second taken; the first is then out of order for ever. So one at a time, and
    // large ones.
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    // The topic's own limit decides, not the client's.
    properties.put(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Topic.FAILURES.largestMessageBytes() + OVERHEAD_BYTES);
    try {
      return new Publisher(
          connection,
          new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()));
    } catch (KafkaException e) {
      throw connection.unusable(e);
    }
  }

  /**
   * Sends a task or tool docs.
   *
   * @throws UserError if it is too large for a message, or the broker lost an earlier record
   */
  public void task(TaskRecord record) {
    byte[] value = tasks.encode(record);
    if (!fits(TaskRecords.key(record), value, Topic.TASKS)) {
      throw new UserError(
          "the task record "
              + TaskRecords.key(record)
              + " has "
              + value.length
              + " bytes; with its key and Kafka's overhead a message holds at most "
              + Topic.TASKS.largestMessageBytes()
              + "; shorten its initial configuration or docs");
    }
    send(Topic.TASKS, TaskRecords.key(record), value);
  }

  /**
   * Removes a task or tool docs: sends a record of their key without a value.
   *
   * @throws UserError if the broker lost an earlier record
   */
  public void removeTask(String key) {
    send(Topic.TASKS, key, null);
  }

  /**
   * Sends an event, unless it is too large for a message.
   *
   * @return whether it fits; nothing is sent where not
   * @throws UserError if the broker lost an earlier record
   */
  public boolean event(TrajectoryEvent event) {
    byte[] value = events.encode(event);
    if (!fits(event.getEpisodeId(), value, Topic.TRAJECTORIES)) {
      return false;
    }
    send(Topic.TRAJECTORIES, event.getEpisodeId(), value);
    return true;
  }

  /** An event as it would be sent. */
  public byte[] bytes(TrajectoryEvent event) {
    return events.encode(event);
  }

  /**
   * Sends a failure.
   *
   * @throws UserError if the broker lost an earlier record
   */
  public void failure(Failure failure) {
    send(Topic.FAILURES, Failures.key(failure), failures.encode(failure));
  }

  /**
   * Sends a patch or an order about one.
   *
   * @throws UserError if the broker lost an earlier record
   */
  public void patch(PatchRecord patch) {
    send(Topic.ENVIRONMENT_PATCHES, PatchRecords.topicKey(patch), patches.encode(patch));
  }

  /**
   * Sends a batch as planned.
   *
   * @throws UserError if the broker lost an earlier record
   */
  public void batch(BatchManifest manifest) {
    send(Topic.ROLLOUT_BATCHES, manifest.getRunId(), batches.encode(manifest));
  }

  /**
   * Sends a version of a policy.
   *
   * @throws UserError if the broker lost an earlier record
   */
  public void policy(PolicyUpdate update) {
    send(Topic.POLICY_UPDATES, update.getPolicyName(), policies.encode(update));
  }

  /**
   * Sends the input of a failure to the topic it came from, counted once more.
   *
   * @throws IllegalArgumentException if it cannot be sent again
   * @throws UserError if the broker lost an earlier record
   */
  public void again(Failure failure) {
    String topic = failure.getSourceTopic();
    if (topic == null || !Failures.isRequeueable(failure)) {
      throw new IllegalArgumentException("the input of " + Failures.key(failure) + " stays");
    }
    ByteBuffer key = failure.getOriginalKey();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key == null ? null : bytes(key), bytes(failure.getOriginal()));
    record.headers().add(RequeueCount.HEADER, RequeueCount.bytes(failure.getRequeues() + 1));
    send(record);
  }

  /**
   * Sends an event of an attempt that is sent again, with the count of that.
   *
   * @throws UserError if the broker lost an earlier record
   */
  void again(TrajectoryEvent event, int requeues) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            connection.topics().name(Topic.TRAJECTORIES),
            utf8(event.getEpisodeId()),
            events.encode(event));
    record.headers().add(RequeueCount.HEADER, RequeueCount.bytes(requeues));
    send(record);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static boolean fits(String key, byte[] value, Topic topic) {
    return topic.holds(utf8(key), value);
  }

  private void send(Topic topic, String key, byte @Nullable [] value) {
    send(new ProducerRecord<>(connection.topics().name(topic), utf8(key), value));
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    requireNothingLost();
    try {
      // The callback hears what the future would say.
      Future<RecordMetadata> unused = producer.send(record, this::acknowledged);
    } catch (KafkaException e) {
      throw BrokerCalls.failed("send to " + record.topic(), e);
    }
  }

  private void acknowledged(@Nullable RecordMetadata sent, @Nullable Exception failure) {
    if (failure != null) {
      lost.compareAndSet(null, failure);
    }
  }

  /**
   * Waits until the broker has everything sent so far.
   *
   * @throws UserError if it lost something
   */
  public void flush() {
    producer.flush();
    requireNothingLost();
  }

  private void requireNothingLost() {
    Exception failure = lost.get();
    if (failure != null) {
      throw BrokerCalls.failed("send to " + connection.bootstrapServers(), failure);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Ends the conversation; what was not flushed may be lost. */
  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
