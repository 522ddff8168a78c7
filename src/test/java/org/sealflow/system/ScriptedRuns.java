package org.sealflow.system;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Topic;

/** Runs of a policy that leaves out an argument of one tool unless a cue tells it not to. */
final class ScriptedRuns {
  static final String TOOL = "cd";

  private static final Duration LONGEST = Duration.ofMinutes(3);

  private ScriptedRuns() {}

  /** Tasks that use the tool, over and over. */
  static RolloutPlan plan(TaskDirectory tasks, String run, BatchShape shape, ArmSplit arms) {
    List<PlannedTask> planned =
        tasks.tasks().stream()
            .filter(ScriptedRuns::usesTool)
            .map(task -> new PlannedTask(task.id(), tasks.digest(task.id()), task.category()))
            .toList();
    return new RolloutPlan(
        run,
        Mode.TRAIN,
        planned,
        shape,
        arms,
        new BatchAdmission(VersionRule.BATCHES, 0),
        PlannedSampling.DEFAULT,
        7);
  }

  private static boolean usesTool(Task task) {
    return task.groundTruth().stream()
        .anyMatch(calls -> calls.stream().anyMatch(call -> call.startsWith(TOOL + "(")));
  }

  static int episodes(RolloutPlan plan) {
    return Math.toIntExact(
        plan.shape().batches() * plan.shape().groups() * plan.shape().groupSize());
  }

  static void publish(Connection topics, TaskDirectory tasks) {
    try (Publisher publisher = Publisher.open(topics)) {
      tasks.records().forEach(publisher::task);
      publisher.flush();
    }
  }

  /** Starts the job that diagnoses all runs, from its newest checkpoint if there is one. */
  static RunningJob diagnosing(Connection topics, Path state) throws Exception {
    JobSettings settings = settings(topics);
    return RunningJob.start(
        CoEvolutionJob.NAME,
        CoEvolutionJob.configuration(settings),
        state,
        environment -> CoEvolutionJob.attach(environment, settings));
  }

  /** Starts the job that plays a run, from its newest checkpoint if there is one. */
  static RunningJob playing(Connection topics, RolloutPlan plan, Path state) throws Exception {
    JobSettings settings = settings(topics);
    RolloutSettings rules = RolloutSettings.DEFAULT.asOf(LocalDate.parse(Samples.AS_OF));
    // Answers take a moment, as a model's do: patches have the time of a batch to arrive.
    ScriptedPolicySettings policy =
        ScriptedPolicySettings.FAULTLESS
            .slowBy(Duration.ofMillis(50))
            .with(Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool(TOOL), Fault.of(FaultKind.SLOW, 1));
    return RunningJob.start(
        RolloutJob.name(plan.runId()),
        CoEvolutionJob.configuration(settings),
        state,
        environment ->
            RolloutJob.attach(
                environment,
                settings,
                plan,
                rules,
                known -> new ScriptedPolicy(policy, known::named, Clock.systemUTC()),
                Clock.systemUTC()));
  }

  private static JobSettings settings(Connection topics) {
    return JobSettings.of(KafkaSettings.of(topics.bootstrapServers(), topics.topics()))
        .with(RunningJob.LIGHT.withParallelism(2).withCheckpointInterval(Duration.ofSeconds(1)));
  }

  /** Waits until so many episodes of a run are diagnosed; fails if a job fails. */
  static void awaitDiagnosed(Connection topics, RolloutPlan plan, long episodes, RunningJob... jobs)
      throws Exception {
    try (TopicRecords<Diagnosis> read = TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      read.await(
          episodes + " diagnosed episodes of " + plan.runId(),
          LONGEST,
          diagnoses ->
              TopicRecords.ended(
                          diagnoses.stream()
                              .filter(each -> each.getRunId().equals(plan.runId()))
                              .toList())
                      >= episodes
                  || !RunningJob.areRunning(jobs));
    }
  }
}
