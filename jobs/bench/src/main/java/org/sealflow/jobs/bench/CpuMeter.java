package org.sealflow.jobs.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how much processor time this process takes, and how much of it its just-in-time compiler
 * does, looked at again and again, so that both can be told for any span in between. Processor time
 * is what a busy machine distorts least.
 */
public final class CpuMeter implements AutoCloseable {
  private static final long PERIOD_MILLIS = 5;

  /** The compiler's threads are looked at more seldom: there are many to choose them from. */
  private static final long COMPILER_PERIOD_MILLIS = 100;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final CompilerThreads compiler = new CompilerThreads();
  private final List<Look> looks = new ArrayList<>();
  private final Thread thread = new Thread(this::look, "bench-cpu-meter");
  private volatile boolean closed;

  /**
   * One look.
   *
   * @param epochMillis when
   * @param cpuNanos processor time of all threads until then
   * @param compilerNanos that of the compiler's threads until then, or a moment before
   */
  private record Look(long epochMillis, long cpuNanos, long compilerNanos) {
    static final Look NONE = new Look(0, 0, 0);
  }

  /** Begins to look. */
  public static CpuMeter start() {
    CpuMeter meter = new CpuMeter();
    meter.thread.setDaemon(true);
    meter.thread.start();
    return meter;
  }

  private void look() {
    long compilerAt = 0;
    long compilerNanos = 0;
    try {
      while (!closed) {
        long now = System.currentTimeMillis();
        if (now >= compilerAt + COMPILER_PERIOD_MILLIS) {
          compilerAt = now;
          compilerNanos = compiler.cpuNanos();
        }
        synchronized (looks) {
          looks.add(new Look(now, system.getProcessCpuTime(), compilerNanos));
        }
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Processor time of all threads between two moments, in nanoseconds. */
  public long cpuNanos(long fromEpochMillis, long toEpochMillis) {
    synchronized (looks) {
      return at(toEpochMillis).cpuNanos() - at(fromEpochMillis).cpuNanos();
    }
  }

  /**
   * Processor time of the just-in-time compiler between two moments, in nanoseconds; 0 where the
   * system does not tell it apart, as Linux does.
   */
  public long compilerNanos(long fromEpochMillis, long toEpochMillis) {
    synchronized (looks) {
      return at(toEpochMillis).compilerNanos() - at(fromEpochMillis).compilerNanos();
    }
  }

  /** The first look at this moment or later, else the last look. */
  private Look at(long epochMillis) {
    for (Look look : looks) {
      if (look.epochMillis() >= epochMillis) {
        return look;
      }
    }
    return looks.isEmpty() ? Look.NONE : looks.get(looks.size() - 1);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
