package org.sealflow.jobs.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topic;

/**
 * The layout of new topics.
 *
 * @param partitions of the topics that are split by episode (the others have one, so that they have
 *     one order); null for the schema's number
 * @param replication copies of each record; null for 1 on the embedded broker, and the broker's
 *     default elsewhere
 */
public record TopicLayout(@Nullable Integer partitions, @Nullable Integer replication) {
  private static final int MOST_PARTITIONS = 1000;

  /**
   * Checks the numbers.
   *
   * @throws UserError if one is out of range, naming both
   */
  public TopicLayout {
    List<String> problems = new ArrayList<>();
    if (partitions != null && (partitions < 1 || partitions > MOST_PARTITIONS)) {
      problems.add("partitions is " + partitions + ": give 1 to " + MOST_PARTITIONS);
    }
    if (replication != null && (replication < 1 || replication > Short.MAX_VALUE)) {
      problems.add("replication is " + replication + ": give 1 to the number of brokers");
    }
    if (!problems.isEmpty()) {
      throw new UserError(String.join("; ", problems));
    }
  }

  /** The layout unless told otherwise. */
  public static TopicLayout standard() {
    return new TopicLayout(null, null);
  }

  /** The number of partitions of a new topic. */
  int partitions(Topic topic) {
    return partitions == null || topic.partitions() == 1 ? topic.partitions() : partitions;
  }

  /** The number of partitions an existing topic must have; empty if any will do. */
  OptionalInt requiredPartitions(Topic topic) {
    if (topic == Topic.ENVIRONMENT_PATCHES) {
      return OptionalInt.of(topic.partitions());
    }
    return partitions == null || topic.partitions() == 1
        ? OptionalInt.empty()
        : OptionalInt.of(partitions);
  }
}
