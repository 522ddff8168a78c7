package org.sealflow.jobs.cli.task;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskFiles;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.EndpointOptions;
import org.sealflow.jobs.cli.option.NamedRun;
import org.sealflow.jobs.cli.option.RunOption;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.jobs.train.RunProfiles;
import org.sealflow.jobs.train.RunSynthesis;
import org.sealflow.jobs.train.RunTasks;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.synthesize.KnownTasks;
import org.sealflow.synthesize.SynthesisFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes tasks about what the policy of a run is weak at. */
@Command(
    name = "synthesize",
    mixinStandardHelpOptions = true,
    description = {
      "Makes tasks about what the policy of a run is weak at, and writes them as a task directory.",
      "Reads the run's capability profiles: tools that are to blame for failures, categories that"
          + " fail, tasks that were forgotten, stand at the boundary or fail in a rare way. Every"
          + " proposed task is executed; it is admitted if it is solvable, not trivial, new and of"
          + " no scenario of validation or test, else counted with the reason."
    },
    footer = {
      "",
      "Beside the tasks, synthesis.jsonl says of each who proposed it and by which evidence. With"
          + " --base-url a served model proposes:",
      "  ./sealflow synthesize --run RUN --output DIR --base-url URL --model qwen"
    })
public final class SynthesizeCommand implements Callable<Integer> {
  private final Clock clock;
  private final Map<String, String> environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private EndpointOptions endpoint = new EndpointOptions();
  @Mixin private RunOption run = new RunOption();

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many tasks are wanted (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Any number; equal seeds and profiles make equal tasks of the generator (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      required = true,
      description = "Where the tasks go, a directory that is empty or not there yet.")
  private Path output = Path.of("");

  @Option(
      names = "--tools",
      paramLabel = "DIR",
      description =
          "Where the tools are documented, tasks in the benchmark's layout. Default: as the run's"
              + " settings say, else data/tasks.")
  private @Nullable Path tools;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "The tasks trained on. Default: those in the run's directory.")
  private @Nullable Path training;

  @Option(
      names = "--held-out",
      paramLabel = "DIR",
      description =
          "Tasks of validation or test: neither they nor variants of them come out. Repeatable."
              + " Default: those in the run's directory.")
  private List<Path> heldOut = List.of();

  public SynthesizeCommand() {
    this(Clock.systemUTC(), System.getenv());
  }

  /** With another clock and environment than the system's. */
  public SynthesizeCommand(Clock clock, Map<String, String> environment) {
    this.clock = clock;
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    if (count < 1) {
      throw new UsageError("--count is " + count + ", expected 1 or more");
    }
    EndpointSettings server = endpoint.settings(environment);
    TasksGenerateCommand.requireEmpty(output);
    NamedRun named = run.named();
    RunTasks tasks = tasks(named);
    Path documents = tools == null ? tasks.tools() : tools;
    KnownTasks known = new KnownTasks(sources(documents), tasks.training(), tasks.heldOut());
    RunSynthesis made =
        made(new RunSynthesis.Order(count, seed, tasks.turns(), server), known, named);
    if (!made.tasks().isEmpty()) {
      SynthesisFiles.write(made.tasks(), documents, output);
    }
    tell(new SynthesisLines(output, made));
    return 0;
  }

  private RunTasks tasks(NamedRun named) {
    if (training == null && heldOut.isEmpty()) {
      return RunTasks.of(named.directory("--tasks DIR and --held-out DIR"));
    }
    if (training == null || heldOut.isEmpty()) {
      throw new UsageError(
          "--tasks and --held-out go together: what is held out must be known to be kept out");
    }
    return RunTasks.of(tools == null ? Path.of("data", "tasks") : tools, training, heldOut);
  }

  private static GeneratorSources sources(Path documents) {
    try {
      return TaskFiles.sources(documents);
    } catch (IllegalArgumentException | IOException unusable) {
      throw new UserError("--tools: " + Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private RunSynthesis made(RunSynthesis.Order order, KnownTasks known, NamedRun named) {
    Collection<CapabilityProfile> profiles;
    try (Connection broker = named.broker(connection)) {
      profiles = RunProfiles.read(broker, named.id());
    }
    RunSynthesis made;
    try (Progress progress = Progress.ofSteps("tasks", count)) {
      made = RunSynthesis.make(order, known, profiles, clock, listener(progress));
    }
    if (made.weaknesses().isEmpty()) {
      throw new UserError(
          "run %s shows no weakness yet in %s; let it play more, or name another --run"
              .formatted(named.id(), Shown.count(profiles.size(), "capability profile")));
    }
    return made;
  }

  private RunSynthesis.Listener listener(Progress progress) {
    PrintWriter err = spec.commandLine().getErr();
    return new RunSynthesis.Listener() {
      @Override
      public void admitted() {
        progress.step();
      }

      @Override
      public void failed(String request) {
        err.println("request: " + request);
      }
    };
  }

  private void tell(SynthesisLines lines) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(lines.json());
    } else {
      lines.text().forEach(out::println);
    }
    out.flush();
  }
}
