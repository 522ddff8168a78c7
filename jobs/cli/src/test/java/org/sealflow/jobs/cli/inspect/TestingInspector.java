package org.sealflow.jobs.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.environment.Environments;
import org.sealflow.jobs.cli.replay.InspectedRecordings;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.InspectedTasks;
import org.sealflow.jobs.report.inspect.LearnerRecords;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.python.Reference;
import org.sealflow.serve.http.PortSettings;

/** An inspector of recordings at a free port. */
final class TestingInspector implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-15T08:00:00Z"), ZoneOffset.UTC);

  private final HttpClient client = HttpClient.newHttpClient();
  private final InspectedEpisodes episodes;
  private final InspectorServer server;

  private TestingInspector(InspectedEpisodes episodes, InspectorServer server) {
    this.episodes = episodes;
    this.server = server;
  }

  static Path data(String name) {
    return Reference.repository().resolve("data").resolve(name);
  }

  /** The lines of the project's sample recordings. */
  static List<String> samples() throws IOException {
    return Files.readAllLines(data("trajectories/samples.jsonl"));
  }

  /** The first sample whose record has this id. */
  static String sample(String id) throws IOException {
    return samples().stream()
        .filter(line -> line.startsWith("{\"id\": \"" + id + "\""))
        .findFirst()
        .orElseThrow();
  }

  static Path recording(Path file, List<String> lines) throws IOException {
    return Files.writeString(file, String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }

  static TestingInspector start(Path notes, Path... files) throws Exception {
    ReadSettings settings =
        new ReadSettings(
            RecordedFormat.CALLS,
            StepDecoder.AUTO,
            "2026-01-15",
            ReadSettings.DEFAULT_MODEL,
            false,
            "inspect");
    InspectedEpisodes episodes =
        new InspectedEpisodes(
            new InspectedTasks(Environments.read(data("tasks")).records()),
            new LearnerRecords(),
            InspectedEpisodes.USUALLY_MOST);
    InspectedRecordings.Counts counts =
        InspectedRecordings.read(
            new InspectedRecordings.Request(
                List.of(files),
                data("tasks"),
                settings,
                true,
                new RepairFinder(RepairSettings.DEFAULT)),
            episodes,
            new PrintWriter(Writer.nullWriter()));
    ObjectNode summary = SummaryJson.node(counts.summary(), counts.totals());
    return serving(episodes, () -> summary, notes);
  }

  /** An inspector of episodes, which it closes. */
  static TestingInspector serving(
      InspectedEpisodes episodes, Supplier<ObjectNode> summary, Path notes) throws IOException {
    return new TestingInspector(
        episodes,
        InspectorServer.start(
            episodes,
            summary,
            new NotesFile(notes),
            new PortSettings("127.0.0.1", 0, 1 << 20, 16, Duration.ofSeconds(5)),
            CLOCK));
  }

  URI url(String path) {
    return server.url().resolve(path);
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(url(path)).build());
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(url(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  JsonNode json(String path) throws IOException, InterruptedException {
    return JSON.readTree(get(path).body());
  }

  @Override
  public void close() throws IOException {
    server.close();
    episodes.close();
  }
}
