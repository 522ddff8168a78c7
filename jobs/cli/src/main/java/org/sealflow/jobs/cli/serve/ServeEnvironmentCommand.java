package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environment;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.serve.environment.EnvironmentServer;
import org.sealflow.serve.environment.Protocol;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.PatchedGroups;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves the tasks of an environment to trainers elsewhere. */
@Command(
    name = "environment",
    mixinStandardHelpOptions = true,
    description = {
      "Serves the tasks of an environment to trainers elsewhere, a port for each protocol: the"
          + " environment service of AgentEvolver and SEAL, OpenEnv (HTTP and WebSocket), NeMo"
          + " Gym's resources server, MCP. Without a port option all are served, at ports 8000 to"
          + " 8003; with one, those that are named.",
      "With --bootstrap-servers, --patches live or --diagnose every episode is recorded on the topic"
          + " trajectories. Ctrl-C lets requests under way end and stops it."
    })
final class ServeEnvironmentCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 500;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private EnvironmentPorts ports = new EnvironmentPorts();
  @Mixin private ListenOptions listen = new ListenOptions();
  @Mixin private PlayLimits limits = new PlayLimits();
  @Mixin private RecordOptions record = new RecordOptions();
  @Mixin private LiveOptions live = new LiveOptions();

  @Option(
      names = "--environment",
      paramLabel = "NAME",
      description =
          "The environment, such as bfcl (default: the one that recognises the directory).")
  private @Nullable String environment;

  @Option(
      names = "--tasks",
      required = true,
      paramLabel = "DIR",
      description = "The tasks, in the environment's layout.")
  private Path directory = Path.of("");

  @Option(
      names = "--split",
      paramLabel = "SPLIT",
      description =
          "Lists of tasks to offer by name: a JSON file with lists train and test, or `scenario`"
              + " for the built-in one (default: one list of all tasks, train). Episodes of test"
              + " are never shown a patch.")
  private @Nullable String split;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description = "Today as date-dependent tools see it, e.g. 2026-01-15 (default: the day).")
  private @Nullable LocalDate asOf;

  /** How tasks are served. */
  private record Served(
      Map<Protocol, PortSettings> places, SessionSettings sessions, Rules rules) {}

  @Override
  public Integer call() throws Exception {
    Served served = new Served(ports.places(listen), limits.sessions(), limits.rules());
    PatchedGroups.Settings groups = record.groups();
    // Before tasks are read.
    requireFree(served.places());
    Environment read = environment();
    TaskFolder folder = folder(read);
    GracefulStop stop = new GracefulStop();
    // What was recorded is sent before the process may end.
    try (stop;
        ServedRun run = run(folder, groups)) {
      serve(tasks(read, folder, run), served, run, stop);
    }
    return 0;
  }

  private ServedRun run(TaskFolder folder, PatchedGroups.Settings groups) throws Exception {
    if (connection.embedded() && !record.needBroker()) {
      return ServedRun.none();
    }
    PrintWriter err = spec.commandLine().getErr();
    Connection broker = Connection.open(connection.settings(), true);
    String id = record.runId(Clock.systemUTC());
    err.println(
        (broker.hosting() ? "hosting a broker at " : "broker at ")
            + broker.bootstrapServers()
            + "; run "
            + id);
    return ServedRun.at(
        broker,
        folder,
        new ServedRun.Plan(
            id,
            groups,
            record,
            live.settings(
                broker.bootstrapServers(),
                broker.topics(),
                connection.settings().clientProperties()),
            connection.dataDirectory()),
        err);
  }

  private void serve(ServedTasks tasks, Served served, ServedRun run, GracefulStop stop)
      throws InterruptedException {
    try (EnvironmentServer server = server(tasks, served)) {
      print(tasks, server.urls(), served);
      CountDownLatch told = new CountDownLatch(1);
      stop.onSignal(told::countDown);
      while (!told.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        run.requireRunning(Duration.ZERO);
      }
    }
  }

  private static void requireFree(Map<Protocol, PortSettings> places) {
    try {
      EnvironmentServer.requireFree(places);
    } catch (IOException taken) {
      throw new UserError(Causes.oneLine(taken.getMessage()), taken);
    }
  }

  private Environment environment() {
    try {
      return environment == null
          ? Environments.recognising(directory)
          : Environments.named(environment);
    } catch (IllegalArgumentException unknown) {
      throw new UserError(Causes.oneLine(unknown.getMessage()), unknown);
    }
  }

  private TaskFolder folder(Environment read) {
    requireDirectory();
    try {
      return read.read(directory);
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private void requireDirectory() {
    if (!Files.isDirectory(directory)) {
      throw new UserError(
          "no task directory " + directory + "; give one in the official layout with --tasks DIR");
    }
  }

  private ServedTasks tasks(Environment read, TaskFolder folder, ServedRun run) {
    try {
      return new ServedTasks(
          read.name(),
          folder,
          splits(folder),
          asOf,
          Clock.systemUTC(),
          () -> ThreadLocalRandom.current().nextInt(),
          run.placements(),
          run.listeners());
    } catch (IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private Map<String, List<String>> splits(TaskFolder folder) {
    if (split == null) {
      return Map.of();
    }
    List<String> known = folder.tasks().stream().map(TaskOutline::id).toList();
    TaskSplit parts =
        split.equals(TaskSplit.BY_SCENARIO)
            ? TaskSplit.byScenario(known, 0)
            : TaskSplit.read(Path.of(split));
    return Map.of(
        ServedTasks.TRAIN,
        parts.require(TaskSplit.Side.TRAIN, known),
        "test",
        parts.require(TaskSplit.Side.TEST, known));
  }

  private EnvironmentServer server(ServedTasks tasks, Served served) {
    try {
      return EnvironmentServer.start(
          new ServedEnvironments(List.of(tasks)),
          served.places(),
          served.sessions(),
          served.rules(),
          version(),
          Clock.systemUTC());
    } catch (IOException taken) {
      throw new UserError(Causes.oneLine(taken.getMessage()), taken);
    }
  }

  private String version() {
    String[] version = spec.root().version();
    String line = version.length == 0 ? "" : version[0];
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  private void print(ServedTasks tasks, Map<Protocol, URI> urls, Served served) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(
          PlainJson.line(
              json -> {
                json.writeStartObject();
                json.writeStringField("environment", tasks.environment());
                json.writeNumberField("tasks", tasks.ids().size());
                for (Map.Entry<Protocol, URI> url : urls.entrySet()) {
                  json.writeStringField(url.getKey().label(), url.getValue().toString());
                }
                json.writeEndObject();
              }));
    } else {
      out.println(
          "serving "
              + tasks.ids().size()
              + " tasks of "
              + Shown.text(tasks.environment())
              + " from "
              + Shown.text(directory.toString())
              + "; Ctrl-C stops");
      urls.forEach((protocol, url) -> out.println("  " + line(protocol, url, tasks)));
    }
    out.flush();
    listen.warn(served.places().values().iterator().next(), "play", spec.commandLine().getErr());
  }

  private static String line(Protocol protocol, URI url, ServedTasks tasks) {
    return switch (protocol) {
      case AGENTEVOLVER -> "agentevolver  " + url + "  create, step, evaluate, release";
      case OPENENV ->
          "openenv       "
              + url.resolve(tasks.environment() + "/turns")
              + " and "
              + url.resolve(tasks.environment() + "/tools");
      case NEMO -> "nemo          " + url + "  seed_session, tools, verify; reset, step, close";
      case MCP -> "mcp           " + url.resolve("mcp/" + tasks.environment());
    };
  }
}
