package org.sealflow.jobs.kafka;

import java.util.List;
import org.sealflow.schemas.Topic;

/**
 * A topic as it is on the broker.
 *
 * @param topic which
 * @param name its full name
 * @param present whether the broker has it; where not, the numbers are 0 and the texts empty
 * @param partitions number of partitions
 * @param replication copies of each record
 * @param cleanup value of {@code cleanup.policy}
 * @param largestMessageBytes value of {@code max.message.bytes}
 * @param records offsets between the beginning and the end: at most so many records, as compaction
 *     and transaction markers leave gaps
 * @param differences how it differs from what Sealflow needs, a line each with what to do
 */
public record TopicState(
    Topic topic,
    String name,
    boolean present,
    int partitions,
    int replication,
    String cleanup,
    int largestMessageBytes,
    long records,
    List<String> differences) {
  /** Keeps the differences. */
  public TopicState {
    differences = List.copyOf(differences);
  }

  static TopicState absent(Topic topic, String name) {
    return new TopicState(
        topic,
        name,
        false,
        0,
        0,
        "",
        0,
        0,
        List.of("is missing; create it with `sealflow topics create`"));
  }
}
