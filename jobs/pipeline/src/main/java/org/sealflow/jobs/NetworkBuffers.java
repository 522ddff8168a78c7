package org.sealflow.jobs;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;

/**
 * How many network buffers an embedded cluster has, by the width of its job: {@code perPair *
 * width² + perInstance * width}. Flink's default of 64 MiB is more than a narrow job uses, and
 * clearing it takes part of a second of each start; with 16 instances of each operator it is too
 * little for the co-evolution job to start.
 *
 * @param perPair buffers for each pair of a sending and a receiving instance, over all shuffles
 * @param perInstance buffers for each instance besides
 */
record NetworkBuffers(int perPair, int perInstance) {
  /** Of live jobs. */
  static final NetworkBuffers LIVE = new NetworkBuffers(10, 300);

  /** Of a replay or an evaluation. */
  static final NetworkBuffers BOUNDED = new NetworkBuffers(2, 100);

  /** Flink's default. */
  private static final int LARGEST_BYTES = 32 << 10;

  /** The least that Flink takes. */
  private static final int SMALLEST_BYTES = 4 << 10;

  /** The width up to which buffers have the largest size; beyond, twice the width halves it. */
  private static final int NARROW = 8;

  /**
   * Sets them for an embedded cluster; on others the cluster's own settings hold.
   *
   * @param width instances of each operator, at least 1
   */
  void set(Configuration configuration, int width) {
    int parts = Integer.highestOneBit(Math.max(1, (2 * width - 1) / NARROW));
    int bytes = Math.max(SMALLEST_BYTES, LARGEST_BYTES / parts);
    long buffers = ((long) perPair * width + perInstance) * width;
    MemorySize memory = new MemorySize(buffers * bytes);
    configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, new MemorySize(bytes));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, memory);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, memory);
  }
}
