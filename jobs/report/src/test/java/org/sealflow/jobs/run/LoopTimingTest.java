package org.sealflow.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.TrainingStep;

class LoopTimingTest {
  @Test
  void whatNeitherPlaysNorLearnsIsWaiting() {
    // Played 0 to 4 and 6 to 8 s, learned 4 to 6 and 8 to 10 s.
    LoopTiming timing =
        LoopTiming.of(
            List.of(batch(0, 4_000), batch(6_000, 8_000)),
            List.of(step(4_000, 6_000), step(8_000, 10_000)));
    assertThat(timing.seconds()).isCloseTo(10, within(1e-9));
    assertThat(timing.rolloutsWait()).isCloseTo(0.4, within(1e-9));
    assertThat(timing.learnerWaits()).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void batchesInPlayTogetherCountOnce() {
    LoopTiming timing =
        LoopTiming.of(
            List.of(batch(0, 6_000), batch(2_000, 9_000), batch(3_000, 5_000)),
            List.of(step(0, 10_000)));
    assertThat(timing.rolloutsWait()).isCloseTo(0.1, within(1e-9));
    assertThat(timing.learnerWaits()).isZero();
  }

  @Test
  void beforeTheFirstStepNothingWaits() {
    assertThat(LoopTiming.of(List.of(batch(0, 1)), List.of())).isEqualTo(new LoopTiming(0, 0, 0));
  }

  private static BatchLine batch(long plannedAt, long endedAt) {
    return new BatchLine(
        0, 0, plannedAt, endedAt, 8, Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), 0,
        0L);
  }

  private static TrainingStep step(long startedAt, long endedAt) {
    return TrainingStep.newBuilder()
        .setRunId("run")
        .setPolicyName("policy")
        .setBatchNumber(0)
        .setVersion(1)
        .setApplied(true)
        .setGroups(List.of())
        .setMetrics(Map.of())
        .setStartedAt(Instant.ofEpochMilli(startedAt))
        .setEndedAt(Instant.ofEpochMilli(endedAt))
        .build();
  }
}
