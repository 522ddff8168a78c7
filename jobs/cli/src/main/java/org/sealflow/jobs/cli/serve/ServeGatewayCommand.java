package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environment;
import org.sealflow.environment.Environments;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.serve.gateway.CallLabels;
import org.sealflow.serve.gateway.CallRecorder;
import org.sealflow.serve.gateway.GatewayServer;
import org.sealflow.serve.gateway.GatewaySettings;
import org.sealflow.serve.gateway.RecorderSettings;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Records the conversations of agents that talk to a policy server. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    description = {
      "An OpenAI-compatible endpoint in front of a policy server: agents use its base URL instead"
          + " of the server's, and their conversations are recorded. Requests and answers pass"
          + " unchanged, streamed or not; keys are never recorded.",
      "--record FILE takes a line for each conversation, which `replay FILE` diagnoses. With"
          + " --tasks, a conversation that names a task by the header X-Sealflow-Task is an episode"
          + " of that task: recorded on the topic trajectories with --bootstrap-servers, else in"
          + " FILE.avro. Ctrl-C lets requests under way end and stops it."
    })
final class ServeGatewayCommand implements Callable<Integer> {
  private static final PortLimits USUAL =
      PortLimits.USUAL.with(32 << 20, PortLimits.USUAL.mostCalls(), PortLimits.USUAL.drain());

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ListenOptions listen = new ListenOptions();
  @Mixin private GatewayTraining training = new GatewayTraining();

  @Option(
      names = "--upstream",
      required = true,
      paramLabel = "URL",
      description = "The server's base URL, as agents would use it: http://localhost:8000/v1.")
  private URI upstream = URI.create("");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8010",
      description = "The port; 0 takes any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--upstream-key-file",
      paramLabel = "FILE",
      description =
          "A file with the bearer key that the server is shown instead of what agents show."
              + " Without it, the agents' own header passes, unless the gateway asks for a key.")
  private @Nullable Path upstreamKeyFile;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Conversations are appended to this file, a line of JSON each.")
  private @Nullable Path record;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "The tasks that conversations may name, in the environment's layout.")
  private @Nullable Path tasks;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description = "Today as date-dependent tools see it, e.g. 2026-01-15 (default: the day).")
  private @Nullable LocalDate asOf;

  @Option(
      names = "--run",
      paramLabel = "RUN",
      description = "The run that episodes are recorded under (default: gateway- and the time).")
  private @Nullable String run;

  @Option(
      names = "--episode-header",
      paramLabel = "NAME",
      defaultValue = "X-Sealflow-Episode",
      description =
          "The header by which an agent names a conversation; without it, a call belongs to the"
              + " conversation that it continues (default: ${DEFAULT-VALUE}).")
  private String episodeHeader = "";

  @Option(
      names = "--token-ids",
      description =
          "Asks the server for token ids and log-probabilities even if the agent does not, by the"
              + " fields return_token_ids and logprobs; the agent's answers have them too.")
  private boolean tokenIds;

  @Option(
      names = "--idle",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "5m",
      description =
          "How long nothing may be asked in a conversation until it is over (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration idle = Duration.ofMinutes(5);

  @Override
  public Integer call() throws InterruptedException {
    GatewaySettings settings = settings();
    RecorderSettings recorderSettings = recorderSettings();
    requireSomeRecord();
    requireFree(settings);
    PrintWriter err = spec.commandLine().getErr();
    GracefulStop stop = new GracefulStop();
    // The recorder writes what it holds once nobody asks any more, before files are closed.
    try (stop;
        GatewayRecording recording = recording();
        CallRecorder recorder =
            new CallRecorder(
                recorderSettings,
                recording.listeners(),
                "chat-" + Long.toString(Clock.systemUTC().millis(), Character.MAX_RADIX),
                Clock.systemUTC(),
                this::complain)) {
      serve(settings, recorder, stop);
      err.println("recorded " + recorder.finish());
    }
    return 0;
  }

  private void serve(GatewaySettings settings, CallRecorder recorder, GracefulStop stop)
      throws InterruptedException {
    try (GatewayServer gateway = server(settings, recorder)) {
      print(gateway.url(), settings);
      CountDownLatch told = new CountDownLatch(1);
      stop.onSignal(told::countDown);
      told.await();
    }
  }

  private void complain(String what) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("sealflow: " + what);
    err.flush();
  }

  private GatewaySettings settings() {
    PortSettings place = listen.place("--port", port, USUAL, listen.security());
    try {
      return new GatewaySettings(
          upstream,
          place,
          CallLabels.Names.USUAL.withEpisode(episodeHeader),
          tokenIds,
          upstreamKey());
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  private @Nullable String upstreamKey() {
    return upstreamKeyFile == null
        ? null
        : ListenOptions.key("--upstream-key-file", upstreamKeyFile);
  }

  private RecorderSettings recorderSettings() {
    try {
      return RecorderSettings.usual(idle, listen.mostBodyBytes(USUAL));
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  private void requireSomeRecord() {
    if (training.plan() != null && (tasks == null || connection.embedded())) {
      throw new UsageError(
          "--train makes batches of a run's topics: give --tasks DIR and --bootstrap-servers");
    }
    if (tasks == null && !connection.embedded()) {
      throw new UsageError(
          "--bootstrap-servers takes the episodes of tasks: give --tasks DIR, or --record FILE"
              + " alone");
    }
    if (record == null && (tasks == null || connection.embedded())) {
      throw new UsageError(
          "nothing is recorded: give --record FILE, or --tasks DIR and --bootstrap-servers");
    }
  }

  private static void requireFree(GatewaySettings settings) {
    try {
      HttpPort.requireFree(settings.place());
    } catch (IOException taken) {
      throw new UserError(Causes.oneLine(taken.getMessage()), taken);
    }
  }

  private GatewayRecording recording() {
    GatewayRecording recording = new GatewayRecording();
    try {
      if (record != null) {
        recording.toFile(record);
      }
      if (tasks != null) {
        bind(recording, bound(tasks));
      }
      return recording;
    } catch (FileSystemException unwritable) {
      recording.close();
      throw new UserError(
          "the recording "
              + record
              + " cannot be written ("
              + Causes.innermost(unwritable)
              + "): name a file that can with --record",
          unwritable);
    } catch (IOException | IllegalArgumentException unusable) {
      recording.close();
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    } catch (RuntimeException failed) {
      recording.close();
      throw failed;
    }
  }

  private void bind(GatewayRecording recording, GatewayRecording.Bound bound) throws IOException {
    if (!connection.embedded()) {
      recording.eventsTo(connection.open(), bound, spec.commandLine().getErr());
    } else if (record != null) {
      recording.eventsToFile(Path.of(record + ".avro"), bound);
    }
  }

  private GatewayRecording.Bound bound(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new UserError(
          "no task directory " + directory + "; give one in the official layout with --tasks DIR");
    }
    Environment read = Environments.servable(directory);
    String runId = run == null ? "gateway-" + Clock.systemUTC().instant().getEpochSecond() : run;
    if (runId.isBlank()) {
      throw new UsageError("--run is empty, expected a name");
    }
    return new GatewayRecording.Bound(
        read.name(), read.read(directory), runId, asOf, training.plan());
  }

  private static GatewayServer server(GatewaySettings settings, CallRecorder recorder) {
    try {
      return GatewayServer.start(settings, recorder, Clock.systemUTC());
    } catch (IOException taken) {
      throw new UserError(Causes.oneLine(taken.getMessage()), taken);
    }
  }

  private void print(URI url, GatewaySettings settings) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(
          PlainJson.line(
              json -> {
                json.writeStartObject();
                json.writeStringField("url", url.toString());
                json.writeStringField("upstream", upstream.toString());
                json.writeEndObject();
              }));
    } else {
      out.println(
          "recording what agents ask of " + Shown.text(upstream.toString()) + "; Ctrl-C stops");
      out.println("  base URL for agents: " + url);
    }
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    listen.warn(settings.place(), "reach the server behind it", err);
    if (settings.place().security().key().isSet() && upstreamKeyFile == null) {
      err.println(
          "sealflow: agents show the gateway's key, and the server behind it is shown none;"
              + " --upstream-key-file gives it one");
    }
  }
}
