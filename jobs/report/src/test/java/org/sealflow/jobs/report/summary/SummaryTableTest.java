package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.TOTALS;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.otherValue;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Verdict;

class SummaryTableTest {
  private final DiagnosisSummary summary = new DiagnosisSummary();

  private List<String> lines(RunTotals totals) {
    return SummaryTable.render(summary, totals).lines().toList();
  }

  @Test
  void categoriesStandWithTheirIntervalsAboveTheTotal() {
    for (int i = 0; i < 8; i++) {
      summary.add(List.of(), passed("travel"));
    }
    summary.add(List.of(), failed("travel", 0));
    summary.add(List.of(), failed("travel", 0));
    summary.add(List.of(), passed("files"));
    assertThat(lines(TOTALS))
        .containsSubsequence(
            "Verdicts by category",
            " category | episodes | valid | official |         95 % | passed | policy | infrastr."
                + " | defective | unjudged | strict | drifted",
            " files    |        1 |     1 |  100.0 % | 20.7-100.0 % |      1 |      0 |         0"
                + " |         0 |        0 |      1 |       0",
            " travel   |       10 |     8 |   80.0 % |  49.0-94.3 % |      8 |      2 |         0"
                + " |         0 |        0 |      8 |       0",
            " total    |       11 |     9 |   81.8 % |  52.3-94.9 % |      9 |      2 |         0"
                + " |         0 |        0 |      9 |       0");
  }

  @Test
  void turnsToolsAndRootCausesHaveTables() {
    summary.add(List.of(passedTurn(0).build(), failedTurn(1).build()), failed("travel", 1));
    assertThat(lines(TOTALS))
        .containsSubsequence(
            "Turns by tag",
            " pass           |     1 | 50.0 % | 9.5-90.5 % |      0",
            "Failing turns",
            " argument mismatch |     1 | 100.0 % | 20.7-100.0 % |   1 |        0 |            0 |"
                + "           1",
            " of all turns      |     1 |  50.0 % |   9.5-90.5 % |   1 |        0 |            0 |",
            "Root cause by turn",
            " 1    |        1",
            "Worst tools",
            " book_flight |        1 |     1 | 100.0 % | 20.7-100.0 %",
            "Worst arguments",
            " book_flight | cost     |        1 |     1 | 100.0 % | 20.7-100.0 %");
  }

  @Test
  void tablesWithoutRowsAreLeftOut() {
    String text = SummaryTable.render(summary, TOTALS);
    assertThat(text)
        .contains("Verdicts by category", " total ")
        .doesNotContain(
            "Turns by tag", "Failing turns", "Worst", "Unsupported", "Failure records", "model");
  }

  @Test
  void modelsAreShownWhereTheyHaveNames() {
    summary.add(List.of(), episode("travel", Verdict.PASSED).setModelName("nano").build());
    assertThat(lines(TOTALS))
        .contains("Verdicts by model")
        .anyMatch(line -> line.startsWith(" nano "));
  }

  @Test
  void ledgerAndTimeStandAtTheEnd() {
    summary.add(List.of(), passed("travel"));
    summary.add(List.of(), passed("travel"));
    Ledger ledger = new Ledger(2, 2, 0, 0, 0, 0, 0, 2, 2, 0, 0);
    List<String> lines = lines(new RunTotals(ledger, Duration.ofMillis(500)));
    assertThat(lines.subList(lines.size() - 2, lines.size()))
        .containsExactly(ledger.line(), "2 episodes in 0.5 s (4 per second)");
    assertThat(lines(new RunTotals(ledger, Duration.ofSeconds(125))))
        .endsWith("2 episodes in 2 min 5 s (0 per second)");
    assertThat(lines(new RunTotals(ledger, Duration.ZERO)))
        .endsWith("2 episodes in 0.0 s (0 per second)");
  }

  @Test
  void namesFromTheInputCannotSteerTheTerminal() {
    String hostile = "rm\u001b[2J\u202e\n" + "x".repeat(300);
    summary.add(
        List.of(failedTurn(0).setEvidence(List.of(otherValue(hostile, "a\rb"))).build()),
        failed("travel", 0));
    assertThat(SummaryTable.render(summary, TOTALS))
        .contains("rm\\u001b[2J\\u202e\\u000axxx", "a\\u000db")
        .doesNotContain("\u001b", "\r", "\u202e");
    assertThat(lines(TOTALS)).allMatch(line -> line.length() < 200);
  }
}
