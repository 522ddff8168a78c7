package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.state.TestingMetricGroup;

class PlannerMetricsTest {
  private static final BatchShape TWO_BATCHES = new BatchShape(1, 1, 1, 2);

  private final TestingMetricGroup group = new TestingMetricGroup();
  private final PlannerMetrics metrics = new PlannerMetrics(group);

  @Test
  void aBatchThatIsNotAdmittedYetIsShownAsWaitingUntilThePlanIsAtItsEnd() {
    assertThat(waits()).isZero();
    PlannerProgress begun = PlannerProgress.NONE.startedAt(1).withBatchStarted();
    metrics.show(begun, TWO_BATCHES, false);
    assertThat(waits()).isOne();
    metrics.show(begun.withBatchStarted(), TWO_BATCHES, false);
    assertThat(waits()).isZero();
  }

  @Test
  void nothingWaitsBeforeTheRunStartsNorOnceItsBudgetIsSpent() {
    metrics.show(PlannerProgress.NONE, TWO_BATCHES, false);
    assertThat(waits()).isZero();
    metrics.show(PlannerProgress.NONE.startedAt(1), TWO_BATCHES, true);
    assertThat(waits()).isZero();
  }

  private int waits() {
    return (Integer) group.value("planner.waitsForBatch");
  }
}
