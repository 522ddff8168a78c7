package org.sealflow.jobs;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;

/**
 * How many network buffers an embedded cluster gives a job, by the job's width. Flink's own 64 MiB
 * are more than a narrow job uses, and to clear them takes part of a second of each start; from 16
 * instances of each operator on they are too few to start at all.
 *
 * @param perPair buffers for each two instances that may send to each other, of all operators
 * @param perInstance those for each instance besides
 */
record NetworkBuffers(int perPair, int perInstance) {
  /** Of jobs that go on: some half more than they cannot do without. */
  static final NetworkBuffers LIVE = new NetworkBuffers(10, 300);

  /** Of a replay or an evaluation. */
  static final NetworkBuffers BOUNDED = new NetworkBuffers(2, 100);

  /** Flink's own size of a buffer. */
  private static final int LARGEST_BYTES = 32 << 10;

  /** The least that Flink takes. */
  private static final int SMALLEST_BYTES = 4 << 10;

  /** Up to which width buffers have the largest size; with the width their number grows squared. */
  private static final int NARROW = 8;

  /** Sets them for an embedded cluster; on others the cluster's own settings hold. */
  void set(Configuration configuration, int width) {
    int shares = Integer.highestOneBit(Math.max(1, (2 * width - 1) / NARROW));
    int bytes = Math.max(SMALLEST_BYTES, LARGEST_BYTES / shares);
    long buffers = ((long) perPair * width + perInstance) * width;
    MemorySize memory = new MemorySize(buffers * bytes);
    configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, new MemorySize(bytes));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, memory);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, memory);
  }
}
