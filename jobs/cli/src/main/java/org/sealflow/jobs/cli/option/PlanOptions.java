package org.sealflow.jobs.cli.option;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.BranchStart;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.Steering;
import org.sealflow.rollout.plan.TaskChoice;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.schemas.Mode;
import picocli.CommandLine.Option;

/** Options of the training plan, for every command that starts the rollout job. */
public final class PlanOptions {
  private static final DateTimeFormatter RUN_ID =
      DateTimeFormatter.ofPattern("'run-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Option(
      names = "--run",
      paramLabel = "ID",
      description = "Name of the run; a name used before goes on (default: made of the time).")
  private @Nullable String run;

  @Option(
      names = "--batches",
      paramLabel = "N",
      defaultValue = "20",
      description = "Batches to play; 0 for no end (default: ${DEFAULT-VALUE}).")
  private long batches;

  @Option(
      names = "--groups",
      paramLabel = "N",
      defaultValue = "8",
      description = "Groups per batch, a task each (default: ${DEFAULT-VALUE}).")
  private int groups;

  @Option(
      names = "--group-size",
      paramLabel = "N",
      defaultValue = "8",
      description = "Episodes per group (default: ${DEFAULT-VALUE}).")
  private int groupSize;

  @Option(
      names = "--holdout",
      paramLabel = "SHARE",
      defaultValue = "0.125",
      description =
          "Share of the groups that are shown no patch, so that what patches bring can be measured"
              + " (default: ${DEFAULT-VALUE}).")
  private double holdout;

  @Option(names = "--no-patches", description = "Shows no patch to any episode.")
  private boolean noPatches;

  @Option(
      names = "--versions",
      paramLabel = "RULE",
      defaultValue = "batches",
      description =
          "What holds batches back: policy, the versions a learner publishes, or batches, those"
              + " that have ended (default: ${DEFAULT-VALUE}).")
  private VersionRule versions = VersionRule.BATCHES;

  @Option(
      names = "--max-staleness",
      paramLabel = "N",
      defaultValue = "1",
      description = "Most batches ahead of the version (default: ${DEFAULT-VALUE}).")
  private int maxStaleness;

  @Option(
      names = "--tasks-by",
      paramLabel = "CHOICE",
      defaultValue = "epochs",
      description =
          "Which tasks a batch plays: epochs, every one once before any is played again, or"
              + " learnability, more often those that are solved every other time"
              + " (default: ${DEFAULT-VALUE}).")
  private TaskChoice tasksBy = TaskChoice.EPOCHS;

  @Option(
      names = "--branches",
      paramLabel = "START",
      defaultValue = "none",
      converter = BranchStartConverter.class,
      description =
          "Where new samples of diagnosed failures start: root-cause, random, permuted or none"
              + " (default: ${DEFAULT-VALUE}).")
  private BranchStart branches = BranchStart.NONE;

  @Option(
      names = "--branch-end",
      paramLabel = "END",
      defaultValue = "turn",
      description =
          "How far they are played: to the end of the turn or of the episode"
              + " (default: ${DEFAULT-VALUE}).")
  private BranchEnd branchEnd = BranchEnd.TURN;

  @Option(
      names = "--branch-samples",
      paramLabel = "N",
      defaultValue = "8",
      description = "New samples of a failure, from 2 (default: ${DEFAULT-VALUE}).")
  private int branchSamples;

  @Option(
      names = "--branches-per-group",
      paramLabel = "N",
      defaultValue = "1",
      description = "Most failures of a group that have new samples (default: ${DEFAULT-VALUE}).")
  private int branchesPerGroup;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      defaultValue = "1",
      description = "Softmax temperature, 0 for greedy (default: ${DEFAULT-VALUE}).")
  private double temperature;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      defaultValue = "512",
      description = "Most tokens per answer (default: ${DEFAULT-VALUE}).")
  private int maxTokens;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What the order of tasks, faults and sampling start from (${DEFAULT-VALUE}).")
  private long seed;

  /** Whether the run was named, so that it may have begun before. */
  public boolean isNamed() {
    return run != null;
  }

  /**
   * The plan.
   *
   * @param chosen the tasks that are played
   * @throws UsageError one line, where the options make none
   */
  public RolloutPlan plan(List<PlannedTask> chosen) {
    String runId = run == null ? RUN_ID.format(Instant.now(Clock.systemUTC())) : run;
    try {
      return new RolloutPlan(
          runId,
          Mode.TRAIN,
          chosen,
          new BatchShape(groups, groups, groupSize, batches),
          noPatches ? ArmSplit.NONE : new ArmSplit(true, holdout),
          new BatchAdmission(versions, maxStaleness),
          new PlannedSampling(temperature, 1, 0, maxTokens),
          new Steering(
              tasksBy, new Branching(branches, branchEnd, branchSamples, branchesPerGroup)),
          seed);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
