package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.jobs.cli.inspect.InspectorServer;
import org.sealflow.jobs.cli.inspect.NotesFile;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.cli.option.ReadingOptions;
import org.sealflow.jobs.cli.option.RecordedFolders;
import org.sealflow.jobs.cli.option.RepairOptions;
import org.sealflow.jobs.cli.replay.InspectedRecordings;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.InspectorLimits;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves a page that shows why recorded episodes fail. */
@Command(
    name = "inspector",
    mixinStandardHelpOptions = true,
    description = {
      "Serves a page that shows why recorded episodes fail, what to fix first, and what other"
          + " calls would have done.",
      "Reads and diagnoses the files as replay does; with two files or more it compares each with"
          + " the first. Ctrl-C stops it."
    })
final class ServeInspectorCommand implements Callable<Integer> {
  private static final PortLimits USUAL = PortLimits.USUAL.with(4 << 20, 64, Duration.ofSeconds(5));

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Recorded trajectories of BFCL tasks, gzipped or not; or directories of such files, or of"
              + " training runs.")
  private List<Path> files = List.of();

  @Mixin private ReadingOptions reading = new ReadingOptions();
  @Mixin private RepairOptions repairs = new RepairOptions();
  @Mixin private ListenOptions listen = new ListenOptions();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Where to listen; 0 takes any free port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--notes",
      paramLabel = "FILE",
      description = "Keep notes on episodes in this file, a line of JSON each.")
  private @Nullable Path notes;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      description = "Most episodes to look into, those read first (default: 200000).")
  private int mostEpisodes = InspectorLimits.DEFAULT.episodes();

  @Override
  public Integer call() throws Exception {
    PortSettings place = listen.place("--port", port, USUAL, listen.security());
    if (mostEpisodes < 1) {
      throw new UsageError("--episodes is " + mostEpisodes + ", expected at least 1");
    }
    InspectedRecordings.Request request = request();
    // Before much is read.
    requireFree(place);
    NotesFile kept = notes == null ? null : new NotesFile(notes);
    GracefulStop stop = new GracefulStop();
    try (stop;
        InspectedEpisodes episodes = episodes()) {
      InspectedRecordings.Counts counts =
          InspectedRecordings.read(request, episodes, spec.commandLine().getErr());
      try (InspectorServer server =
          InspectorServer.start(
              episodes,
              SummaryJson.node(counts.summary(), counts.totals()),
              kept,
              place,
              Clock.systemUTC())) {
        print(server, episodes, place);
        CountDownLatch told = new CountDownLatch(1);
        stop.onSignal(told::countDown);
        told.await();
      }
    }
    return 0;
  }

  private InspectedRecordings.Request request() {
    reading.checkAsOf();
    files = RecordedFolders.files(files);
    InputFiles.require(files);
    reading.recognise(files);
    if (reading.isReview()) {
      throw new UsageError(
          "the files are logs of any agent, or --tasks is missing: the inspector reads BFCL's"
              + " formats (bfcl-result, calls, sealflow) with --tasks DIR");
    }
    ReadSettings settings = reading.settings("inspect");
    return new InspectedRecordings.Request(
        files, reading.tasks(), settings, reading.modelIsUnknown(), repairs.search());
  }

  private static void requireFree(PortSettings place) {
    try {
      HttpPort.requireFree(place);
    } catch (IOException taken) {
      throw new UserError(Causes.oneLine(taken.getMessage()), taken);
    }
  }

  private InspectedEpisodes episodes() {
    try {
      return new InspectedEpisodes(
          Environments.read(reading.tasks()),
          new InspectorLimits(mostEpisodes, InspectorLimits.DEFAULT.searchedCharacters()));
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private void print(InspectorServer server, InspectedEpisodes episodes, PortSettings place) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(
          PlainJson.line(
              json -> {
                json.writeStartObject();
                json.writeStringField("url", server.url().toString());
                json.writeNumberField("episodes", episodes.size());
                json.writeNumberField("leftOut", episodes.leftOut());
                json.writeEndObject();
              }));
    } else {
      out.println(
          "inspecting "
              + Shown.count(episodes.size(), "episode")
              + (episodes.leftOut() == 0
                  ? ""
                  : ", " + episodes.leftOut() + " left out (--episodes)")
              + " at "
              + server.url()
              + "; Ctrl-C stops");
    }
    out.flush();
    listen.warn(place, "look", spec.commandLine().getErr());
  }
}
