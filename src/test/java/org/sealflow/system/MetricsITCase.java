package org.sealflow.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.python.Reference;

/**
 * Checks that running jobs show Prometheus every metric that dashboard, alerts and runbook name.
 */
final class MetricsITCase {
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final Pattern NAME = Pattern.compile("flink_[a-zA-Z_]*[a-zA-Z]");
  private static final Pattern SHOWN = Pattern.compile("(?m)^(flink_[a-zA-Z0-9_]+)");

  @TempDir private Path directory;

  private static Set<String> named(String file) throws Exception {
    String text = Files.readString(Reference.repository().resolve("k8s").resolve(file));
    Set<String> names = new TreeSet<>();
    NAME.matcher(text).results().map(MatchResult::group).forEach(names::add);
    assertThat(names).as(file).hasSizeGreaterThan(10);
    return names;
  }

  private static Map<String, String> reporter(int port) {
    return Map.of(
        "metrics.reporter.prom.factory.class",
        "org.apache.flink.metrics.prometheus.PrometheusReporterFactory",
        "metrics.reporter.prom.port",
        String.valueOf(port),
        "metrics.reporter.prom.filterLabelValueCharacters",
        "false");
  }

  private static int freePort() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static URI page(int port) {
    return URI.create("http://127.0.0.1:" + port + "/metrics");
  }

  private static String text(URI page) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static Set<String> shown(String... pages) {
    Set<String> names = new TreeSet<>();
    for (String page : pages) {
      SHOWN.matcher(page).results().map(found -> found.group(1)).forEach(names::add);
    }
    return names;
  }

  @Test
  void everyMetricThatIsNamedIsShown() throws Exception {
    Set<String> named = new TreeSet<>();
    for (String file :
        List.of("monitoring/dashboard.json", "monitoring/alerts.yaml", "RUNBOOK.md")) {
      named.addAll(named(file));
    }
    int learningPort = freePort();
    int playingPort = freePort();
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"));
        Connection topics = broker.topics("shown.")) {
      LearningRun run =
          new LearningRun(topics, ToolChoice.in(directory, 100), 7, directory.resolve("run"));
      try (RunningJob learning = run.learning(reporter(learningPort));
          RunningJob playing = run.playing(reporter(playingPort))) {
        Set<String> absent = new TreeSet<>(named);
        try {
          Await.until(
              "metrics",
              LONGEST,
              () -> {
                absent.removeAll(shown(text(page(learningPort)), text(page(playingPort))));
                return absent.isEmpty() || !RunningJob.areRunning(learning, playing);
              });
        } catch (AssertionError late) {
          throw new AssertionError(late.getMessage() + " " + absent, late);
        }
        assertThat(absent).isEmpty();
        assertThat(top(learningPort, playingPort))
            .contains("sealflow-diagnose-" + run.id(), "sealflow-rollout-" + run.id())
            .contains("  episodes  ", "  lag  ", "  dead letters  ", "  patches  ", "  unread  ")
            .contains("  planned  ", "  playing  ", "  learner  ", "  waiting  ")
            .contains("  checkpoints  ");
        assertThat(text(page(learningPort)))
            .contains("job_name=\"sealflow-diagnose-" + run.id() + "\"");
      }
    }
  }

  private static String top(int... ports) {
    List<String> arguments = new ArrayList<>(List.of("top", "--once"));
    for (int port : ports) {
      arguments.addAll(List.of("--metrics", page(port).toString()));
    }
    return Console.run(arguments.toArray(String[]::new)).out();
  }
}
