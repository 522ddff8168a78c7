package org.sealflow.jobs.bench.loop;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.bench.BenchBroker;
import org.sealflow.jobs.bench.BenchJob;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.BenchTasks;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.Mode;

/**
 * Measures how long it takes from the evidence that calls for a patch to the first episode that
 * starts behind it, both read from Kafka, while both jobs run and patches come and go.
 */
public final class LoopBenchmark {
  private static final String RUN = "bench";
  private static final long SEED = 1;

  /** Groups of a batch, an episode each; five such batches are the window that patches follow. */
  private static final int GROUPS = 32;

  private static final int BATCHES_AHEAD = 3;
  private static final LocalDate TODAY = LocalDate.parse("2026-01-15");
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration REPORT = Duration.ofSeconds(10);
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  /** How long an activation is waited for to be shown once there are enough of them. */
  private static final Duration LAST_SHOWN = Duration.ofSeconds(10);

  private final Path tasks;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * How to measure.
   *
   * @param activations how many are to be measured
   * @param warmup time from the first episode on of which activations are not measured
   * @param longest longest time of measuring
   * @param parallelism parallel instances of each operator
   * @param partitions of each topic that is split by episode
   * @param inFlight episodes that each instance of the runner plays at the same time
   * @param answerTime time the policy takes for an answer
   * @param bufferTimeout longest time an event waits to be verified, and a record to be written
   */
  public record Settings(
      int activations,
      Duration warmup,
      Duration longest,
      int parallelism,
      int partitions,
      int inFlight,
      Duration answerTime,
      Duration bufferTimeout) {}

  /**
   * A benchmark that has not run yet.
   *
   * @param tasks the directory of the tasks played
   * @param progress is told what is being done
   */
  public LoopBenchmark(Path tasks, Settings settings, Consumer<String> progress) {
    this.tasks = tasks;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs the benchmark.
   *
   * @throws UserError if the tasks are of no use, a job fails, or no patch was shown
   */
  public BenchResult run() throws Exception {
    TaskDirectory directory = BenchTasks.read(tasks);
    PlantedWeakness weakness = PlantedWeakness.of(directory);
    try (BenchBroker broker = BenchBroker.start(settings.partitions(), Map.of())) {
      send(directory, broker.connection());
      progress.accept("starting both jobs");
      try (BenchJob diagnosing = diagnosing(broker);
          LoopWatch watch = LoopWatch.open(broker.connection());
          BenchJob playing = playing(broker, weakness)) {
        LoopFigures.Measured measured = new Run(watch, diagnosing, playing).measure();
        requireShown(measured);
        return LoopFigures.of(settings, weakness, measured);
      }
    }
  }

  private void requireShown(LoopFigures.Measured measured) {
    if (measured.shown() == 0) {
      throw new UserError(
          "none of "
              + measured.activations().size()
              + " activations was shown within "
              + settings.longest().toSeconds()
              + " s; give more time with --longest, or other tasks with --tasks DIR");
    }
  }

  private static void send(TaskDirectory directory, Connection connection) {
    try (Publisher publisher = Publisher.open(connection)) {
      directory.records().forEach(publisher::task);
      publisher.flush();
    }
  }

  private BenchJob diagnosing(BenchBroker broker) throws Exception {
    JobSettings job = job(broker.connection());
    return BenchJob.start(
        CoEvolutionJob.name(job),
        configuration(job, broker),
        environment -> CoEvolutionJob.attach(environment, job));
  }

  private BenchJob playing(BenchBroker broker, PlantedWeakness weakness) throws Exception {
    JobSettings job = job(broker.connection());
    RolloutPlan plan = plan(weakness);
    RolloutSettings rules =
        RolloutSettings.DEFAULT
            .asOf(TODAY)
            .withLimits(settings.inFlight(), RolloutSettings.DEFAULT.limits().maxWaiting());
    ScriptedPolicySettings policy = policy(weakness);
    return BenchJob.start(
        RolloutJob.name(plan.runId()),
        configuration(job, broker),
        environment ->
            RolloutJob.attach(
                environment,
                job,
                plan,
                rules,
                known -> new ScriptedPolicy(policy, known::named, Clock.systemUTC()),
                Clock.systemUTC()));
  }

  private JobSettings job(Connection connection) {
    return JobSettings.of(KafkaSettings.of(connection.bootstrapServers(), connection.topics()))
        .with(
            ExecutionSettings.DEFAULT
                .withParallelism(settings.parallelism())
                .withBufferTimeout(settings.bufferTimeout()));
  }

  private static Configuration configuration(JobSettings job, BenchBroker broker) {
    Configuration configuration = CoEvolutionJob.configuration(job);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, broker.checkpoints().toUri().toString());
    return configuration;
  }

  /** Batches without end, more of them planned than are played: an episode is always next. */
  private static RolloutPlan plan(PlantedWeakness weakness) {
    return new RolloutPlan(
        RUN,
        Mode.TRAIN,
        weakness.tasks(),
        new BatchShape(GROUPS, GROUPS, 1, 0),
        ArmSplit.DEFAULT,
        new BatchAdmission(VersionRule.BATCHES, BATCHES_AHEAD),
        PlannedSampling.DEFAULT,
        SEED);
  }

  private ScriptedPolicySettings policy(PlantedWeakness weakness) {
    List<Fault> faults = new ArrayList<>(weakness.faults());
    faults.add(Fault.of(FaultKind.SLOW, 1));
    return ScriptedPolicySettings.FAULTLESS
        .slowBy(settings.answerTime())
        .with(faults.toArray(new Fault[0]));
  }

  /** The jobs while they run. */
  private final class Run {
    private final LoopWatch watch;
    private final List<BenchJob> jobs;

    Run(LoopWatch watch, BenchJob... jobs) {
      this.watch = watch;
      this.jobs = List.of(jobs);
    }

    LoopFigures.Measured measure() throws InterruptedException {
      awaitFirstEpisode();
      progress.accept(
          "warming up for " + settings.warmup().toSeconds() + " s, then measuring activations");
      long begun = System.nanoTime() + settings.warmup().toNanos();
      pauseUntil(begun);
      int before = watch.sightings().episodes();
      long ended = untilEnough(begun);
      int after = watch.sightings().episodes();
      long patience = System.nanoTime() + LAST_SHOWN.toNanos();
      List<Activation> activations = between(begun, ended);
      while (System.nanoTime() < patience && !allShown(activations)) {
        pause();
        activations = between(begun, ended);
      }
      return new LoopFigures.Measured(activations, (ended - begun) / 1e9, after - before);
    }

    private void awaitFirstEpisode() throws InterruptedException {
      long deadline = System.nanoTime() + LONGEST_START.toNanos();
      while (watch.sightings().episodes() == 0) {
        if (System.nanoTime() > deadline) {
          throw new UserError(
              "no episode was played within "
                  + LONGEST_START.toSeconds()
                  + " s; is the machine overloaded?");
        }
        pause();
      }
    }

    /** When there were as many activations as asked for, or the time was over. */
    private long untilEnough(long begun) throws InterruptedException {
      long end = begun + settings.longest().toNanos();
      long report = begun + REPORT.toNanos();
      while (true) {
        pause();
        long now = System.nanoTime();
        int count = between(begun, now).size();
        if (count >= settings.activations() || now >= end) {
          return now;
        }
        if (now >= report) {
          report += REPORT.toNanos();
          progress.accept(count + " of " + settings.activations() + " activations");
        }
      }
    }

    private List<Activation> between(long begun, long ended) {
      return Activation.of(watch.sightings()).stream()
          .filter(each -> each.patched() >= begun && each.patched() < ended)
          .toList();
    }

    private static boolean allShown(List<Activation> activations) {
      return activations.stream().allMatch(each -> each.evidenceToShown().isPresent());
    }

    private void pauseUntil(long nanos) throws InterruptedException {
      while (System.nanoTime() < nanos) {
        pause();
      }
    }

    private void pause() throws InterruptedException {
      Thread.sleep(LOOK.toMillis());
      for (BenchJob job : jobs) {
        job.requireRunning();
      }
    }
  }
}
