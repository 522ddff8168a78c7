package org.sealflow.jobs.cli.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.text.Shown;
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
import picocli.CommandLine.Spec;

/** Serves the tasks of environments to trainers elsewhere. */
@Command(
    name = "environment",
    mixinStandardHelpOptions = true,
    description = {
      "Serves the tasks of environments to trainers elsewhere, a port for each protocol: the"
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
  @Mixin private ServedTaskOptions tasks = new ServedTaskOptions();
  @Mixin private EnvironmentPorts ports = new EnvironmentPorts();
  @Mixin private ListenOptions listen = new ListenOptions();
  @Mixin private PlayLimits limits = new PlayLimits();
  @Mixin private RecordOptions record = new RecordOptions();
  @Mixin private LiveOptions live = new LiveOptions();

  /** How tasks are served. */
  private record Served(
      Map<Protocol, PortSettings> places, SessionSettings sessions, Rules rules) {}

  @Override
  public Integer call() throws Exception {
    Served served = new Served(ports.places(listen), limits.sessions(), limits.rules());
    PatchedGroups.Settings groups = record.groups();
    // Before tasks are read.
    requireFree(served.places());
    List<ServedTaskOptions.Read> read = tasks.read();
    GracefulStop stop = new GracefulStop();
    // What was recorded is sent before the process may end.
    try (stop;
        ServedRun run = run(read, groups)) {
      serve(read, served, run, stop);
    }
    return 0;
  }

  private ServedRun run(List<ServedTaskOptions.Read> read, PatchedGroups.Settings groups)
      throws Exception {
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
        read.stream().map(ServedTaskOptions.Read::folder).toList(),
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

  private void serve(
      List<ServedTaskOptions.Read> read, Served served, ServedRun run, GracefulStop stop)
      throws InterruptedException {
    ServedEnvironments environments = tasks.offered(read, run);
    try (EnvironmentServer server = server(environments, served)) {
      print(read, environments, server.urls(), served);
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

  private EnvironmentServer server(ServedEnvironments environments, Served served) {
    try {
      return EnvironmentServer.start(
          environments,
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

  private void print(
      List<ServedTaskOptions.Read> read,
      ServedEnvironments environments,
      Map<Protocol, URI> urls,
      Served served) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(PlainJson.line(json -> write(json, environments, urls)));
    } else {
      out.println("serving " + sources(read, environments) + "; Ctrl-C stops");
      urls.forEach(
          (protocol, url) ->
              lines(protocol, url, environments).forEach(line -> out.println("  " + line)));
    }
    out.flush();
    listen.warn(served.places().values().iterator().next(), "play", spec.commandLine().getErr());
  }

  private static void write(
      JsonGenerator json, ServedEnvironments environments, Map<Protocol, URI> urls)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("tasks");
    for (ServedTasks tasks : environments.all()) {
      json.writeNumberField(tasks.environment(), tasks.ids().size());
    }
    json.writeEndObject();
    for (Map.Entry<Protocol, URI> url : urls.entrySet()) {
      json.writeStringField(url.getKey().label(), url.getValue().toString());
    }
    json.writeEndObject();
  }

  private static String sources(
      List<ServedTaskOptions.Read> read, ServedEnvironments environments) {
    return read.stream()
        .map(
            each ->
                environments.named(each.environment()).ids().size()
                    + " tasks of "
                    + Shown.text(each.environment())
                    + " from "
                    + Shown.text(each.directory().toString()))
        .collect(Collectors.joining(", "));
  }

  /** A line for each URL, or two URLs, that a client can be given. */
  private static List<String> lines(Protocol protocol, URI url, ServedEnvironments environments) {
    return switch (protocol) {
      case AGENTEVOLVER -> List.of("agentevolver  " + url + "  create, step, evaluate, release");
      case OPENENV ->
          each(
              environments,
              name -> {
                URI base = url.resolve(name + "/");
                return "openenv       " + base + "turns and " + base + "tools";
              });
      case NEMO ->
          List.of("nemo          " + url + "  seed_session, tools, verify; reset, step, close");
      case MCP -> each(environments, name -> "mcp           " + url.resolve("mcp/" + name));
    };
  }

  private static List<String> each(ServedEnvironments environments, Function<String, String> line) {
    return environments.all().stream().map(ServedTasks::environment).map(line).toList();
  }
}
