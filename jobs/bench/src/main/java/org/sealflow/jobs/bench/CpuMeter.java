package org.sealflow.jobs.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures how much processor time this process takes, and how long its just-in-time compiler
 * works, looked at again and again, so that both can be told for any span in between. Processor
 * time is what a busy machine distorts least.
 */
public final class CpuMeter implements AutoCloseable {
  private static final long PERIOD_MILLIS = 5;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
  private final List<Look> looks = new ArrayList<>();
  private final Thread thread = new Thread(this::look, "bench-cpu-meter");
  private volatile boolean closed;

  /**
   * One look.
   *
   * @param epochMillis when
   * @param cpuNanos processor time of all threads until then
   * @param compilerMillis time in which methods were compiled until then, summed over the
   *     compiler's threads
   */
  private record Look(long epochMillis, long cpuNanos, long compilerMillis) {
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
    try {
      while (!closed) {
        synchronized (looks) {
          looks.add(now());
        }
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private Look now() {
    return new Look(
        System.currentTimeMillis(),
        system.getProcessCpuTime(),
        compiler == null ? 0 : compiler.getTotalCompilationTime());
  }

  /** Processor time between two moments, in nanoseconds. */
  public long cpuNanos(long fromEpochMillis, long toEpochMillis) {
    synchronized (looks) {
      return at(toEpochMillis).cpuNanos() - at(fromEpochMillis).cpuNanos();
    }
  }

  /**
   * Time in which methods were compiled between two moments, in milliseconds, summed over the
   * compiler's threads; 0 if this Java has no compiler that tells.
   */
  public long compilerMillis(long fromEpochMillis, long toEpochMillis) {
    synchronized (looks) {
      return at(toEpochMillis).compilerMillis() - at(fromEpochMillis).compilerMillis();
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
