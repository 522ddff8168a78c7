package org.sealflow.system.reading;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Await;

/** A real Prometheus that scrapes pages on this computer every second. Closing stops it. */
final class TestingPrometheus implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final Path log;
  private final int port;

  private TestingPrometheus(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /** Whether a program of Prometheus is installed. */
  static boolean isInstalled(String program) {
    try {
      return new ProcessBuilder(program, "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Starts one.
   *
   * @param directory where it keeps its data
   * @param port where it listens
   * @param rules a file of rules
   * @param scraped the ports whose pages it reads
   */
  static TestingPrometheus start(Path directory, int port, Path rules, List<Integer> scraped)
      throws Exception {
    String targets =
        scraped.stream().map(each -> "'127.0.0.1:" + each + "'").collect(Collectors.joining(", "));
    Path config =
        Files.writeString(
            Files.createDirectories(directory).resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ['%s']
            scrape_configs:
              - job_name: flink
                static_configs: [{targets: [%s]}]
            """
                .formatted(rules, targets));
    Path log = directory.resolve("prometheus.log");
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    TestingPrometheus prometheus = new TestingPrometheus(process, log, port);
    Await.until("Prometheus", Await.LONGEST, prometheus::isReady);
    return prometheus;
  }

  /**
   * The rules of the project's alerts in a file that Prometheus reads, without what the operator
   * wraps around them.
   */
  static Path rules(Path file) throws IOException {
    String alerts = Files.readString(Reference.repository().resolve("k8s/monitoring/alerts.yaml"));
    String spec = alerts.substring(alerts.indexOf("\nspec:\n") + "\nspec:\n".length());
    return Files.writeString(file, spec.stripIndent());
  }

  private boolean isReady() throws Exception {
    if (!process.isAlive()) {
      throw new AssertionError("Prometheus ended: " + Files.readString(log));
    }
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode data(String path) throws IOException, InterruptedException {
    JsonNode answer = JSON.readTree(get("/api/v1/" + path).body());
    if (!answer.path("status").asText().equals("success")) {
      throw new AssertionError("Prometheus refuses " + path + ": " + answer);
    }
    return answer.path("data");
  }

  /** What a query gives now: each a series with the labels {@code metric} and its value. */
  JsonNode query(String query) throws Exception {
    return data("query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8)).path("result");
  }

  /** The values of a label. */
  JsonNode values(String label) throws Exception {
    return data("label/" + label + "/values");
  }

  /** The alerting rules as it has evaluated them. */
  JsonNode evaluatedRules() throws Exception {
    return data("rules").path("groups").path(0).path("rules");
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(Await.LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
