package org.sealflow.jobs.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.jobs.report.TestingTrajectories.TOTALS;
import static org.sealflow.jobs.report.TestingTrajectories.call;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

class HtmlReportTest {
  private static final String HOSTILE = "ls('</script><script>alert(1)</script>\u2028<!--')";

  @TempDir private Path directory;
  private final DiagnosisSummary summary = new DiagnosisSummary();
  private KeptTrajectories trajectories = new KeptTrajectories(ReportLimits.DEFAULT);

  private void add(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    summary.add(turns, episode);
    trajectories.add(turns, episode);
  }

  private String page() throws Exception {
    return Files.readString(new HtmlReport().write(directory, summary, trajectories, TOTALS));
  }

  private static JsonNode embedded(String page, String id) throws Exception {
    Matcher found =
        Pattern.compile(
                "<script type=\"application/json\" id=\"" + id + "\">(.*?)</script>",
                Pattern.DOTALL)
            .matcher(page);
    assertThat(found.find()).as(id).isTrue();
    return new ObjectMapper().readTree(found.group(1));
  }

  private static List<String> found(String page, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void hostileCallStaysData() throws Exception {
    add(
        List.of(failedTurn(0).setPolicyCalls(List.of(call(HOSTILE, HOSTILE))).build()),
        failed("</script><script>alert(1)", 0));
    String page = page();
    assertThat(page).doesNotContain("<script>alert", "\u2028");
    JsonNode call = embedded(page, "trajectory-0").at("/turns/0/policyCalls/0");
    assertThat(call.get("text").asText()).isEqualTo(HOSTILE);
    assertThat(call.get("resultText").asText()).isEqualTo(HOSTILE);
    assertThat(embedded(page, "summary").at("/categories/0/category").asText())
        .isEqualTo("</script><script>alert(1)");
    assertThat(embedded(page, "index").at("/0/category").asText())
        .isEqualTo("</script><script>alert(1)");
  }

  @Test
  void whatWasSaidStandsBesideTheTrajectoriesThatAreKept() throws Exception {
    TrajectoryWords words = new TrajectoryWords();
    words.user(1, HOSTILE);
    words.policy(1, 0, "x".repeat(3_000));
    trajectories.add("kept", List.of(passedTurn(0).build()), episode("a", Verdict.PASSED).build());
    trajectories.add(List.of(passedTurn(0).build()), episode("b", Verdict.PASSED).build());
    assertThat(trajectories.episodes()).containsExactlyInAnyOrder("kept", "");
    trajectories.add(Map.of("kept", words, "elsewhere", new TrajectoryWords()));
    String page = page();
    assertThat(page).doesNotContain("<script>alert", "id=\"words-1\"");
    JsonNode said = embedded(page, "words-0").at("/1");
    assertThat(said.at("/user/0").asText()).isEqualTo(HOSTILE);
    assertThat(said.at("/policy/0/text").asText()).hasSize(2_001).endsWith("…");
  }

  @Test
  void pageAsksForNothingElse() throws Exception {
    add(List.of(failedTurn(0).build()), failed("travel", 0));
    String page = page();
    assertThat(found(page, "<(?:link|img|script|iframe)[^>]*(?:src|href)=\"([^\"]*)\""))
        .containsExactly("data:,");
    assertThat(page).doesNotContain("sourceMappingURL", "@import", "url(");
    assertThat(page).contains("default-src 'none'", "Chart.js v4.4.3");
  }

  @Test
  void policyAllowsExactlyTheScriptsAndTheStyleOfThePage() throws Exception {
    String page = page();
    String policy = found(page, "Content-Security-Policy\" content=\"([^\"]*)\"").get(0);
    List<String> scripts = found(page, "<script>(.*?)</script>");
    assertThat(scripts.size()).isEqualTo(2);
    for (String script : scripts) {
      assertThat(policy).contains(PageResource.securityHash(script));
    }
    assertThat(policy)
        .contains(PageResource.securityHash(found(page, "<style>(.*?)</style>").get(0)))
        .doesNotContain("unsafe");
  }

  @Test
  void pageSaysHowManyTrajectoriesItLeavesOut() throws Exception {
    trajectories = new KeptTrajectories(new ReportLimits(2, 1 << 20));
    for (int i = 0; i < 3; i++) {
      add(List.of(), failed("travel", 0));
      add(List.of(), episode("travel", Verdict.PASSED).build());
    }
    String page = page();
    JsonNode left = embedded(page, "shelf");
    assertThat(left.get("offered").asLong()).isEqualTo(6);
    assertThat(left.get("failedLeftOut").asLong()).isEqualTo(1);
    assertThat(left.get("passedLeftOut").asLong()).isEqualTo(3);
    assertThat(embedded(page, "index")).hasSize(2);
    assertThat(page).contains("id=\"trajectory-1\"").doesNotContain("id=\"trajectory-2\"");
    assertThat(embedded(page, "summary").at("/episodes/episodes").asLong()).isEqualTo(6);
  }

  @Test
  void runWithoutEpisodesHasAPageToo() throws Exception {
    String page = page();
    assertThat(embedded(page, "index")).isEmpty();
    assertThat(embedded(page, "summary").at("/episodes/episodes").asLong()).isZero();
  }

  @Test
  void olderPageIsReplaced() throws Exception {
    Path nested = directory.resolve("a").resolve("b");
    Files.createDirectories(nested);
    Files.writeString(nested.resolve(HtmlReport.PAGE), "old");
    Path page = new HtmlReport().write(nested, summary, trajectories, TOTALS);
    assertThat(page).isEqualTo(nested.resolve("index.html"));
    assertThat(Files.readString(page)).startsWith("<!doctype html>").endsWith("</html>\n");
    try (var files = Files.list(nested)) {
      assertThat(files).containsExactly(page);
    }
  }

  @Test
  void directoryThatIsAFileIsTheUsersToMend() throws Exception {
    Path file = Files.writeString(directory.resolve("report"), "taken");
    assertThatThrownBy(() -> new HtmlReport().write(file, summary, trajectories, TOTALS))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "the report cannot be written to "
                + file
                + " (FileAlreadyExistsException): name a directory that can be written to");
  }
}
