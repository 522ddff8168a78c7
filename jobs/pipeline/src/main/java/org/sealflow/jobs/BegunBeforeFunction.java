package org.sealflow.jobs;

import org.apache.flink.api.common.functions.MapFunction;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.rollout.plan.PlannerSignal;

/**
 * Tells the planner whether the run that is to begin did so before. Looks when the signal comes,
 * not when the job is built: one that a new JobManager starts again is not built again.
 */
final class BegunBeforeFunction implements MapFunction<PlannerSignal, PlannerSignal> {
  private static final long serialVersionUID = 1L;

  private final FirstBatch batches;

  BegunBeforeFunction(JobSettings settings, String runId) {
    this.batches = new FirstBatch(settings, runId);
  }

  @Override
  public PlannerSignal map(PlannerSignal start) {
    return PlannerSignal.startAgain(start.runId(), batches.publishedAt().orElse(PlannerSignal.NEW));
  }
}
