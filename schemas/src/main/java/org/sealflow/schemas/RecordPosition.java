package org.sealflow.schemas;

/**
 * A place in Kafka.
 *
 * @param topic the topic's full name, prefix included
 * @param partition the partition, from 0
 * @param offset the offset in the partition, from 0
 */
public record RecordPosition(String topic, int partition, long offset) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the topic is empty or a number negative
   */
  public RecordPosition {
    Problems problems = new Problems();
    problems.filled("topic", topic);
    problems.atLeast(0, "partition", partition);
    problems.atLeast(0, "offset", offset);
    problems.throwIfAny("RecordPosition");
  }
}
