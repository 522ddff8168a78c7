package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.time.Duration;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.DiagnosisSettings;
import org.sealflow.jobs.settings.EvolutionSettings;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.jobs.settings.Transactions;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.learn.algorithm.BatchSettings;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.Steering;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.schemas.Mode;

/** Makes the settings of the jobs of a run. */
final class RunJobs {
  /** Nothing in training hangs on a record's milliseconds, and sending each at once costs much. */
  private static final Duration BUFFER_TIMEOUT = Duration.ofMillis(20);

  /** No version may be lost to a batch that never settles, nor may one hold a run for hours. */
  private static final Duration BATCH_DEADLINE = Duration.ofMinutes(30);

  private final RunDirectory directory;
  private final TrainSettings settings;
  private final TrainingTasks tasks;
  private final Connection broker;

  RunJobs(RunDirectory directory, TrainSettings settings, TrainingTasks tasks, Connection broker) {
    this.directory = directory;
    this.settings = settings;
    this.tasks = tasks;
    this.broker = broker;
  }

  /** Of the job that learns. */
  JobSettings coEvolution() {
    EvolutionSettings evolution =
        settings.environment().patches() == TrainSettings.PatchRule.SEAL
            ? EvolutionSettings.SEAL
            : EvolutionSettings.DEFAULT;
    return new JobSettings(
        new KafkaSettings(
            broker.bootstrapServers(), broker.topics().prefix(), broker.givenProperties()),
        new ExecutionSettings(
            1,
            settings.run().checkpointInterval(),
            BUFFER_TIMEOUT,
            false,
            ExecutionLimits.ONE_PROCESS),
        new DiagnosisSettings(
            settings.rollouts().pace().episodeDeadline().plus(Duration.ofMinutes(1)),
            settings.environment().repairs(),
            null,
            settings.environment().judge().settings()),
        evolution.with(settings.environment().reliance().limit()),
        learningSettings(),
        settings
            .environment()
            .labels()
            .permutation(settings.run().seed(), BATCH_DEADLINE.dividedBy(2)));
  }

  private LearningSettings learningSettings() {
    TrainSettings.PolicyStart policy = settings.policy();
    return new LearningSettings(
        new LearnSettings(
            directory.runId(),
            policy.name(),
            settings.learner(),
            settings.rollouts().answers().temperature(),
            policy.passTokens(),
            settings.run().products().weightsOf(directory.runId(), directory.weights()),
            settings.run().products().keptVersions(),
            settings.run().products().stateLimitBytes(),
            BATCH_DEADLINE,
            settings.run().products().trainingBatches()),
        new ModelPolicyFactory(
            Path.of(policy.model()).toAbsolutePath().toString(),
            policy.adapterRank(),
            settings.run().seed(),
            policy.contextLength(),
            policy.device(),
            policy.precision(),
            policy.activationBudgetBytes(),
            policy.packing()),
        null,
        Transactions.DEFAULT_TIMEOUT);
  }

  /** The episodes to play. */
  RolloutPlan plan() {
    BatchSettings batch = settings.learner().batch();
    TrainSettings.Environment environment = settings.environment();
    return new RolloutPlan(
        directory.runId(),
        Mode.TRAIN,
        tasks.training(),
        new BatchShape(
            batch.plannedGroups(),
            batch.groups(),
            batch.groupSize(),
            settings.run().length().batches(),
            settings.run().length().tokens()),
        environment.patches() == TrainSettings.PatchRule.NONE
            ? ArmSplit.NONE
            : new ArmSplit(true, environment.holdout()),
        new BatchAdmission(VersionRule.POLICY, batch.maxStaleness()),
        new PlannedSampling(
            settings.rollouts().answers().temperature(),
            1,
            0,
            settings.rollouts().answers().maxTokens()),
        new Steering(
            settings.tasks().choice(), settings.tasks().stages(), settings.rollouts().branches()),
        settings.run().seed());
  }

  /** How they are played. */
  RolloutSettings rules() {
    TrainRollouts rollouts = settings.rollouts();
    RolloutSettings rules =
        new RolloutSettings(
            settings.policy().name(),
            new RolloutSettings.Limits(
                rollouts.pace().inFlight(),
                RolloutSettings.DEFAULT.limits().maxWaiting(),
                rollouts.pace().batchesOverlap()),
            new RolloutSettings.Deadlines(
                rollouts.pace().answerDeadline(),
                rollouts.pace().episodeDeadline(),
                RolloutSettings.DEFAULT.deadlines().task()),
            new RolloutSettings.EpisodeRules(
                rollouts.rules().toolEnforcement(),
                rollouts.rules().stepLimit(),
                rollouts.rules().stepLimitScope(),
                rollouts.rules().promptStyle(),
                null,
                rollouts.rules().dialogue()),
            settings.environment().reliance().measured(),
            null);
    return RunUsers.with(rules, settings, tasks);
  }
}
