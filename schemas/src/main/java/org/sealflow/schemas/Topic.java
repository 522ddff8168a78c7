package org.sealflow.schemas;

import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * The topics of the system: what each carries, under which key, how long, and how surely. {@link
 * Topics} gives their full names.
 */
public enum Topic {
  /** Tasks and the tool docs they refer to. */
  TASKS(
      "tasks",
      "task id and digest, or digest of the tool docs",
      Cleanup.COMPACT,
      Delivery.AT_LEAST_ONCE,
      "at least once, idempotent",
      1,
      TaskRecord.class),
  /** Batches that the planner asks the rollouts for. */
  ROLLOUT_BATCHES(
      "rollout-batches",
      "run id",
      Cleanup.DELETE,
      Delivery.AT_LEAST_ONCE,
      "at least once, idempotent",
      1,
      BatchManifest.class),
  /** Events of the rollouts. */
  TRAJECTORIES(
      "trajectories",
      "episode id",
      Cleanup.DELETE,
      Delivery.AT_LEAST_ONCE,
      "at least once, deduplicated by (episode, attempt, sequence)",
      8,
      TrajectoryEvent.class),
  /** Diagnoses of turns and episodes. */
  DIAGNOSES(
      "diagnoses",
      "episode id",
      Cleanup.DELETE,
      Delivery.AT_LEAST_ONCE,
      "at least once, idempotent by (episode, attempt, turn)",
      8,
      Diagnosis.class),
  /** How well the policy masters each capability. */
  CAPABILITY_PROFILES(
      "capability-profiles",
      "run id and capability",
      Cleanup.COMPACT,
      Delivery.AT_LEAST_ONCE,
      "state exactly once, topic at least once",
      1,
      CapabilityProfile.class),
  /** How the environment's interface is changed. One partition: the last record by offset wins. */
  ENVIRONMENT_PATCHES(
      "environment-patches",
      "run id, scope, layer and capability",
      Cleanup.COMPACT,
      Delivery.AT_LEAST_ONCE,
      "state exactly once, topic at least once; the last record by offset wins",
      1,
      PatchRecord.class),
  /** The policy's versions and where their weights are. */
  POLICY_UPDATES(
      "policy-updates",
      "policy name",
      Cleanup.COMPACT,
      Delivery.TRANSACTIONAL,
      "exactly once (transactions)",
      1,
      PolicyUpdate.class),
  /** Measures of each training step. */
  TRAINING_METRICS(
      "training-metrics",
      "run id",
      Cleanup.DELETE,
      Delivery.TRANSACTIONAL,
      "exactly once (transactions)",
      1,
      TrainingStep.class),
  /** Episodes of settled batches as a training step takes them, where a run asks for it. */
  TRAINING_BATCHES(
      "training-batches",
      "run id",
      Cleanup.DELETE,
      Delivery.TRANSACTIONAL,
      "exactly once (transactions)",
      1,
      TrainingSample.class),
  /** Input that could not be used. */
  FAILURES(
      "failures",
      "source position",
      Cleanup.DELETE,
      Delivery.AT_LEAST_ONCE,
      "at least once",
      1,
      Failure.class);

  /** Kafka's ways to treat old records of a topic. */
  public enum Cleanup {
    /** The last record of each key stays. */
    COMPACT("compact"),
    /** Records go when their retention is over. */
    DELETE("delete");

    private final String value;

    Cleanup(String value) {
      this.value = value;
    }

    /** The value of Kafka's {@code cleanup.policy}. */
    public String value() {
      return value;
    }
  }

  /** How a producer of a topic sends. */
  public enum Delivery {
    /** Records are visible at once and may come twice. */
    AT_LEAST_ONCE,
    /** Records come once and are visible when the producer's checkpoint completes. */
    TRANSACTIONAL
  }

  /** The largest message, bytes: key, value and Kafka's own overhead. */
  public static final int LARGEST_MESSAGE_BYTES = 8 * 1024 * 1024;

  // A failure holds another topic's record whole, so it must be able to outgrow it.
  private static final int LARGEST_FAILURE_BYTES = 9 * 1024 * 1024;

  /** Above anything Kafka adds to key and value of a record that is alone in its batch. */
  private static final int OVERHEAD_BYTES = 1024;

  private final String baseName;
  private final String key;
  private final Cleanup cleanup;
  private final Delivery delivery;
  private final String guarantee;
  private final int partitions;
  private final @Nullable Class<? extends SpecificRecordBase> recordClass;

  Topic(
      String baseName,
      String key,
      Cleanup cleanup,
      Delivery delivery,
      String guarantee,
      int partitions,
      @Nullable Class<? extends SpecificRecordBase> recordClass) {
    this.baseName = baseName;
    this.key = key;
    this.cleanup = cleanup;
    this.delivery = delivery;
    this.guarantee = guarantee;
    this.partitions = partitions;
    this.recordClass = recordClass;
  }

  /** Whether a message of the topic can hold a record. */
  public boolean holds(byte[] key, byte[] value) {
    return (long) key.length + value.length + OVERHEAD_BYTES <= largestMessageBytes();
  }

  /** The name without prefix. */
  public String baseName() {
    return baseName;
  }

  /** The key of a record, for people. */
  public String key() {
    return key;
  }

  /** The treatment of old records. */
  public Cleanup cleanup() {
    return cleanup;
  }

  /** How producers send. */
  public Delivery delivery() {
    return delivery;
  }

  /** The guarantee a consumer may rely on, for people. */
  public String guarantee() {
    return guarantee;
  }

  /** The number of partitions a new topic gets unless told otherwise. */
  public int partitions() {
    return partitions;
  }

  /** The class of the topic's records; empty if this release has none for it. */
  public Optional<Class<? extends SpecificRecordBase>> recordClass() {
    return Optional.ofNullable(recordClass);
  }

  /** The largest message of this topic, bytes: key, value and Kafka's own overhead. */
  public int largestMessageBytes() {
    return this == FAILURES ? LARGEST_FAILURE_BYTES : LARGEST_MESSAGE_BYTES;
  }

  /** The topic's settings under Kafka's names, as a new topic is created with. */
  public Map<String, String> settings() {
    return Map.of(
        "cleanup.policy", cleanup.value(),
        "max.message.bytes", Integer.toString(largestMessageBytes()));
  }
}
