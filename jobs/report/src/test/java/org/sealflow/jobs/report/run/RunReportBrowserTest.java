package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingChromium;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.TestingTrajectories;
import org.sealflow.jobs.report.compare.RunComparison;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.schemas.Verdict;

/** The pages about runs in a browser. Skipped if Chromium is not installed. */
class RunReportBrowserTest {
  @TempDir private Path directory;
  private TestingChromium chromium;

  @BeforeEach
  void findABrowser() {
    Optional<TestingChromium> installed = TestingChromium.find();
    assumeTrue(installed.isPresent(), "Chromium is not installed");
    chromium = installed.get();
  }

  private TestingRun run(String name, long seed) {
    return TestingRun.begun(directory.resolve("runs"), name, seed, 0.2);
  }

  private String report(TestingRun run, int episodesEach) {
    RunHistory history = RunHistory.read(run.path());
    RunEpisodes episodes = new RunEpisodes(history, ReportLimits.DEFAULT);
    for (EvaluationLine evaluation : episodes.wanted()) {
      for (int i = 0; i < episodesEach; i++) {
        episodes
            .trajectoriesOf(evaluation)
            .add(
                List.of(TestingTrajectories.failedTurn(0).build()),
                TestingTrajectories.episode("multi_turn_base", Verdict.POLICY_FAILED)
                    .setTaskId("multi_turn_base_" + i)
                    .build());
      }
    }
    return new RunReport(history).write(run.path().resolve("report"), episodes).toUri().toString();
  }

  /** The document without its data and scripts: what a reader sees. */
  private String shown(String address) throws Exception {
    return chromium
        .rendered(address)
        .replaceAll("(?s)<script.*?</script>", "")
        .replaceAll("(?s)<style.*?</style>", "");
  }

  private static int charts(String page) {
    return page.split("<canvas role=\"img\"", -1).length - 1;
  }

  @Test
  void aWholeRunIsShown() throws Exception {
    String address = report(run("nano", 1).trained(60).validated(30).tested().patched().ended(), 1);
    String page = shown(address);
    // 5 of validation, 1 of the outcome, 4 of training, 1 of patches, 8 of the learner, 4 of the
    // loop.
    assertThat(charts(page)).isEqualTo(5 + 1 + 4 + 1 + 8 + 4);
    assertThat(page)
        .contains("nano-1", "of 240 planned", "Complete", "It balances.", "run.seed")
        .contains("Success on the test tasks", "miss func", "base · mkdir · argument mismatch")
        .contains("order_type: required, type string, one of Buy, Sell", "since version");
  }

  @Test
  void aRunThatHasJustBegunIsShown() throws Exception {
    String address = report(run("nano", 1).trained(1), 0);
    assertThat(shown(address))
        .contains("Not at its end", "No version was evaluated.", "No patch was shown.")
        .contains("Neither start nor a chosen version was evaluated yet.");
    assertThat(shown(address + "#trajectories")).contains("0 of 0 trajectories");
  }

  @Test
  void aRunThatOnlyMeasuredItsStartIsShown() throws Exception {
    TestingRun run = run("nano", 1).evaluated(EvaluationLine.VALIDATION, 0);
    String address = report(run.evaluated(EvaluationLine.TEST, 0), 2);
    assertThat(shown(address))
        .contains("No batch is complete yet.", "The learner made no step yet.");
    assertThat(shown(address + "#trajectories")).contains("4 of 4 trajectories");
  }

  @Test
  void trajectoriesAreFilteredByWhatChanged() throws Exception {
    TestingRun run = run("nano", 1).trained(60).validated(30).tested();
    int tasks = 20;
    String address = report(run, tasks);
    RunOutcome test = RunHistory.read(run.path()).test();
    long gained =
        test.changes().entrySet().stream()
            .filter(task -> task.getValue() == RunOutcome.Change.GAINED)
            .map(task -> task.getKey().replace("multi_turn_base_", ""))
            .filter(task -> task.matches("[0-9]+") && Integer.parseInt(task) < tasks)
            .count();
    assertThat(shown(address + "#trajectories?split=test&change=GAINED&version=0"))
        .contains(gained + " of " + 4 * tasks + " trajectories");
    assertThat(shown(address + "#trajectories?version=0&category=multi_turn_base"))
        .contains(2 * tasks + " of " + 4 * tasks + " trajectories");
    assertThat(shown(address + "#trajectory-0")).contains(">start<", "Only the chosen version");
  }

  @Test
  void runsAreShownOverEachOther() throws Exception {
    RunComparison comparison =
        new RunComparison(
            List.of(
                RunHistory.read(run("vanilla-s1", 1).trained(30).validated(30).tested().path()),
                RunHistory.read(run("seal-s1", 2).trained(30).validated(30).tested().path()),
                RunHistory.read(run("seal-s2", 3).trained(30).path())));
    String address = comparison.write(directory.resolve("comparison")).toUri().toString();
    String page = shown(address);
    assertThat(charts(page)).isEqualTo(1 + 4 + 1);
    assertThat(page)
        .contains("3 runs in 2 arms, compared with vanilla-s1-1", "seal (2 runs)")
        .contains("Over vanilla-s1-1", "run.seed", "Not at its end");
  }

  @Test
  void sampledTestsAreShownBesideGreedyOnes() throws Exception {
    TestingRun sampled = run("seal-s1", 2).trained(30).validated(30).tested().testedSampled();
    String address = report(sampled.processed(7_260), 1);
    String page = shown(address);
    assertThat(charts(page)).isEqualTo(5 + 2 + 4 + 8 + 4);
    assertThat(page)
        .contains("Test success, sampled", "Success on the test tasks, sampled")
        .contains("sampled at the temperature of the rollouts", "2 h 1 min of processor time");
    RunComparison comparison =
        new RunComparison(
            List.of(
                RunHistory.read(run("vanilla-s1", 1).trained(30).validated(30).tested().path()),
                RunHistory.read(sampled.path())));
    String compared = comparison.write(directory.resolve("comparison")).toUri().toString();
    String over = shown(compared);
    assertThat(charts(over)).isEqualTo(1 + 4 + 2);
    assertThat(over)
        .contains("By category, greedy", "By category, sampled", "Arms, sampled", "Runs, sampled")
        .contains("Over their starts", "Over vanilla<", "Processor minutes", "121.0");
  }

  @Test
  void runsWithoutEvaluationsAreShownOverEachOther() throws Exception {
    RunComparison comparison =
        new RunComparison(
            List.of(
                RunHistory.read(run("a", 1).trained(2).path()),
                RunHistory.read(run("b", 1).trained(2).path())));
    String address = comparison.write(directory.resolve("comparison")).toUri().toString();
    assertThat(shown(address))
        .contains("No run was measured on the test tasks yet.", "Nothing was measured yet.")
        .contains("All runs began with the same settings.");
  }
}
