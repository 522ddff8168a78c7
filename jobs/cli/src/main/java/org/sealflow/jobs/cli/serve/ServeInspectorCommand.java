package org.sealflow.jobs.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.jobs.cli.inspect.InspectedRuns;
import org.sealflow.jobs.cli.inspect.InspectedTopics;
import org.sealflow.jobs.cli.inspect.InspectorServer;
import org.sealflow.jobs.cli.inspect.NotesFile;
import org.sealflow.jobs.cli.inspect.RunSources;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.cli.option.ReadingOptions;
import org.sealflow.jobs.cli.option.RecordedFolders;
import org.sealflow.jobs.cli.option.RepairOptions;
import org.sealflow.jobs.cli.replay.InspectedRecordings;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.cli.text.Waiting;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.InspectedTasks;
import org.sealflow.jobs.report.inspect.InspectorFile;
import org.sealflow.jobs.report.inspect.LearnerRecords;
import org.sealflow.jobs.report.page.ReportLimits;
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
      "Serves a page that shows why episodes fail, what to fix first, and what other calls would"
          + " have done.",
      "Reads and diagnoses recordings as replay does, or the episodes of training runs by their"
          + " directories; with two or more it compares each with the first. Without either it reads"
          + " the topics of a broker and goes on reading. Ctrl-C stops it."
    })
final class ServeInspectorCommand implements Callable<Integer> {
  private static final PortLimits USUAL = PortLimits.USUAL.with(4 << 20, 64, Duration.ofSeconds(5));

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "Recorded trajectories of BFCL tasks, gzipped or not, or directories of such files; or"
              + " directories of training runs.")
  private List<Path> files = List.of();

  @Mixin private ReadingOptions reading = new ReadingOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--run",
      paramLabel = "RUN",
      description = "Of topics, this run alone. Default: all runs.")
  private @Nullable String run;

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
      names = "--page",
      paramLabel = "FILE",
      description =
          "Write the page with its episodes, 2,000 at most, failed ones first, into this file"
              + " instead of serving it. A file executes no other calls.")
  private @Nullable Path page;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      description = "Most episodes to look into, those read first (default: 200000).")
  private int mostEpisodes = InspectedEpisodes.USUALLY_MOST;

  @Override
  public Integer call() throws Exception {
    PortSettings place = listen.place("--port", port, USUAL, listen.security());
    if (mostEpisodes < 1) {
      throw new UsageError("--episodes is " + mostEpisodes + ", expected at least 1");
    }
    checkSource();
    if (page == null) {
      // Before much is read.
      requireFree(place);
    }
    NotesFile kept = notes == null ? null : new NotesFile(notes);
    if (files.isEmpty()) {
      serveTopics(place, kept);
    } else if (RunSources.areRuns(files)) {
      serveRuns(place, kept);
    } else {
      serveRecordings(place, kept);
    }
    return 0;
  }

  private void checkSource() {
    if (files.isEmpty()) {
      return;
    }
    if (run != null || !connection.embedded()) {
      throw new UsageError(
          "--run and --bootstrap-servers are about topics: leave the files out, or these options");
    }
  }

  private void serveRecordings(PortSettings place, @Nullable NotesFile kept) throws Exception {
    InspectedRecordings.Request request = request();
    try (InspectedEpisodes episodes = episodes()) {
      InspectedRecordings.Counts counts =
          InspectedRecordings.read(request, episodes, spec.commandLine().getErr());
      ObjectNode summary = SummaryJson.node(counts.summary(), counts.totals());
      serve(episodes, () -> summary, place, kept);
    }
  }

  private void serveRuns(PortSettings place, @Nullable NotesFile kept) throws Exception {
    InspectedRuns runs = runs();
    try (InspectedEpisodes episodes = runs.episodes();
        RunSources sources = RunSources.read(files, runs, connection)) {
      sources.requireEpisodes(episodes);
      serve(episodes, runs::summary, place, kept);
    }
  }

  private void serveTopics(PortSettings place, @Nullable NotesFile kept) throws Exception {
    InspectedRuns runs = runs();
    try (InspectedEpisodes episodes = runs.episodes();
        Connection broker = connection.open();
        InspectedTopics topics = topics(broker, runs)) {
      topics.follow();
      serve(episodes, runs::summary, place, kept);
    }
  }

  // Closed for its end, not for what it says.
  @SuppressWarnings("try")
  private InspectedTopics topics(Connection broker, InspectedRuns runs) {
    try (Waiting waiting = connection.waiting("reading and diagnosing what is on the topics")) {
      return new InspectedTopics(broker, run, runs);
    }
  }

  private InspectedRuns runs() {
    try {
      return new InspectedRuns(mostEpisodes, repairs.search(), spec.commandLine().getErr());
    } catch (IOException full) {
      throw new UserError(Causes.oneLine(full.getMessage()), full);
    }
  }

  private void serve(
      InspectedEpisodes episodes,
      Supplier<ObjectNode> summary,
      PortSettings place,
      @Nullable NotesFile kept)
      throws Exception {
    episodes.complete();
    if (page != null) {
      write(page, episodes, summary.get());
      return;
    }
    GracefulStop stop = new GracefulStop();
    try (stop;
        InspectorServer server =
            InspectorServer.start(episodes, summary, kept, place, Clock.systemUTC())) {
      print(server, episodes, place);
      CountDownLatch told = new CountDownLatch(1);
      stop.onSignal(told::countDown);
      told.await();
    }
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
          new InspectedTasks(Environments.read(reading.tasks()).records()),
          new LearnerRecords(),
          mostEpisodes);
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private void write(Path file, InspectedEpisodes episodes, ObjectNode summary) {
    try {
      int written = new InspectorFile(episodes, ReportLimits.DEFAULT).write(file, summary);
      PrintWriter out = spec.commandLine().getOut();
      out.println(file + ": " + written + " of " + Shown.count(episodes.size(), "episode"));
      out.flush();
    } catch (IOException unwritable) {
      throw new UserError(
          "the page " + file + " cannot be written: " + Causes.innermost(unwritable), unwritable);
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
