package org.sealflow.jobs.cli;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.UserError;
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
      run(settings, new JobMemory(connection.dataDirectory().resolve("diagnose")), stop, err);
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
    Configuration configuration = CoEvolutionJob.configuration(settings);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, memory.checkpoints().toUri().toString());
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    Optional<Path> newest = fresh ? Optional.empty() : memory.newest();
    newest.ifPresent(
        path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toUri().toString()));
    newest.ifPresent(path -> err.println("going on from " + path));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    CoEvolutionJob.attach(environment, settings);
    try {
      JobClient job = environment.executeAsync(CoEvolutionJob.NAME);
      stop.onSignal(() -> stopWithSavepoint(job, memory, err));
      err.println("running; watch it with `sealflow tail diagnoses`");
      CompletableFuture<JobExecutionResult> ended = job.getJobExecutionResult();
      Ledger shown = Ledger.EMPTY;
      while (!endsWithin(ended, LEDGER_PERIOD)) {
        Ledger now = Ledger.of(job.getAccumulators().get());
        if (!now.equals(shown)) {
          err.println(now.line());
          shown = now;
        }
      }
      Ledger ledger = Ledger.of(ended.get().getAllAccumulatorResults());
      spec.commandLine()
          .getOut()
          .println(common.json() ? SummaryJson.ledger(ledger) : ledger.line());
    } catch (Exception failed) {
      throw new UserError("the job failed: " + Causes.innermost(failed), failed);
    }
  }

  private static boolean endsWithin(CompletableFuture<?> job, Duration patience)
      throws InterruptedException, ExecutionException {
    try {
      job.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException running) {
      return false;
    }
  }

  private static void stopWithSavepoint(JobClient job, JobMemory memory, PrintWriter err) {
    try {
      String savepoint =
          job.stopWithSavepoint(
                  false, memory.savepoints().toUri().toString(), SavepointFormatType.CANONICAL)
              .get();
      memory.keepOnly(Path.of(URI.create(savepoint)));
      err.println("stopped with savepoint " + savepoint);
    } catch (Exception alreadyEnded) {
      err.println("stopped without a savepoint: " + Causes.innermost(alreadyEnded));
    }
  }
}
