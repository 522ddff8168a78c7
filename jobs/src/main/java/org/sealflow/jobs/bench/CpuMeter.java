package org.sealflow.jobs.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * How much processor time this process takes, looked at again and again, so that it can be told for
 * any span in between. It is what a busy machine does not distort.
 */
final class CpuMeter implements AutoCloseable {
  private static final long PERIOD_MILLIS = 5;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final List<Look> looks = new ArrayList<>();
  private final Thread thread = new Thread(this::look, "bench-cpu-meter");
  private volatile boolean closed;

  /**
   * One look.
   *
   * @param epochMillis when
   * @param cpuNanos processor time of all threads until then
   */
  private record Look(long epochMillis, long cpuNanos) {}

  /** Begins to look. */
  static CpuMeter start() {
    CpuMeter meter = new CpuMeter();
    meter.thread.setDaemon(true);
    meter.thread.start();
    return meter;
  }

  private void look() {
    try {
      while (!closed) {
        synchronized (looks) {
          looks.add(new Look(System.currentTimeMillis(), system.getProcessCpuTime()));
        }
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Processor time between two moments, in nanoseconds. */
  long cpuNanos(long fromEpochMillis, long toEpochMillis) {
    synchronized (looks) {
      return until(toEpochMillis) - until(fromEpochMillis);
    }
  }

  /** Processor time until the first look at this moment or later, else until the last look. */
  private long until(long epochMillis) {
    for (Look look : looks) {
      if (look.epochMillis() >= epochMillis) {
        return look.cpuNanos();
      }
    }
    return looks.isEmpty() ? 0 : looks.get(looks.size() - 1).cpuNanos();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
