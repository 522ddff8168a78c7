package org.sealflow.jobs.cli.train;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.live.ProcessLock;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.ProcessLine;
import org.sealflow.jobs.run.RunBroker;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.run.WholeFile;
import org.sealflow.jobs.settings.KafkaConfigFile;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.train.RunStatus;
import org.sealflow.jobs.train.TrainSettings;
import org.sealflow.jobs.train.TrainingRun;
import org.sealflow.jobs.train.TrainingSetup;
import org.sealflow.schemas.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the closed loop. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the closed loop: the policy plays, its failures are diagnosed, change the interface and"
          + " weigh its updates, and its strict success is measured on the way.",
      "Everything runs in this process, in a numbered run directory of its own. Ctrl-C stops with"
          + " savepoints; --run DIR goes on from there."
    })
public final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SETTINGS",
      description = "The run's settings, such as exp/nano-seal.yaml; left out with --run.")
  private @Nullable Path settings;

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      description = "Settings that stand over those of the file, such as run.batches=2.")
  private List<String> overrides = List.of();

  @Option(
      names = "--run",
      paramLabel = "DIR",
      description = "Goes on with a run that was stopped, with the settings it began with.")
  private @Nullable Path run;

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description =
          "A Kafka broker (default: one embedded in the run directory; with --run, the one that the"
              + " run began with).")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "A file of settings of the Kafka clients, as Kafka's own tools take it.")
  private @Nullable Path kafkaConfig;

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      description = "What every topic's name starts with (default: " + Topics.DEFAULT_PREFIX + ").")
  private @Nullable String topicPrefix;

  @Option(
      names = "--dry-run",
      description =
          "Checks settings, model and tasks, says what would be run and how much memory that takes,"
              + " and runs nothing.")
  private boolean dryRun;

  @Option(
      names = "--device-memory",
      paramLabel = "SIZE",
      description =
          "With --dry-run: the memory of the learner's device, such as 80g (default: this"
              + " machine's).")
  private @Nullable String deviceMemory;

  @Override
  public Integer call() throws Exception {
    TrainSettings.Read read = read();
    TrainingSetup setup = TrainingSetup.check(read.settings());
    if (dryRun) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(setup.text());
      setup.memory(deviceMemory()).forEach(out::println);
      out.flush();
      return 0;
    }
    setup.requireHeap();
    setup.requireServer(Clock.systemUTC());
    RunDirectory directory = directory(read);
    ProcessLock held =
        ProcessLock.take(
            directory.lock(), "run " + directory.runId(), "stop it first, or wait for its end");
    try (held) {
      return train(setup, directory, read.settings().run().note());
    }
  }

  private int train(TrainingSetup setup, RunDirectory directory, String note) throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    err.println("run " + directory.runId() + " in " + directory.path());
    GracefulStop stop = new GracefulStop();
    try (stop;
        Connection broker = Connection.open(connection(directory), true)) {
      RunBroker.note(directory, broker);
      TrainingRun training =
          setup.run(directory, broker, Clock.systemUTC(), common.verbose() ? err : quiet());
      stop.onSignal(training::stop);
      TrainView view =
          new TrainView(
              Colours.of(spec.commandLine()),
              Progress.isTerminal() && !common.json(),
              err,
              Clock.systemUTC());
      TrainingRun.Outcome outcome;
      try {
        outcome = training.run(view::show);
      } finally {
        noteProcessorTime(directory);
      }
      tell(outcome, directory, note);
      return outcome.end() == TrainingRun.End.GUARDED ? ExitCodes.FAILED : 0;
    }
  }

  private @Nullable Long deviceMemory() {
    try {
      return deviceMemory == null ? null : MemorySize.parseBytes(deviceMemory);
    } catch (IllegalArgumentException malformed) {
      throw new UsageError(
          "--device-memory is " + deviceMemory + ", expected a size such as 80g", malformed);
    }
  }

  private static void noteProcessorTime(RunDirectory directory) {
    long nanos =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    // Negative where the platform does not tell.
    if (nanos >= 0) {
      ProcessLine.add(directory, Duration.ofNanos(nanos), Clock.systemUTC());
    }
  }

  private TrainSettings.Read read() {
    if (run != null) {
      if (settings != null) {
        throw new UsageError(
            "--run goes on with the settings the run began with; leave out " + settings);
      }
      return TrainSettings.read(RunDirectory.open(run).settings(), List.of());
    }
    if (settings == null) {
      throw new UsageError("no settings; give a file such as exp/nano-seal.yaml, or --run DIR");
    }
    return TrainSettings.read(settings, overrides);
  }

  private RunDirectory directory(TrainSettings.Read read) {
    if (run != null) {
      return RunDirectory.open(run);
    }
    TrainSettings.Run named = read.settings().run();
    RunDirectory directory = RunDirectory.create(Path.of(named.directory()), named.name());
    WholeFile.write(directory.settings(), read.text());
    return directory;
  }

  private ConnectionSettings connection(RunDirectory directory) {
    return RunBroker.connection(
        directory,
        bootstrapServers,
        topicPrefix == null ? null : topics(topicPrefix),
        kafkaConfig == null ? Map.of() : KafkaConfigFile.read(kafkaConfig));
  }

  private static Topics topics(String prefix) {
    try {
      return new Topics(prefix);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private static PrintWriter quiet() {
    return new PrintWriter(java.io.Writer.nullWriter());
  }

  private void tell(TrainingRun.Outcome outcome, RunDirectory directory, String note) {
    PrintWriter out = spec.commandLine().getOut();
    if (outcome.end() != TrainingRun.End.STOPPED) {
      WholeFile.write(directory.result(), json(outcome) + "\n");
    }
    if (common.json()) {
      out.println(json(outcome));
    } else {
      new TrainLines(Colours.of(spec.commandLine()))
          .summary(outcome.status())
          .forEach(out::println);
      out.println(ending(outcome, directory));
      if (outcome.end() == TrainingRun.End.COMPLETE && !note.isBlank()) {
        out.println(note.strip());
      }
    }
    out.flush();
  }

  private String ending(TrainingRun.Outcome outcome, RunDirectory directory) {
    String version = " at version " + outcome.status().version();
    return switch (outcome.end()) {
      case COMPLETE -> "complete" + version + "; see `sealflow report " + directory.path() + "`";
      case STOPPED ->
          "stopped"
              + version
              + "; go on with `sealflow train --run "
              + directory.path()
              + (kafkaConfig == null ? "" : " --kafka-config " + kafkaConfig)
              + "`";
      case GUARDED -> "stopped by a guard" + version + ": " + outcome.reason().orElse("");
    };
  }

  private static String json(TrainingRun.Outcome outcome) {
    RunStatus status = outcome.status();
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("run", status.runId());
          json.writeStringField("end", outcome.end().name());
          if (outcome.reason().isPresent()) {
            json.writeStringField("reason", outcome.reason().get());
          }
          json.writeNumberField("version", status.version());
          json.writeNumberField("batches", status.done().batches().size());
          json.writeBooleanField("ledgerBalances", status.ledger().balances());
          json.writeFieldName("ledger");
          json.writeRawValue(SummaryJson.ledger(status.ledger()).toString());
          json.writeArrayFieldStart("evaluations");
          for (EvaluationLine line : status.done().evaluations()) {
            json.writeStartObject();
            json.writeStringField("split", line.split());
            json.writeNumberField("version", line.version());
            json.writeNumberField("counted", line.all().counted());
            json.writeNumberField("strict", line.all().strict());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }
}
