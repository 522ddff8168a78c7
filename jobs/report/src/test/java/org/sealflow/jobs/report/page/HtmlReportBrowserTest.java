package org.sealflow.jobs.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sealflow.jobs.report.TestingTrajectories.TOTALS;
import static org.sealflow.jobs.report.TestingTrajectories.call;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.source;
import static org.sealflow.jobs.report.TestingTrajectories.unreachedTurn;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingChromium;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * The page in a browser, where each look at it also says that every script ran and nothing was
 * refused. Skipped if Chromium is not installed.
 */
class HtmlReportBrowserTest {
  private static final String HOSTILE = "ls('</script><script>document.title=1</script>\u2028')";

  @TempDir private Path directory;
  private final DiagnosisSummary summary = new DiagnosisSummary();
  private final KeptTrajectories trajectories = new KeptTrajectories(new ReportLimits(4, 1 << 20));

  private TestingChromium chromium;
  private String address;

  @BeforeEach
  void writeThePage() {
    Optional<TestingChromium> installed = TestingChromium.find();
    assumeTrue(installed.isPresent(), "Chromium is not installed");
    chromium = installed.get();
    add(List.of(passedTurn(0).build()), passed("travel"));
    add(
        List.of(passedTurn(0).build(), failedTurn(1).build(), unreachedTurn(2)),
        failed("travel", 1));
    add(
        List.of(
            passedTurn(0).setPolicyCalls(List.of(call(HOSTILE, "{\"größe\": 1}"))).build(),
            failedTurn(1).build()),
        episode("files", Verdict.POLICY_FAILED).setRootCauseTurn(1).build());
    for (int i = 0; i < 3; i++) {
      add(List.of(passedTurn(0).build()), passed("travel"));
    }
    address =
        new HtmlReport()
            .write(directory.resolve("report"), summary, trajectories, TOTALS)
            .toUri()
            .toString();
  }

  private void add(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    summary.add(turns, episode);
    trajectories.add(turns, episode);
  }

  /** The document without its data and scripts: what a reader sees. */
  private String shown(String fragment) throws Exception {
    return chromium
        .rendered(address + fragment)
        .replaceAll("(?s)<script.*?</script>", "")
        .replaceAll("(?s)<style.*?</style>", "");
  }

  @Test
  void summaryShowsTheNumbers() throws Exception {
    String page = shown("");
    assertThat(page)
        .contains("6 episodes in 2.5 s", "4 of 6 episodes", "66.7 %", "30.0–90.3 %")
        .contains(">book_flight<", "· cost", "Argument mismatch", "State mismatch")
        .contains("multi_turn:instance_state_mismatch", "0 started");
    assertThat(page.split("<canvas role=\"img\"", -1)).hasSize(1 + 8);
  }

  @Test
  void theFirstScreenRanksWhatToFix() throws Exception {
    assertThat(shown(""))
        .containsSubsequence(
            "What to fix first",
            "Argument mismatch at book_flight".toLowerCase(Locale.ROOT),
            "Verdicts");
  }

  @Test
  void whatWasSaidStandsInTheTurn() throws Exception {
    TrajectoryWords words = new TrajectoryWords();
    words.user(0, "What is the weather in Bonn?");
    words.policy(0, 1, "It is clear.");
    KeptTrajectories spoken = new KeptTrajectories(new ReportLimits(4, 1 << 20));
    spoken.add("e", List.of(passedTurn(0).build()), passed("travel"));
    spoken.add(Map.of("e", words));
    address =
        new HtmlReport()
            .write(directory.resolve("spoken"), summary, spoken, TOTALS)
            .toUri()
            .toString();
    assertThat(shown("#trajectory-0"))
        .containsSubsequence("User", "What is the weather in Bonn?", "Policy", "It is clear.");
  }

  @Test
  void trajectoryCanBeBrowsed() throws Exception {
    String page = shown("#trajectory-1");
    assertThat(page)
        .contains("<h2 id=\"trajectory-title\" tabindex=\"-1\">travel_7</h2>")
        .contains("Invalid", "Policy failed", "Root cause: ", ">turn 1<", "Not reached")
        .contains("book_flight(cost='90')", "{\"error\": \"no such card\"}", "Error result")
        .contains("State differences", "TravelAPI.booking_record", "{'cost': 80}", "{'cost': 90}")
        .contains("class=\"turn root\"", "class=\"call wrong\"", "class=\"call named\"");
  }

  @Test
  void hostileCallIsShownAsText() throws Exception {
    String page = shown("#trajectory-2");
    assertThat(page)
        .contains("&lt;/script&gt;&lt;script&gt;document.title=1")
        .contains("<title>Sealflow report</title>");
  }

  @Test
  void everyKindOfFindingIsShown() throws Exception {
    Evidence missing =
        Evidence.newBuilder()
            .setKind(EvidenceKind.MISSING_RESULT)
            .setExpected("{'temperature': 21}")
            .build();
    Evidence hidden =
        Evidence.newBuilder()
            .setKind(EvidenceKind.PRIVATE_STATE_DIFFERENCE)
            .setAttributePath("TravelAPI._cards")
            .setNote("first of 3 differences")
            .build();
    TurnDiagnosis turn =
        failedTurn(0)
            .setEvidence(List.of(missing, hidden))
            .setPolicyCalls(Collections.nCopies(104, call("ls()", "x".repeat(400))))
            .setDrift(List.of(new DriftCell(0, 3, "recorded text", "executed text")))
            .build();
    EpisodeDiagnosis episode =
        episode("travel", Verdict.INFRASTRUCTURE_FAILED)
            .setOfficialValid(null)
            .setDrifted(true)
            .setVerdictReason("recorded results are not reproduced")
            .setRootCauseReason(RootCauseReason.STEP_LIMIT)
            .setSource(source("a.jsonl", 9))
            .build();
    KeptTrajectories one = new KeptTrajectories(ReportLimits.DEFAULT);
    one.add(List.of(turn), episode);
    address =
        new HtmlReport().write(directory.resolve("one"), summary, one, TOTALS).toUri().toString();
    assertThat(shown("#trajectory-0"))
        .contains("Missing results", "{'temperature': 21}", "TravelAPI._cards", ">Private<")
        .contains("first of 3 differences", "104 calls", "4 more are left out.")
        .contains(">Drift<", "recorded text", "executed text", ">Drifted<", "No verdict")
        .contains("recorded results are not reproduced", "step limit", "a.jsonl:9");
  }

  @Test
  void runWithoutEpisodesIsShown() throws Exception {
    address =
        new HtmlReport()
            .write(
                directory.resolve("empty"),
                new DiagnosisSummary(),
                new KeptTrajectories(ReportLimits.DEFAULT),
                TOTALS)
            .toUri()
            .toString();
    assertThat(shown("#trajectories")).contains("0 of 0 trajectories", "No turn fails.");
  }

  @Test
  void leftOutTrajectoriesAreNamed() throws Exception {
    assertThat(shown("#trajectories"))
        .contains("This page holds 4 of 6 trajectories, failed ones first.")
        .contains("Left out: 0 failed, 2 passed.")
        .contains("The limit is 4 trajectories (--report-trajectories) or 1 MiB");
  }

  @Test
  void filtersLeaveWhatTheyName() throws Exception {
    assertThat(shown("#trajectories?category=files")).contains("1 of 4 trajectories");
    assertThat(shown("#trajectories?verdict=POLICY_FAILED&tool=book_flight"))
        .contains("2 of 4 trajectories");
    assertThat(shown("#trajectories?failure=ARGUMENT_MISMATCH&verdict=PASSED"))
        .contains("0 of 4 trajectories");
  }

  @Test
  void searchFindsTextsAndNotKeys() throws Exception {
    assertThat(shown("#trajectories?text=" + encoded("{\"größe\""))).contains("1 of 4 traj");
    assertThat(shown("#trajectories?text=" + encoded("</SCRIPT>"))).contains("1 of 4 traj");
    assertThat(shown("#trajectories?text=resultText")).contains("0 of 4 traj");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
