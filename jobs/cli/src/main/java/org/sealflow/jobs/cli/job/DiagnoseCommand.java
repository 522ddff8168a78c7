package org.sealflow.jobs.cli.job;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobTopics;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.LearnOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.option.MetricsOptions;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.live.EmbeddedRun;
import org.sealflow.jobs.live.JobCheckpoints;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.ledger.Ledger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the live job on an embedded cluster. */
@Command(
    name = "diagnose",
    description = {
      "Runs the live job: trajectories are verified and diagnosed as they come. With --learn a"
          + " policy is trained on them.",
      "Hosts a broker in this process unless --bootstrap-servers names one. Ctrl-C stops the job"
          + " with a savepoint; the next start goes on from there, and after a crash from the"
          + " newest checkpoint.",
      "Starts fast rather than running fastest: to go through millions of events that wait, set"
          + " SEALFLOW_JAVA_OPTIONS=-XX:TieredStopAtLevel=4."
    },
    mixinStandardHelpOptions = true)
public final class DiagnoseCommand implements Callable<Integer> {
  /** How often the ledger is shown where it has changed. */
  private static final Duration LEDGER_PERIOD = Duration.ofSeconds(10);

  /** The process is gone within ten seconds of a signal. */
  private static final Duration LONGEST_STOP = Duration.ofMillis(9500);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LiveOptions live = new LiveOptions();
  @Mixin private LearnOptions learn = new LearnOptions();
  @Mixin private MetricsOptions metrics = new MetricsOptions();

  @Option(
      names = "--fresh",
      description = "Forget what an earlier run left, instead of going on from there.")
  private boolean fresh;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    LearningSettings learning = learn.settings();
    if (learning != null) {
      requireUsable(learning);
    }
    GracefulStop stop = new GracefulStop(LONGEST_STOP);
    try (stop;
        Connection broker = Connection.open(connection.settings(), true)) {
      JobSettings settings =
          live.settings(
                  broker.bootstrapServers(),
                  broker.topics(),
                  connection.settings().clientProperties())
              .withLearning(learning);
      JobCheckpoints memory = memory(broker, learning);
      if (!broker.hosting()) {
        memory.requireFree();
      }
      prepareTopics(broker, settings);
      err.println(
          (broker.hosting() ? "hosting a broker at " : "broker at ")
              + broker.bootstrapServers()
              + "; Ctrl-C stops");
      run(settings, memory, stop, err);
    }
    return 0;
  }

  private void requireUsable(LearningSettings learning) {
    if (fresh) {
      throw new UsageError(
          "the versions of a run cannot begin anew: leave --fresh out, or give another --run than "
              + learning.learn().runId());
    }
    learning.requireUsable();
  }

  /** The learner's state belongs to its run, and so does everything the job remembers. */
  private JobCheckpoints memory(Connection broker, @Nullable LearningSettings learning) {
    return learning == null
        ? JobCheckpoints.of(connection.dataDirectory(), broker, "diagnose")
        : JobCheckpoints.of(connection.dataDirectory(), broker, "learn", learning.learn().runId());
  }

  private static void prepareTopics(Connection broker, JobSettings settings) {
    if (broker.embedded()) {
      try (TopicAdmin admin = TopicAdmin.of(broker)) {
        admin.create(TopicLayout.standard());
      }
    }
    JobTopics.require(broker, settings, CoEvolutionJob.topics(settings));
  }

  private void run(JobSettings settings, JobCheckpoints memory, GracefulStop stop, PrintWriter err)
      throws Exception {
    EmbeddedRun run =
        EmbeddedRun.start(
            CoEvolutionJob.name(settings),
            metrics.in(CoEvolutionJob.configuration(settings)),
            memory,
            fresh,
            environment -> CoEvolutionJob.attach(environment, settings),
            err);
    stop.onSignal(run::stopOnSignal);
    String watched = settings.learning() == null ? "diagnoses" : "updates";
    err.println("running; watch it with `sealflow tail " + watched + "`");
    LedgerLines lines = new LedgerLines();
    while (!run.endsWithin(LEDGER_PERIOD)) {
      lines.of(Ledger.of(run.accumulators())).forEach(err::println);
    }
    Ledger ledger = Ledger.of(run.accumulators());
    spec.commandLine().getOut().println(common.json() ? SummaryJson.ledger(ledger) : ledger.line());
  }
}
