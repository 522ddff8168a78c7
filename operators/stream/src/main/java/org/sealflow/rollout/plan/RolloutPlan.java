package org.sealflow.rollout.plan;

import java.io.Serializable;
import java.util.List;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.schemas.Mode;

/**
 * The plan of a run.
 *
 * @param runId the run, not empty
 * @param mode what its episodes are for
 * @param tasks the tasks to choose from, at least one
 * @param shape how large batches are
 * @param arms which groups are shown patches; without effect in EVAL
 * @param admission when a batch may start
 * @param sampling how the policy is sampled
 * @param steering what of the run follows its diagnoses; without effect in EVAL
 * @param seed what the order of tasks, the holdout and the sampling start from
 */
public record RolloutPlan(
    String runId,
    Mode mode,
    List<PlannedTask> tasks,
    BatchShape shape,
    ArmSplit arms,
    BatchAdmission admission,
    PlannedSampling sampling,
    Steering steering,
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
    for (Stage stage : steering.stages()) {
      problems.expect(
          tasks.stream().anyMatch(stage::plays),
          "the categories of a stage",
          stage.categories(),
          "one of a task of the run");
    }
    problems.throwIfAny("rollout plan");
  }

  /** A plan that no diagnosis changes. */
  public RolloutPlan(
      String runId,
      Mode mode,
      List<PlannedTask> tasks,
      BatchShape shape,
      ArmSplit arms,
      BatchAdmission admission,
      PlannedSampling sampling,
      long seed) {
    this(runId, mode, tasks, shape, arms, admission, sampling, Steering.NONE, seed);
  }

  /** The same plan, steered otherwise. */
  public RolloutPlan steered(Steering other) {
    return new RolloutPlan(runId, mode, tasks, shape, arms, admission, sampling, other, seed);
  }

  /**
   * The newest batch that is settled when a batch is planned: whose failures its branches start
   * from, up to which tasks are weighed and tokens counted. Negative if there is none.
   */
  long settledBefore(long batchNumber) {
    return batchNumber - 1 - admission.maxStaleness();
  }

  /** Whether more of the episodes must be known than that they end. */
  public boolean readsEpisodes() {
    return hasBranches() || shape.tokens() > 0;
  }

  /** Whether the run has branches. */
  public boolean hasBranches() {
    return branching().isOn() && mode == Mode.TRAIN;
  }

  /** Whether tasks are drawn by what there is to learn from them. */
  public boolean drawsByLearnability() {
    return steering.tasks() == TaskChoice.LEARNABILITY && mode == Mode.TRAIN;
  }

  /** Whether the run goes through stages. */
  boolean hasStages() {
    return !steering.stages().isEmpty() && mode == Mode.TRAIN;
  }

  /** Whether diagnoses must be known. */
  public boolean readsDiagnoses() {
    return steering.isOn() && mode == Mode.TRAIN;
  }

  /** Which new samples start from failures. */
  public Branching branching() {
    return steering.branching();
  }

  /** A training run with everything else as by default. */
  public static RolloutPlan training(String runId, List<PlannedTask> tasks, long seed) {
    return new RolloutPlan(
        runId,
        Mode.TRAIN,
        tasks,
        BatchShape.DEFAULT,
        ArmSplit.DEFAULT,
        BatchAdmission.DEFAULT,
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
        new BatchAdmission(VersionRule.BATCHES, 0),
        new PlannedSampling(0, 1, 0, PlannedSampling.DEFAULT.maxTokens()),
        seed);
  }
}
