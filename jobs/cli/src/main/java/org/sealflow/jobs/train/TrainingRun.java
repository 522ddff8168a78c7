package org.sealflow.jobs.train;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.live.EmbeddedRun;
import org.sealflow.jobs.live.JobCheckpoints;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.ledger.Ledger;
import org.sealflow.model.script.EngineCheck;
import org.sealflow.schemas.PolicyUpdate;

/**
 * The whole loop in one process: rollouts, verification, diagnosis, profiles, patches and learner,
 * with evaluations on the way. A run that was stopped goes on where it was.
 */
public final class TrainingRun {
  private static final Duration POLL = Duration.ofMillis(250);

  /** How long a job that was stopped may take until its counts are known. */
  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  private final RunDirectory directory;
  private final TrainSettings settings;
  private final TrainingTasks tasks;
  private final RunPolicies policies;
  private final Connection broker;
  private final RunJobs jobs;
  private final Clock clock;
  private final PrintWriter err;
  private final AtomicBoolean stopAsked = new AtomicBoolean();

  /** The evaluations at the end of the run; null before. */
  private volatile @Nullable RunEvaluations finishing;

  /**
   * A run.
   *
   * @param broker where the topics are; stays open
   * @param err where jobs say what they do
   */
  TrainingRun(
      RunDirectory directory,
      TrainSettings settings,
      TrainingTasks tasks,
      RunPolicies policies,
      Connection broker,
      Clock clock,
      PrintWriter err) {
    this.directory = directory;
    this.settings = settings;
    this.tasks = tasks;
    this.policies = policies;
    this.broker = broker;
    this.jobs = new RunJobs(directory, settings, tasks, broker);
    this.clock = clock;
    this.err = err;
  }

  /** How a run ended. */
  public enum End {
    /** All batches were trained on. */
    COMPLETE,
    /** It was told to stop, and can go on. */
    STOPPED,
    /** A guard stopped it. */
    GUARDED
  }

  /**
   * The result of a run.
   *
   * @param end how it ended
   * @param reason why a guard stopped it; empty if none did
   * @param status how it stood
   */
  public record Outcome(End end, Optional<String> reason, RunStatus status) {}

  /** Asks the run to stop with savepoints. */
  public void stop() {
    stopAsked.set(true);
    RunEvaluations last = finishing;
    if (last != null) {
      last.stop();
    }
  }

  /**
   * Runs to the end.
   *
   * @param watcher is shown how the run stands, several times a second
   * @throws UserError where a job or an evaluation fails
   */
  public Outcome run(Consumer<RunStatus> watcher) throws Exception {
    prepareTopics();
    EngineCheck.useThreads(settings.run().engineThreads());
    try (RunRecorder recorder = RunRecorder.open(broker, directory, err::println);
        RunEvaluations evaluations = evaluations();
        SynthesisStage synthesis = new SynthesisStage(directory, settings, broker, clock);
        RateGuard rateGuard = new RateGuard(broker, settings.guards().rateFactor())) {
      EmbeddedRun learning = learning();
      EmbeddedRun playing = playing();
      Outcome outcome;
      try {
        outcome = follow(recorder, evaluations, synthesis, rateGuard, learning, playing, watcher);
      } finally {
        playing.stopWithSavepoint();
        learning.stopWithSavepoint();
      }
      if (outcome.end() == End.STOPPED) {
        return outcome;
      }
      // While a job runs its counts come with delay; those at its end are whole.
      Ledger ledger =
          learning.endsWithin(LONGEST_END)
              ? Ledger.of(learning.accumulators())
              : outcome.status().ledger();
      Runnable show = () -> watcher.accept(status(recorder, evaluations, synthesis, ledger));
      if (!finish(evaluations, recorder, show)) {
        return new Outcome(End.STOPPED, Optional.empty(), outcome.status());
      }
      RunStatus last = status(recorder, evaluations, synthesis, ledger);
      watcher.accept(last);
      return new Outcome(outcome.end(), outcome.reason(), last);
    }
  }

  /** Whether the evaluations came to their end; they do not where the run is told to stop. */
  private boolean finish(RunEvaluations evaluations, RunRecorder recorder, Runnable show)
      throws InterruptedException {
    finishing = evaluations;
    if (stopAsked.get()) {
      return false;
    }
    try {
      evaluations.finish(recorder, show);
      return true;
    } catch (UserError | RejectedExecutionException broken) {
      if (stopAsked.get()) {
        return false;
      }
      throw broken;
    }
  }

  private Outcome follow(
      RunRecorder recorder,
      RunEvaluations evaluations,
      SynthesisStage synthesis,
      RateGuard rateGuard,
      EmbeddedRun learning,
      EmbeddedRun playing,
      Consumer<RunStatus> watcher)
      throws InterruptedException {
    while (true) {
      recorder.requireReading();
      evaluations.take(recorder);
      RunStatus now = status(recorder, evaluations, synthesis, Ledger.of(learning.accumulators()));
      watcher.accept(now);
      var unused = synthesis.take(now.version());
      List<LoweredRate> lowerings = recorder.lowerings();
      Optional<RunGuards.Alarm> alarm =
          RunGuards.alarm(
              settings.guards(),
              lowerings,
              now.done().evaluations(),
              now.done().batches(),
              now.done().steps());
      if (alarm.isPresent() && alarm.get().stops()) {
        return new Outcome(End.GUARDED, alarm.map(RunGuards.Alarm::reason), now);
      }
      alarm.ifPresent(each -> rateGuard.lower(lowerings, recorder.newestManifest(), each.reason()));
      if (now.version() >= now.goal().batches()) {
        return new Outcome(End.COMPLETE, Optional.empty(), now);
      }
      if (stopAsked.get()) {
        return new Outcome(End.STOPPED, Optional.empty(), now);
      }
      if (playing.endsWithin(POLL)) {
        throw new IllegalStateException("the rollouts ended before the last version");
      }
      learning.endsWithin(Duration.ZERO);
    }
  }

  private RunStatus status(
      RunRecorder recorder, RunEvaluations evaluations, SynthesisStage synthesis, Ledger ledger) {
    return new RunStatus(
        directory.runId(),
        new RunStatus.Goal(
            recorder.lastVersion().orElse((long) settings.run().length().batches()).intValue(),
            settings.run().length().tokens()),
        recorder.newest().map(PolicyUpdate::getVersion).orElse(-1L),
        new RunStatus.Done(recorder.batches(), recorder.steps(), evaluations.lines()),
        recorder.activePatches(),
        ledger,
        synthesis.lines(),
        evaluations.running());
  }

  private void prepareTopics() {
    try (TopicAdmin admin = TopicAdmin.of(broker)) {
      if (broker.embedded()) {
        admin.create(TopicLayout.standard());
      } else {
        admin.require(RolloutJob.TOPICS.and(CoEvolutionJob.topics(jobs.coEvolution())));
      }
    }
    try (Publisher publisher = Publisher.open(broker)) {
      tasks.train().records().forEach(publisher::task);
      publisher.flush();
    }
  }

  private RunEvaluations evaluations() {
    return new RunEvaluations(directory, settings, tasks, policies, jobs.rules(), clock);
  }

  private EmbeddedRun learning() throws Exception {
    JobSettings job = jobs.coEvolution();
    return EmbeddedRun.start(
        CoEvolutionJob.name(job),
        CoEvolutionJob.configuration(job),
        new JobCheckpoints(directory.state("co-evolution")),
        false,
        environment -> CoEvolutionJob.attach(environment, job),
        err);
  }

  private EmbeddedRun playing() throws Exception {
    JobSettings job = jobs.coEvolution().withLearning(null);
    Configuration configuration = CoEvolutionJob.configuration(job);
    return EmbeddedRun.start(
        RolloutJob.name(jobs.plan().runId()),
        configuration,
        new JobCheckpoints(directory.state("rollout")),
        false,
        environment ->
            RolloutJob.attach(environment, job, jobs.plan(), jobs.rules(), policies.live(), clock),
        err);
  }
}
