package org.sealflow.jobs.bench.verify;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.bench.verify.Verifications.Verification;

/**
 * The live heap over many verifications.
 *
 * @param points at least two, verifications ascending
 */
public record MemorySlope(List<Point> points) {
  private static final int INTERVALS = 9;

  /**
   * One look at the heap.
   *
   * @param verifications how many had been made
   * @param liveBytes heap in use after a full collection
   */
  record Point(long verifications, long liveBytes) {}

  public MemorySlope {
    points = List.copyOf(points);
    if (points.size() < 2) {
      throw new IllegalArgumentException("a slope needs two points, found " + points.size());
    }
  }

  /** Verifies one trajectory after the other and looks at the heap at equal distances. */
  static MemorySlope measure(
      List<Trajectory> trajectories, Verification verification, VerifyBenchmark.MemoryRange range) {
    List<Point> points = new ArrayList<>();
    long made = 0;
    for (int look = 0; look <= INTERVALS; look++) {
      long until = range.from() + (range.to() - range.from()) * look / INTERVALS;
      for (; made < until; made++) {
        verification.verify(trajectories.get((int) (made % trajectories.size())));
      }
      if (points.isEmpty() || points.get(points.size() - 1).verifications() < made) {
        points.add(new Point(made, liveBytes()));
      }
    }
    return new MemorySlope(points);
  }

  private static long liveBytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    // The second collection takes what the first one's cleaners let go.
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  long firstLiveBytes() {
    return points.get(0).liveBytes();
  }

  long lastLiveBytes() {
    return points.get(points.size() - 1).liveBytes();
  }

  /** The slope of the least-squares line through the points. */
  double bytesPerVerification() {
    double meanVerifications =
        points.stream().mapToLong(Point::verifications).average().orElseThrow();
    double meanBytes = points.stream().mapToLong(Point::liveBytes).average().orElseThrow();
    double covariance = 0;
    double variance = 0;
    for (Point point : points) {
      double distance = point.verifications() - meanVerifications;
      covariance += distance * (point.liveBytes() - meanBytes);
      variance += distance * distance;
    }
    return covariance / variance;
  }
}
