package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.TestingTrajectories;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.PageResource;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdict;

class RunReportTest {
  private static final String HOSTILE = "</script><script>alert(1)</script>";

  @TempDir private Path directory;

  private RunHistory history() {
    return RunHistory.read(
        TestingRun.begun(directory, "nano", 1, 0.2).trained(60).validated(30).tested().path());
  }

  private static RunEpisodes nothing(RunHistory history) {
    return new RunEpisodes(history, ReportLimits.DEFAULT);
  }

  private String page(RunHistory history, RunEpisodes episodes) throws Exception {
    return Files.readString(new RunReport(history).write(directory.resolve("report"), episodes));
  }

  private static List<String> found(String page, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static JsonNode embedded(String page, String id) throws Exception {
    return new ObjectMapper()
        .readTree(
            found(page, "<script type=\"application/json\" id=\"" + id + "\">(.*?)</script>")
                .get(0));
  }

  @Test
  void pageNeedsNothingElseAndAllowsNothingElse() throws Exception {
    RunHistory history = history();
    String page = page(history, nothing(history));
    String policy = found(page, "Content-Security-Policy\" content=\"([^\"]*)\"").get(0);
    assertThat(found(page, "<(?:link|img|script|iframe)[^>]*(?:src|href)=\"([^\"]*)\""))
        .containsExactly("data:,");
    assertThat(page).doesNotContain("sourceMappingURL", "@import", "url(");
    List<String> scripts = found(page, "<script>(.*?)</script>");
    assertThat(scripts.size()).isEqualTo(2);
    assertThat(scripts)
        .allSatisfy(script -> assertThat(policy).contains(PageResource.securityHash(script)));
    assertThat(policy)
        .contains("default-src 'none'")
        .contains(PageResource.securityHash(found(page, "<style>(.*?)</style>").get(0)))
        .doesNotContain("unsafe");
  }

  @Test
  void hostileSettingsStayData() throws Exception {
    TestingRun run = TestingRun.begun(directory, "nano", 1, 0.2).trained(1);
    Files.writeString(
        run.directory().settings(),
        Files.readString(run.directory().settings()) + "note: \"" + HOSTILE + "\"\n");
    RunHistory history = RunHistory.read(run.path());
    String page = page(history, nothing(history));
    assertThat(page).doesNotContain("<script>alert");
    JsonNode settings = embedded(page, "run").get("settings");
    assertThat(settings.get(settings.size() - 1).get("value").asText()).isEqualTo(HOSTILE);
  }

  @Test
  void figuresOfTheRunStandInThePage() throws Exception {
    RunHistory history = history();
    JsonNode run = embedded(page(history, nothing(history)), "run");
    EvaluationLine best = history.best().orElseThrow();
    assertThat(run.get("chosen").asLong()).isEqualTo(best.version());
    assertThat(run.at("/validation")).hasSize(3);
    assertThat(run.at("/validation/0/all/of").asInt()).isEqualTo(200);
    assertThat(run.at("/validation/0/all/low").asDouble())
        .isEqualTo(history.validations().get(0).all().interval().low());
    assertThat(run.at("/test/rows")).hasSize(4);
    assertThat(run.at("/test/all/difference/tasks").asInt()).isEqualTo(200);
    assertThat(run.at("/train/points")).hasSize(60);
    assertThat(run.at("/steps/59/metrics/sequenceTokens").asDouble()).isGreaterThan(30_000);
    assertThat(run).isEqualTo(new ObjectMapper().readTree(new RunReport(history).json()));
  }

  @Test
  void episodesKnowTheirEvaluationAndWhatChanged() throws Exception {
    RunHistory history = history();
    RunEpisodes episodes = nothing(history);
    List<EvaluationLine> wanted = episodes.wanted();
    assertThat(wanted)
        .extracting(EvaluationLine::split)
        .containsExactly("test", "test", "validation", "validation");
    EpisodeDiagnosis episode =
        TestingTrajectories.episode("multi_turn_base", Verdict.PASSED).build();
    for (EvaluationLine evaluation : wanted) {
      KeptTrajectories trajectories = episodes.trajectoriesOf(evaluation);
      trajectories.add(List.of(), episode);
      trajectories.add(List.of(), episode);
    }
    JsonNode node = embedded(page(history, episodes), "episodes");
    assertThat(node.at("/parts/1/from").asLong()).isEqualTo(2);
    assertThat(node.at("/parts/1/version").asLong()).isEqualTo(wanted.get(1).version());
    boolean before = wanted.get(0).successes().get("multi_turn_base_7");
    boolean after = wanted.get(1).successes().get("multi_turn_base_7");
    assertThat(node.at("/changes/test/multi_turn_base_7").asText())
        .isEqualTo(before ? (after ? "BOTH" : "LOST") : after ? "GAINED" : "NEITHER");
  }

  @Test
  void textSaysWhatCameOfTheRun() {
    assertThat(new RunReport(history()).text())
        .contains("nano-1: not at its end, version 60 of 240", "3,840 episodes in 60 batches")
        .contains("Strict success on the test tasks", "multi_turn_miss_func", "waiting: rollouts")
        .containsPattern(
            "chosen: version \\d+, the first of those that solve most validation tasks: \\d+ of"
                + " 200; next is version \\d+, \\d+ of 200");
  }

  @Test
  void sampledSuccessStandsBesideGreedy() throws Exception {
    RunHistory history =
        RunHistory.read(
            TestingRun.begun(directory, "nano", 1, 0.2)
                .trained(60)
                .validated(30)
                .tested()
                .testedSampled()
                .processed(90)
                .path());
    RunReport report = new RunReport(history);
    JsonNode run = new ObjectMapper().readTree(report.json());
    assertThat(run.at("/testSampled/rows")).hasSize(4);
    assertThat(run.at("/testSampled/rows/0/difference/tasks").asInt()).isEqualTo(50);
    assertThat(run.at("/testSampled/all/start/count").asInt())
        .isEqualTo(history.test(TestPlay.SAMPLED).start().orElseThrow().all().strict());
    assertThat(run.at("/test/all/start/count").asInt())
        .isEqualTo(history.test().start().orElseThrow().all().strict());
    assertThat(run.get("cpuSeconds").asDouble()).isEqualTo(90);
    assertThat(run.get("sampledTokens").asLong()).isEqualTo(60 * 9_000);
    assertThat(report.text())
        .contains("test tasks, greedy", "test tasks, sampled", "1.5 minutes of processor time");
    assertThat(new ObjectMapper().readTree(new RunReport(history()).json()).get("testSampled"))
        .isEqualTo(NullNode.getInstance());
  }

  @Test
  void aGuardThatStoppedTheRunIsNamed() {
    TestingRun run = TestingRun.begun(directory, "nano", 1, 0.2).trained(3);
    run.line(
        run.directory().result(),
        "{\"end\":\"GUARDED\",\"reason\":\"base success fell\",\"ledgerBalances\":false}");
    RunReport report = new RunReport(RunHistory.read(run.path()));
    assertThat(report.text()).contains("stopped by a guard at version 3 of 240: base success fell");
    assertThat(report.json()).contains("\"ledgerBalances\" : false");
  }

  @Test
  void directoryThatIsAFileIsTheUsersToMend() throws Exception {
    Path file = Files.writeString(directory.resolve("taken"), "");
    RunHistory history = history();
    assertThatThrownBy(() -> new RunReport(history).write(file, nothing(history)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("name a directory that can be written to with --output");
  }
}
