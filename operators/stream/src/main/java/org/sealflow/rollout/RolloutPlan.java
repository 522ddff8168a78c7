package org.sealflow.rollout;

import java.io.Serializable;
import java.util.List;
import org.sealflow.schemas.Mode;

/**
 * What a run plays.
 *
 * @param runId the run, not empty
 * @param mode what its episodes are for
 * @param tasks the tasks to choose from, at least one; every one is played once before any is
 *     played again
 * @param shape how large batches are
 * @param arms which groups are shown patches; without effect in EVAL
 * @param admission when a batch may start
 * @param sampling how the policy is sampled
 * @param seed what the order of tasks, the holdout and the sampling start from
 */
public record RolloutPlan(
    String runId,
    Mode mode,
    List<PlannedTask> tasks,
    BatchShape shape,
    ArmSplit arms,
    Admission admission,
    PlannedSampling sampling,
    long seed)
    implements Serializable {
  /**
   * Checks the plan.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public RolloutPlan {
    tasks = List.copyOf(tasks);
    SettingProblems problems = new SettingProblems();
    problems.filled("runId", runId);
    problems.expect(!tasks.isEmpty(), "the number of tasks", tasks.size(), "1 or more");
    problems.throwIfAny("rollout plan");
  }

  /** A training run with everything else as by default. */
  public static RolloutPlan training(String runId, List<PlannedTask> tasks, long seed) {
    return new RolloutPlan(
        runId,
        Mode.TRAIN,
        tasks,
        BatchShape.DEFAULT,
        ArmSplit.DEFAULT,
        Admission.DEFAULT,
        PlannedSampling.DEFAULT,
        seed);
  }

  /** An evaluation: every task once, greedily, in one batch that waits for nothing. */
  public static RolloutPlan evaluation(String runId, List<PlannedTask> tasks, long seed) {
    int groups = Math.max(1, tasks.size());
    return new RolloutPlan(
        runId,
        Mode.EVAL,
        tasks,
        new BatchShape(groups, groups, 1, 1),
        ArmSplit.NONE,
        new Admission(VersionRule.BATCHES, 0),
        new PlannedSampling(0, 1, 0, PlannedSampling.DEFAULT.maxTokens()),
        seed);
  }
}
