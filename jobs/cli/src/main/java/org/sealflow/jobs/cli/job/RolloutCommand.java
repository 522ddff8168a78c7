package org.sealflow.jobs.cli.job;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.option.MetricsOptions;
import org.sealflow.jobs.cli.option.PlanOptions;
import org.sealflow.jobs.cli.option.PlayOptions;
import org.sealflow.jobs.cli.option.PolicyOptions;
import org.sealflow.jobs.cli.option.TaskOptions;
import org.sealflow.jobs.cli.option.UserOptions;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.live.EmbeddedRun;
import org.sealflow.jobs.live.JobCheckpoints;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.ledger.Ledger;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plays training episodes on an embedded cluster. */
@Command(
    name = "rollout",
    mixinStandardHelpOptions = true,
    description = {
      "Plays training episodes batch by batch, behind the interface as it evolves.",
      "With --diagnose the co-evolution job runs in the same process, and patches are shown as they"
          + " come and go; else `sealflow diagnose` runs beside it. Hosts a broker unless one runs"
          + " or --bootstrap-servers names one. Ctrl-C stops with a savepoint; the same --run goes"
          + " on from there."
    })
public final class RolloutCommand implements Callable<Integer> {
  private static final Duration PERIOD = Duration.ofMillis(500);

  /** The process is gone within ten seconds of a signal. */
  private static final Duration LONGEST_STOP = Duration.ofMillis(9500);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LiveOptions live = new LiveOptions();
  @Mixin private PolicyOptions policy = new PolicyOptions();
  @Mixin private TaskOptions tasks = new TaskOptions();
  @Mixin private PlayOptions play = new PlayOptions();
  @Mixin private UserOptions users = new UserOptions();
  @Mixin private PlanOptions plan = new PlanOptions();
  @Mixin private MetricsOptions metrics = new MetricsOptions();

  @Option(
      names = "--diagnose",
      description = "Runs the co-evolution job in the same process, and shows patches.")
  private boolean diagnose;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    TaskFolder directory = tasks.read();
    RolloutPlan planned = plan.plan(tasks.chosen(directory, TaskSplit.Side.TRAIN));
    RolloutSettings rules =
        play.settings(policy.name(), tasks.asOf()).withReliance(live.measuresReliance());
    RolloutSettings settings = users.with(rules, directory, planned, policy);
    policy.requireTrainable(planned.sampling().temperature());
    PolicyFactory policies = policy.factory(planned.seed(), planned.runId());
    GracefulStop stop = new GracefulStop(LONGEST_STOP);
    try (stop;
        Connection broker = Connection.open(connection.settings(), true)) {
      RolloutTopics.prepare(broker, directory, topics());
      err.println(
          (broker.hosting() ? "hosting a broker at " : "broker at ")
              + broker.bootstrapServers()
              + "; run "
              + planned.runId()
              + "; Ctrl-C stops");
      JobSettings job =
          live.settings(
              broker.bootstrapServers(), broker.topics(), connection.settings().clientProperties());
      play(broker, job, planned, settings, policies, stop);
    }
    return 0;
  }

  private TopicUse topics() {
    TopicUse playing = RolloutJob.TOPICS.and(TopicUse.reading(Topic.ROLLOUT_BATCHES));
    return diagnose ? playing.and(CoEvolutionJob.TOPICS) : playing;
  }

  private void play(
      Connection broker,
      JobSettings job,
      RolloutPlan planned,
      RolloutSettings settings,
      PolicyFactory policies,
      GracefulStop stop)
      throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    Optional<EmbeddedRun> diagnosing =
        diagnose ? Optional.of(diagnosing(broker, job, err)) : Optional.empty();
    try (RolloutWatch watch =
        RolloutWatch.open(
            broker, planned, diagnose, begun(), Colours.of(spec.commandLine()), err)) {
      EmbeddedRun playing =
          EmbeddedRun.start(
              RolloutJob.name(planned.runId()),
              metrics.in(CoEvolutionJob.configuration(job)),
              JobCheckpoints.of(connection.dataDirectory(), broker, "rollout", planned.runId()),
              false,
              environment ->
                  RolloutJob.attach(
                      environment, job, planned, settings, policies, Clock.systemUTC()),
              err);
      Runnable end =
          () -> {
            playing.stopWithSavepoint();
            diagnosing.ifPresent(EmbeddedRun::stopWithSavepoint);
          };
      stop.onSignal(() -> stopTogether(playing, diagnosing));
      boolean complete;
      try {
        complete = follow(watch, playing, diagnosing);
      } catch (RuntimeException failed) {
        stop.onSignal(() -> {});
        end.run();
        throw failed;
      }
      if (complete) {
        stop.onSignal(() -> {});
        end.run();
      }
      finish(watch, diagnosing);
    }
  }

  /**
   * Shows a run until it is played to its end or was told to stop.
   *
   * @return whether it is played to its end
   * @throws UserError if a job has failed or a topic cannot be read
   */
  private static boolean follow(
      RolloutWatch watch, EmbeddedRun playing, Optional<EmbeddedRun> diagnosing)
      throws InterruptedException {
    while (!playing.endsWithin(PERIOD)) {
      if (diagnosing.isPresent()) {
        // Told to stop, it may end before the other.
        boolean unused = diagnosing.get().endsWithin(Duration.ZERO);
      }
      watch.show();
      if (watch.complete()) {
        return true;
      }
    }
    return false;
  }

  /** Stops both jobs at the same time: one after the other takes longer than a signal allows. */
  private static void stopTogether(EmbeddedRun playing, Optional<EmbeddedRun> diagnosing) {
    CompletableFuture<Void> first = CompletableFuture.runAsync(playing::stopOnSignal);
    diagnosing.ifPresent(EmbeddedRun::stopOnSignal);
    first.join();
  }

  private EmbeddedRun diagnosing(Connection broker, JobSettings job, PrintWriter err)
      throws Exception {
    return EmbeddedRun.start(
        CoEvolutionJob.name(job),
        metrics.in(CoEvolutionJob.configuration(job)),
        JobCheckpoints.of(connection.dataDirectory(), broker, "diagnose"),
        false,
        environment -> CoEvolutionJob.attach(environment, job),
        err);
  }

  /** A run that goes on has records already. */
  private StartPosition begun() {
    return plan.isNamed() ? StartPosition.earliest() : StartPosition.latest();
  }

  private void finish(RolloutWatch watch, Optional<EmbeddedRun> diagnosing)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println(common.json() ? watch.json() : watch.summary());
    if (diagnosing.isPresent()) {
      EmbeddedRun run = diagnosing.get();
      boolean ended = run.endsWithin(Duration.ofMinutes(1));
      if (ended && !common.json()) {
        out.println(Ledger.of(run.accumulators()).line());
      }
    }
    out.flush();
  }
}
