package org.sealflow.rollout.plan;

import java.util.List;
import java.util.stream.IntStream;
import org.sealflow.schemas.Mode;

/** Plans of a run named {@code run}. */
public final class TestingPlans {
  public static final String RUN = "run";

  private TestingPlans() {}

  public static List<PlannedTask> tasks(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new PlannedTask("multi_turn_base_" + i, "digest" + i, "multi_turn_base"))
        .toList();
  }

  /** Two groups of three, shown patches but for one group in eight. */
  public static RolloutPlan plan(long batches, VersionRule rule, int maxStaleness) {
    return plan(Mode.TRAIN, tasks(5), new BatchShape(2, 2, 3, batches), ArmSplit.DEFAULT, 11)
        .admittedBy(new BatchAdmission(rule, maxStaleness))
        .plan();
  }

  public static Built plan(
      Mode mode, List<PlannedTask> tasks, BatchShape shape, ArmSplit arms, long seed) {
    return new Built(
        new RolloutPlan(
            RUN, mode, tasks, shape, arms, BatchAdmission.DEFAULT, PlannedSampling.DEFAULT, seed));
  }

  public record Built(RolloutPlan plan) {
    public Built admittedBy(BatchAdmission admission) {
      return new Built(
          new RolloutPlan(
              plan.runId(),
              plan.mode(),
              plan.tasks(),
              plan.shape(),
              plan.arms(),
              admission,
              plan.sampling(),
              plan.seed()));
    }
  }
}
