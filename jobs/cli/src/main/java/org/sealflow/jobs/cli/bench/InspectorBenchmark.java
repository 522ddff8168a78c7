package org.sealflow.jobs.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Durations;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.cli.inspect.InspectorServer;
import org.sealflow.jobs.cli.replay.InspectedRecordings;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.InspectedTasks;
import org.sealflow.jobs.report.inspect.LearnerRecords;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.serve.http.PortSettings;

/**
 * Measures the inspector's server with so many episodes: the samples over and over, one in ten of
 * which fails.
 */
final class InspectorBenchmark {
  private static final int PASSED_PER_FAILED = 9;
  private static final int OPENED = 40;
  private static final int ROUNDS = 5;
  private static final int MEBI = 1 << 20;
  private static final List<String> SEARCHES =
      List.of(
          "flickers", "no-such-text", "create_ticket priority", "error", "\"end of the month\"");

  private final int episodes;
  private final Path samples;
  private final Path tasks;
  private final PrintWriter err;
  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private URI at = URI.create("http://127.0.0.1/");

  /** What was measured, milliseconds each. */
  private record Times(
      Durations open,
      Durations filters,
      Durations searches,
      Durations breakdowns,
      Durations opened,
      Durations whatIfs) {
    Times() {
      this(
          new Durations(),
          new Durations(),
          new Durations(),
          new Durations(),
          new Durations(),
          new Durations());
    }
  }

  InspectorBenchmark(int episodes, Path samples, Path tasks, PrintWriter err) {
    this.episodes = episodes;
    this.samples = samples;
    this.tasks = tasks;
    this.err = err;
  }

  BenchResult run() throws Exception {
    Path recording = Files.createTempFile("sealflow-bench-inspector", ".jsonl");
    TaskFolder folder = Environments.read(tasks);
    try (InspectedEpisodes inspected =
        new InspectedEpisodes(
            new InspectedTasks(folder.records()), new LearnerRecords(), Math.max(1, episodes))) {
      write(recording, folder);
      err.println("reading and diagnosing " + episodes + " episodes");
      long began = System.nanoTime();
      InspectedRecordings.Counts counts =
          InspectedRecordings.read(request(recording), inspected, err);
      double seconds = (System.nanoTime() - began) / 1e9;
      ObjectNode summary = SummaryJson.node(counts.summary(), counts.totals());
      try (InspectorServer server =
          InspectorServer.start(
              inspected,
              () -> summary,
              null,
              new PortSettings("127.0.0.1", 0, 4 << 20, 16, Duration.ofSeconds(30)),
              Clock.systemUTC())) {
        at = server.url();
        Times times = new Times();
        for (int round = 0; round < ROUNDS; round++) {
          measure(round == 0 ? new Times() : times);
        }
        return result(inspected.size(), seconds, times);
      }
    } finally {
      Files.deleteIfExists(recording);
    }
  }

  private InspectedRecordings.Request request(Path recording) {
    return new InspectedRecordings.Request(
        List.of(recording),
        tasks,
        new ReadSettings(
            RecordedFormat.CALLS,
            StepDecoder.AUTO,
            "2026-01-15",
            ReadSettings.DEFAULT_MODEL,
            false,
            "bench"),
        true,
        new RepairFinder(RepairSettings.DEFAULT));
  }

  private void write(Path recording, TaskFolder folder) throws IOException {
    List<ObjectNode> passed = new ArrayList<>();
    List<ObjectNode> failed = new ArrayList<>();
    for (String line : Files.readAllLines(samples)) {
      if (json.readTree(line) instanceof ObjectNode record
          && folder.contains(record.path("task").asText())) {
        (record.path("id").asText().startsWith("solved_base") ? passed : failed).add(record);
      }
    }
    try (BufferedWriter out = Files.newBufferedWriter(recording)) {
      for (int i = 0; i < episodes; i++) {
        List<ObjectNode> from = i % (PASSED_PER_FAILED + 1) == 0 ? failed : passed;
        ObjectNode record = from.get((i / (PASSED_PER_FAILED + 1)) % from.size()).deepCopy();
        out.write(record.put("id", record.path("id").asText() + "_" + i).toString());
        out.write('\n');
      }
    }
  }

  private void measure(Times times) throws IOException, InterruptedException {
    long began = System.nanoTime();
    get("");
    JsonNode overview = get("api/overview");
    get("api/episodes?from=0&most=100");
    times.open().add(System.nanoTime() - began);
    overview
        .path("facets")
        .properties()
        .forEach(
            facet -> {
              if (!facet.getValue().isEmpty()) {
                String value = facet.getValue().path(0).path("value").asText();
                timed(
                    times.filters(),
                    "api/episodes?most=100&" + facet.getKey() + "=" + coded(value));
              }
            });
    for (String text : SEARCHES) {
      timed(times.searches(), "api/episodes?most=100&text=" + coded(text));
    }
    timed(times.breakdowns(), "api/breakdown?by=version,category,tool,tag,argument,failure");
    timed(times.breakdowns(), "api/breakdown?by=task&tool=create_ticket");
    JsonNode lines = get("api/episodes?most=" + OPENED).path("lines");
    for (JsonNode line : lines) {
      String episode = "api/episodes/" + line.path("position").asInt();
      timed(times.opened(), episode);
      edit(times.whatIfs(), episode);
    }
  }

  private void edit(Durations durations, String episode) throws IOException, InterruptedException {
    JsonNode calls = get(episode).path("calls");
    String body = json.createObjectNode().set("turns", calls).toString();
    long began = System.nanoTime();
    send(
        HttpRequest.newBuilder(at.resolve(episode + "/what-if"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
    durations.add(System.nanoTime() - began);
  }

  private void timed(Durations durations, String path) {
    long began = System.nanoTime();
    try {
      get(path);
    } catch (IOException unanswered) {
      throw new UncheckedIOException(unanswered);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopped);
    }
    durations.add(System.nanoTime() - began);
  }

  private static String coded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    String body = send(HttpRequest.newBuilder(at.resolve(path)).build());
    return path.isEmpty() ? json.nullNode() : json.readTree(body);
  }

  private String send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(
          request.uri() + " answers " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private static BenchResult result(int size, double seconds, Times times) {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBI;
    return new BenchResult(
        "inspector",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "Episodes",
                List.of(
                    Figure.counted("episodes", "episodes", size),
                    Figure.measured("readSeconds", "reading and diagnosing, s", seconds),
                    Figure.counted("heapMebibytes", "heap after a collection, MiB", heap))),
            new BenchResult.Section("The median of each, ms", figures(times, 0.5)),
            new BenchResult.Section("The slowest of each, ms", figures(times, 1))),
        List.of(
            "The samples over and over, one episode in ten fails; repairs are searched for.",
            "Times are a client's on the same machine, from the request to the parsed answer, in "
                + (ROUNDS - 1)
                + " rounds after one that is not counted; a browser draws after that.",
            "Opening is the page, the overview and the first 100 lines; a filter each facet's"
                + " commonest value, a search several words, common and absent ones."));
  }

  private static List<Figure> figures(Times times, double share) {
    return List.of(
        figure("open", "opening the page", times.open(), share, 2_000),
        figure("filter", "a filter", times.filters(), share, 300),
        figure("search", "a search", times.searches(), share, 300),
        figure("breakdown", "trend and capabilities", times.breakdowns(), share, 300),
        figure("episode", "opening an episode", times.opened(), share, 300),
        figure("whatIf", "other calls executed", times.whatIfs(), share, 200));
  }

  private static Figure figure(
      String key, String label, Durations durations, double share, double most) {
    return share < 1
        ? Figure.measured(key + "MedianMillis", label, durations.millis(share))
        : Figure.measured(key + "Millis", label, durations.millis(share), Goal.atMost(most));
  }
}
