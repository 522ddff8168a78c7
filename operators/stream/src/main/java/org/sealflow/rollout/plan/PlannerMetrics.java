package org.sealflow.rollout.plan;

import org.apache.flink.metrics.MetricGroup;

/** How far the planner has come, and what it waits for. */
final class PlannerMetrics {
  // Reporters read these on threads of their own.
  private volatile PlannerProgress progress = PlannerProgress.NONE;
  private volatile boolean waitsForBatch;

  /** Registers the metrics. */
  PlannerMetrics(MetricGroup operator) {
    MetricGroup planner = operator.addGroup("planner");
    planner.gauge("batchesPlanned", () -> progress.nextBatch());
    planner.gauge("policyVersion", () -> progress.policyVersion());
    planner.gauge("waitsForBatch", () -> waitsForBatch ? 1 : 0);
  }

  /**
   * Shows how far the planner is. As long as the plan has batches that are not begun, the next one
   * waits: for a version, for room, or for what must be known of one before.
   *
   * @param over whether the plan ends before its last batch
   */
  void show(PlannerProgress now, BatchShape shape, boolean over) {
    progress = now;
    waitsForBatch = now.started() && shape.has(now.nextBatch()) && !over;
  }
}
