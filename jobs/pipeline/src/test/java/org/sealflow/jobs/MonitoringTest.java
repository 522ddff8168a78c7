package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Each alert is explained, and the dashboard is one that Grafana loads. That the metrics they name
 * are registered is tested with running jobs.
 */
class MonitoringTest {
  private static final int COLUMNS = 24;

  private static JsonNode rules() {
    return Manifests.ofKind("PrometheusRule").get(0).spec().at("/groups/0/rules");
  }

  private static Set<String> alerts() {
    Set<String> alerts = new TreeSet<>();
    rules().forEach(rule -> alerts.add(rule.path("alert").asText()));
    assertThat(alerts).hasSize(rules().size()).hasSizeGreaterThan(15);
    return alerts;
  }

  private static String runbook() throws IOException {
    return Files.readString(Manifests.FOLDER.resolve("RUNBOOK.md"));
  }

  @Test
  void theRunbookHasAnEntryForEachAlert() throws IOException {
    Set<String> entries = new TreeSet<>();
    for (String entry : runbook().split("\n## ", -1)) {
      if (!entry.startsWith("# ")) {
        entries.add(entry.lines().findFirst().orElse(""));
        assertThat(entry).contains("**Look**", "**Do**").contains("\n- ");
      }
    }
    assertThat(entries).isEqualTo(alerts());
  }

  @Test
  void alertsSayWhatHoldsAndWhereToRead() {
    for (JsonNode rule : rules()) {
      assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
      assertThat(rule.at("/annotations/runbook").asText())
          .isEqualTo("RUNBOOK.md#" + rule.path("alert").asText().toLowerCase(Locale.ROOT));
      assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning", "info");
    }
  }

  private static JsonNode dashboard() throws IOException {
    return new ObjectMapper()
        .readTree(Manifests.FOLDER.resolve("monitoring/dashboard.json").toFile());
  }

  @Test
  void panelsHaveQueriesAndPlacesOfTheirOwn() throws IOException {
    JsonNode dashboard = dashboard();
    assertThat(dashboard.path("uid").asText()).isEqualTo("sealflow");
    assertThat(dashboard.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(36);
    Set<Integer> ids = new HashSet<>();
    Set<List<Integer>> places = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).as(panel.path("title").asText()).isTrue();
      assertThat(panel.path("description").asText()).isNotEmpty();
      assertThat(panel.path("targets")).isNotEmpty();
      for (JsonNode target : panel.path("targets")) {
        assertThat(target.path("expr").asText()).contains("flink_", "job_name=~\"$job\"");
        assertThat(target.at("/datasource/uid").asText()).isEqualTo("${datasource}");
      }
      JsonNode at = panel.path("gridPos");
      assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(COLUMNS);
      for (int x = 0; x < at.path("w").asInt(); x++) {
        assertThat(places.add(List.of(at.path("x").asInt() + x, at.path("y").asInt()))).isTrue();
      }
    }
  }

  @Test
  void theDashboardShowsWhatAPersonAsksFirst() throws IOException {
    Set<String> titles = new HashSet<>();
    dashboard().path("panels").forEach(panel -> titles.add(panel.path("title").asText()));
    assertThat(titles)
        .contains(
            "Episodes by verdict",
            "Event to diagnosis",
            "Dead letters by boundary",
            "Patches by state",
            "Age of the oldest active patch",
            "Ledger balance",
            "Consumer lag",
            "Age of the newest checkpoint",
            "Size and duration of checkpoints",
            "Learner: version and steps",
            "Staleness",
            "Waiting by stage");
  }

  @Test
  void commandsOfTheRunbookNameManifestsThatExist() throws IOException {
    List<String> paths =
        Pattern.compile("k8s/[a-z-]+/[a-z-]+\\.(?:yaml|json)")
            .matcher(runbook() + Files.readString(Manifests.FOLDER.resolve("README.md")))
            .results()
            .map(MatchResult::group)
            .toList();
    for (String path : paths) {
      assertThat(Manifests.FOLDER.resolve(path.substring("k8s/".length()))).exists();
    }
  }
}
