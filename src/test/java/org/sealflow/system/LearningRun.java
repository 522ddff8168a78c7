package org.sealflow.system;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.settings.DiagnosisSettings;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.schemas.Mode;

/** A run in which a policy learns: both jobs, between the topics of a broker. */
final class LearningRun {
  private final Connection topics;
  private final LearningGame game;
  private final RolloutPlan plan;
  private final Path directory;
  private final Duration deadline;
  private final ExecutionLimits limits;

  /**
   * A run; its tasks are published at once.
   *
   * @param directory where jobs keep their state and weights are published
   */
  LearningRun(Connection topics, LearningGame game, long seed, Path directory) {
    this(
        topics,
        game,
        seed,
        directory,
        DiagnosisSettings.DEFAULT.deadline(),
        RunningJob.FEW_KEY_GROUPS);
  }

  /**
   * A run whose silent episodes are ended at another time.
   *
   * @param deadline how long an episode may be silent
   * @param limits those of both jobs
   */
  LearningRun(
      Connection topics,
      LearningGame game,
      long seed,
      Path directory,
      Duration deadline,
      ExecutionLimits limits) {
    this.topics = topics;
    this.game = game;
    this.directory = directory;
    this.deadline = deadline;
    this.limits = limits;
    this.plan =
        new RolloutPlan(
            "run-" + seed,
            Mode.TRAIN,
            game.tasks().tasks().stream()
                .map(
                    task ->
                        new PlannedTask(task.id(), game.tasks().digest(task.id()), task.category()))
                .toList(),
            new BatchShape(game.groups(), game.groups(), game.groupSize(), game.batches()),
            ArmSplit.NONE,
            new BatchAdmission(VersionRule.POLICY, 1),
            game.sampling(),
            seed);
    try (Publisher publisher = Publisher.open(topics)) {
      game.tasks().records().forEach(publisher::task);
      publisher.flush();
    }
  }

  String id() {
    return plan.runId();
  }

  /** Starts the co-evolution job with its learner, from its newest checkpoint if there is one. */
  RunningJob learning() throws Exception {
    return learning(Map.of());
  }

  /** The same with other settings of Flink. */
  RunningJob learning(Map<String, String> flink) throws Exception {
    JobSettings settings = settings().withLearning(learner());
    return RunningJob.start(
        CoEvolutionJob.name(settings),
        configuration(settings, flink),
        directory.resolve("learning"),
        environment -> CoEvolutionJob.attach(environment, settings));
  }

  private LearningSettings learner() {
    return LearningSettings.parse(given(), algorithm());
  }

  /** The options with which the command line starts the same learner. */
  List<String> learnerOptions() {
    List<String> options = new ArrayList<>(List.of("--learn"));
    given().forEach((name, value) -> options.addAll(List.of("--" + name, value)));
    algorithm().forEach((key, value) -> options.addAll(List.of("--set", key + "=" + value)));
    return options;
  }

  private Map<String, String> given() {
    Map<String, String> given = new TreeMap<>(game.learner());
    given.put("run", plan.runId());
    given.put("model", game.model().toString());
    given.put("weights", directory.resolve("weights").toUri().toString());
    given.put("batch-deadline", "2m");
    given.put("transaction-timeout", "10m");
    return given;
  }

  private Map<String, String> algorithm() {
    String groups = String.valueOf(game.groups());
    Map<String, String> algorithm = new TreeMap<>(game.algorithm());
    algorithm.put("batch.groups", groups);
    algorithm.put("batch.groupSize", String.valueOf(game.groupSize()));
    algorithm.put("batch.plannedGroups", groups);
    algorithm.put("batch.miniBatchGroups", groups);
    return algorithm;
  }

  /** Starts the rollout job, from its newest checkpoint if there is one. */
  RunningJob playing() throws Exception {
    return playing(Map.of());
  }

  /** The same with other settings of Flink. */
  RunningJob playing(Map<String, String> flink) throws Exception {
    JobSettings settings = settings();
    return RunningJob.start(
        RolloutJob.name(plan.runId()),
        configuration(settings, flink),
        directory.resolve("playing"),
        environment ->
            RolloutJob.attach(
                environment, settings, plan, game.rules(), game.policies(), Clock.systemUTC()));
  }

  private static Configuration configuration(JobSettings settings, Map<String, String> flink) {
    Configuration configuration = CoEvolutionJob.configuration(settings);
    flink.forEach(configuration::setString);
    return configuration;
  }

  private JobSettings settings() {
    return JobSettings.of(KafkaSettings.of(topics.bootstrapServers(), topics.topics()))
        .with(
            RunningJob.LIGHT
                .withParallelism(1)
                .withCheckpointInterval(Duration.ofMillis(300))
                .withLimits(limits))
        .with(DiagnosisSettings.DEFAULT.withDeadline(deadline));
  }
}
