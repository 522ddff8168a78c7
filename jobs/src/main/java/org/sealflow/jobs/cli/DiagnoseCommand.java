package org.sealflow.jobs.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.report.SummaryJson;
import org.sealflow.verify.Ledger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the live job on an embedded cluster. */
@Command(
    name = "diagnose",
    description = {
      "Runs the live job: trajectories are verified and diagnosed as they come.",
      "Hosts a broker in this process unless --bootstrap-servers names one. Ctrl-C stops the job with"
          + " a savepoint; the next start goes on from there, and after a crash from the newest"
          + " checkpoint."
    },
    mixinStandardHelpOptions = true)
final class DiagnoseCommand implements Callable<Integer> {
  /** How often the ledger is shown where it has changed. */
  private static final Duration LEDGER_PERIOD = Duration.ofSeconds(10);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LiveOptions live = new LiveOptions();

  @Option(
      names = "--fresh",
      description = "Forget what an earlier run left, instead of going on from there.")
  private boolean fresh;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    GracefulStop stop = new GracefulStop();
    try (stop;
        Connection broker = Connection.open(connection.settings(), true)) {
      prepareTopics(broker);
      err.println(
          (broker.hosting() ? "hosting a broker at " : "broker at ")
              + broker.bootstrapServers()
              + "; Ctrl-C stops");
      JobSettings settings =
          live.settings(
              broker.bootstrapServers(), broker.topics(), connection.settings().clientProperties());
      run(
          settings,
          JobMemory.of(connection.dataDirectory(), broker.topics(), "diagnose"),
          stop,
          err);
    }
    return 0;
  }

  private void prepareTopics(Connection broker) {
    try (TopicAdmin admin = TopicAdmin.of(broker)) {
      if (broker.embedded()) {
        admin.create(TopicLayout.standard());
      } else {
        admin.require(CoEvolutionJob.TOPICS);
      }
    }
  }

  private void run(JobSettings settings, JobMemory memory, GracefulStop stop, PrintWriter err)
      throws Exception {
    EmbeddedRun run =
        EmbeddedRun.start(
            CoEvolutionJob.NAME,
            CoEvolutionJob.configuration(settings),
            memory,
            fresh,
            environment -> CoEvolutionJob.attach(environment, settings),
            err);
    stop.onSignal(run::stopWithSavepoint);
    err.println("running; watch it with `sealflow tail diagnoses`");
    Ledger shown = Ledger.EMPTY;
    while (!run.endsWithin(LEDGER_PERIOD)) {
      Ledger now = Ledger.of(run.accumulators());
      if (!now.equals(shown)) {
        err.println(now.line());
        shown = now;
      }
    }
    Ledger ledger = Ledger.of(run.accumulators());
    spec.commandLine().getOut().println(common.json() ? SummaryJson.ledger(ledger) : ledger.line());
  }
}
