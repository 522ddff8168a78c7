package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.FreePorts;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LearningRun;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.ToolChoice;

/**
 * Checks that running jobs show Prometheus every metric that dashboard, alerts and runbook name,
 * and that a real one answers every query.
 */
final class MetricsITCase {
  private static final Pattern NAME = Pattern.compile("flink_[a-zA-Z_]*[a-zA-Z]");
  private static final Pattern LIMIT = Pattern.compile("(>|==) ([0-9.]+)");
  private static final Pattern SET_OPERATOR = Pattern.compile(" (?:and|or|unless) ");
  private static final Pattern SHOWN = Pattern.compile("(?m)^(flink_[a-zA-Z0-9_]+)");

  @TempDir static Path directory;
  private static int learningPort;
  private static int playingPort;
  private static HostedBroker broker;
  private static Connection topics;
  private static LearningRun run;
  private static RunningJob learning;
  private static RunningJob playing;

  @BeforeAll
  static void startJobs() throws Exception {
    learningPort = FreePorts.next();
    playingPort = FreePorts.next();
    broker = HostedBroker.start(directory.resolve("broker"));
    topics = broker.topics("shown.");
    run = new LearningRun(topics, ToolChoice.small(directory, 100), 7, directory.resolve("run"));
    learning = run.learning(reporter(learningPort));
    playing = run.playing(reporter(playingPort));
  }

  @AfterAll
  static void stopJobs() {
    Stream.of(playing, learning, topics, broker).forEach(MetricsITCase::close);
  }

  private static void close(@Nullable AutoCloseable started) {
    try {
      if (started != null) {
        started.close();
      }
    } catch (Exception e) {
      throw new AssertionError("cannot be closed", e);
    }
  }

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
    Set<String> absent = new TreeSet<>(named);
    try {
      Await.until(
          "metrics",
          Await.LONGEST,
          () -> {
            absent.removeAll(shown(text(page(learningPort)), text(page(playingPort))));
            return absent.isEmpty() || !RunningJob.areRunning(learning, playing);
          });
    } catch (AssertionError late) {
      throw new AssertionError(late.getMessage() + " " + absent, late);
    }
    assertThat(absent).isEmpty();
    // The lag is of diagnoses, of which there is none at first.
    Await.until(
        "a diagnosis",
        Await.LONGEST,
        () ->
            top(learningPort, playingPort).contains("  lag  ")
                || !RunningJob.areRunning(learning, playing));
    assertThat(top(learningPort, playingPort))
        .contains("sealflow-diagnose-" + run.id(), "sealflow-rollout-" + run.id())
        .contains("  episodes  ", "  lag  ", "  dead letters  ", "  patches  ", "  unread  ")
        .contains("  planned  ", "  playing  ", "  learner  ", "  waiting  ")
        .contains("  checkpoints  ");
    assertThat(text(page(learningPort)))
        .contains("job_name=\"sealflow-diagnose-" + run.id() + "\"");
  }

  /** Every comparison as 0 or 1: a series whose limit is not reached is not left out. */
  private static String withoutLimits(String expression) {
    return LIMIT.matcher(expression).replaceAll("$1 bool $2");
  }

  /** By what they are for: what panels show, and all that alerts compare. */
  private static Map<String, String> queries() throws Exception {
    Map<String, String> queries = new LinkedHashMap<>();
    JsonNode dashboard =
        new ObjectMapper()
            .readTree(Reference.repository().resolve("k8s/monitoring/dashboard.json").toFile());
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.put(
            "panel " + panel.path("title").asText() + " " + queries.size(),
            target.path("expr").asText().replace("$job", ".*"));
      }
    }
    assertThat(queries).hasSizeGreaterThan(40);
    Path rules = TestingPrometheus.rules(directory.resolve("read.yaml"));
    JsonNode alerts = new YAMLMapper().readTree(rules.toFile()).at("/groups/0/rules");
    assertThat(alerts).hasSizeGreaterThan(10);
    for (JsonNode alert : alerts) {
      for (String side : SET_OPERATOR.split(alert.path("expr").asText(), -1)) {
        if (!side.startsWith("absent(")) {
          queries.put(alert.path("alert").asText() + " " + queries.size(), withoutLimits(side));
        }
      }
    }
    return queries;
  }

  @Test
  void everyQueryOfDashboardAndAlertsIsAnsweredByPrometheus() throws Exception {
    assumeTrue(TestingPrometheus.isInstalled("prometheus"), "skipped: no prometheus on the PATH");
    Map<String, String> unanswered = queries();
    Path rules = TestingPrometheus.rules(directory.resolve("rules.yaml"));
    try (TestingPrometheus prometheus =
        TestingPrometheus.start(
            directory.resolve("prometheus"),
            FreePorts.next(),
            rules,
            List.of(learningPort, playingPort))) {
      try {
        Await.until(
            "answers",
            Await.LONGEST,
            () -> {
              for (String what : List.copyOf(unanswered.keySet())) {
                if (!prometheus.query(unanswered.get(what)).isEmpty()) {
                  unanswered.remove(what);
                }
              }
              return unanswered.isEmpty() || !RunningJob.areRunning(learning, playing);
            });
      } catch (AssertionError late) {
        throw new AssertionError(late.getMessage() + " " + unanswered, late);
      }
      assertThat(unanswered).isEmpty();
      assertThat(prometheus.values("job_name"))
          .extracting(JsonNode::asText)
          .contains("sealflow-diagnose-" + run.id(), "sealflow-rollout-" + run.id());
      assertRulesAreEvaluated(prometheus);
    }
  }

  private static void assertRulesAreEvaluated(TestingPrometheus prometheus) throws Exception {
    Await.until(
        "all rules to be evaluated",
        Await.LONGEST,
        () ->
            prometheus.evaluatedRules().findValuesAsText("health").stream()
                .noneMatch("unknown"::equals));
    for (JsonNode rule : prometheus.evaluatedRules()) {
      assertThat(rule.path("health").asText()).as(rule.toString()).isEqualTo("ok");
      assertThat(rule.path("state").asText()).as(rule.toString()).isNotEqualTo("firing");
    }
  }

  @Test
  void promtoolAcceptsTheAlerts() throws Exception {
    assumeTrue(TestingPrometheus.isInstalled("promtool"), "skipped: no promtool on the PATH");
    Path rules = TestingPrometheus.rules(directory.resolve("checked.yaml"));
    Process check =
        new ProcessBuilder("promtool", "check", "rules", rules.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(check.waitFor()).as(said).isZero();
    assertThat(said).contains("SUCCESS: 21 rules found");
  }

  private static String top(int... ports) {
    List<String> arguments = new ArrayList<>(List.of("top", "--once"));
    for (int port : ports) {
      arguments.addAll(List.of("--metrics", page(port).toString()));
    }
    return Console.run(arguments.toArray(String[]::new)).out();
  }
}
