package org.sealflow.jobs.bench.verify;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.sealflow.jobs.bench.Durations;
import org.sealflow.jobs.bench.Medians;

/** Work on each of many items in one thread, and what was measured of it. */
final class MeasuredWork<T> {
  private static final Duration LONGEST_ROUND = Duration.ofMillis(250);
  private static final int FEWEST_ROUNDS = 3;

  private final List<T> items;
  private final Predicate<T> work;
  private final Durations durations = new Durations();
  private final Medians perSecond = new Medians();
  private long done;
  private long cpuNanos;
  private long valid;
  private double allocatedBytes;

  /**
   * @param work gives something of its result, so that nothing of it can be left out as unused
   */
  MeasuredWork(List<T> items, Predicate<T> work) {
    this.items = items;
    this.work = work;
  }

  /** Works unmeasured, through all items at least once. */
  void warmUp(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    do {
      valid = pass();
    } while (System.nanoTime() < end);
  }

  private long pass() {
    long found = 0;
    for (T item : items) {
      found += work.test(item) ? 1 : 0;
    }
    return found;
  }

  /** How many rounds a time is measured in. */
  static long rounds(Duration time) {
    long round = roundNanos(time);
    return round == 0 ? FEWEST_ROUNDS : time.toNanos() / round;
  }

  private static long roundNanos(Duration time) {
    return Math.min(LONGEST_ROUND.toNanos(), time.toNanos() / FEWEST_ROUNDS);
  }

  /**
   * Measures several kinds of work for this time each. They take turns, so that whatever else the
   * machine does falls on all of them.
   */
  static void measure(List<? extends MeasuredWork<?>> works, Duration time) {
    for (long i = 0; i < rounds(time); i++) {
      for (MeasuredWork<?> work : works) {
        work.round(roundNanos(time));
      }
    }
    for (MeasuredWork<?> work : works) {
      work.measureAllocation();
    }
  }

  private void round(long nanos) {
    long cpuBegun = processCpuNanos();
    long begun = System.nanoTime();
    long worked = 0;
    long before = begun;
    do {
      long found = 0;
      for (T item : items) {
        found += work.test(item) ? 1 : 0;
        long after = System.nanoTime();
        durations.add(after - before);
        before = after;
      }
      valid = found;
      worked += items.size();
    } while (before - begun < nanos);
    perSecond.add(worked * 1e9 / (before - begun));
    done += worked;
    cpuNanos += processCpuNanos() - cpuBegun;
  }

  private static long processCpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private void measureAllocation() {
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long before = threads.getCurrentThreadAllocatedBytes();
    valid = pass();
    allocatedBytes = (double) (threads.getCurrentThreadAllocatedBytes() - before) / items.size();
  }

  /** Items per second, the median of the rounds. */
  double perSecond() {
    return perSecond.median();
  }

  int rounds() {
    return perSecond.count();
  }

  /** Items per second of processor time, all threads together. */
  double perCpuSecond() {
    return done * 1e9 / Math.max(1, cpuNanos);
  }

  /** How long one item takes. */
  Durations durations() {
    return durations;
  }

  /** The items of a pass of which the work said so. */
  long valid() {
    return valid;
  }

  /** Mean over one pass. */
  double allocatedBytes() {
    return allocatedBytes;
  }
}
