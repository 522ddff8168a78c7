package org.sealflow.jobs.bench.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.jobs.bench.verify.MemorySlope.Point;
import org.sealflow.jobs.bench.verify.VerifyBenchmark.MemoryRange;

class MemorySlopeTest {
  private static final List<Trajectory> TRAJECTORIES = TestingSamples.workload().trajectories();

  @Test
  void theSlopeIsThatOfTheLineThroughThePoints() {
    MemorySlope line =
        new MemorySlope(List.of(new Point(100, 5000), new Point(200, 5050), new Point(400, 5150)));
    assertThat(line.bytesPerVerification()).isCloseTo(0.5, within(1e-9));
    assertThat(line.firstLiveBytes()).isEqualTo(5000);
    assertThat(line.lastLiveBytes()).isEqualTo(5150);
  }

  @Test
  void oneLookMoreOrLessAboveTheOthersMovesTheSlopeLittle() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      points.add(new Point(100_000L * (i + 1), i == 5 ? 30_100_000 : 30_000_000));
    }
    assertThat(new MemorySlope(points).bytesPerVerification()).isBetween(-0.1, 0.1);
  }

  @Test
  void everyVerificationUpToTheLastLookIsMade() {
    AtomicLong made = new AtomicLong();
    MemorySlope slope =
        MemorySlope.measure(
            TRAJECTORIES, trajectory -> made.incrementAndGet() > 0, new MemoryRange(10, 200));
    assertThat(made).hasValue(200);
    assertThat(slope.points()).hasSize(10);
    assertThat(slope.points().get(0).verifications()).isEqualTo(10);
    assertThat(slope.points().get(9).verifications()).isEqualTo(200);
  }

  @Test
  void whatIsKeptShowsAsSlope() {
    List<byte[]> kept = new ArrayList<>();
    MemorySlope slope =
        MemorySlope.measure(
            TRAJECTORIES, trajectory -> kept.add(new byte[100_000]), new MemoryRange(100, 1100));
    assertThat(slope.bytesPerVerification()).isBetween(90_000.0, 110_000.0);
    assertThat(kept).hasSize(1100);
  }

  @Test
  void aRangeShorterThanTheLooksHasFewerPoints() {
    MemorySlope slope =
        MemorySlope.measure(TRAJECTORIES, trajectory -> true, new MemoryRange(1, 3));
    assertThat(slope.points()).extracting(Point::verifications).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRangeWithoutLengthIsRefused() {
    assertThatThrownBy(() -> new MemoryRange(5, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MemoryRange(0, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MemorySlope(List.of(new Point(1, 1))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
