package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.TOTALS;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.repaired;
import static org.sealflow.jobs.report.TestingTrajectories.unrepaired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.RepairOutcome;

class RepairCountTest {
  private final DiagnosisSummary summary = new DiagnosisSummary();

  @BeforeEach
  void countEpisodes() {
    summary.add(List.of(), repaired("book_flight", "travel_class", 1, 4));
    summary.add(List.of(), repaired("book_flight", "travel_class", 2, 5));
    summary.add(List.of(), repaired("cd", "folder", 1, 6));
    summary.add(List.of(), unrepaired(RepairOutcome.NONE_FOUND));
    summary.add(List.of(), unrepaired(RepairOutcome.BUDGET_SPENT));
    summary.add(List.of(), failed("travel", 0));
    summary.add(List.of(), passed("travel"));
  }

  @Test
  void failuresAreCountedByTheEditsTheyNeed() {
    assertThat(SummaryTable.render(summary, TOTALS).lines())
        .contains(
            "repairs of 6 failed episodes: 2 by 1 edit, 1 by 2 edits, 1 with none found, 1 with the"
                + " search cut short, 1 not searched");
  }

  @Test
  void theMostFrequentRepairsStandWithAnExample() {
    assertThat(SummaryTable.render(summary, TOTALS).lines())
        .containsSubsequence(
            "Most frequent repairs",
            " replace | book_flight | travel_class | record-4 |     3",
            " replace | cd          | folder       | record-6 |     1");
  }

  @Test
  void theVerdictSaysHowManyCallsWouldHaveToChangeAndWhichChangesRecur() {
    assertThat(ReplayVerdict.lines(summary, TOTALS))
        .containsSubsequence(
            "of 6 failures: 2 need one call changed, 1 two, 1 without a repair, 1 with the search"
                + " cut short, 1 not searched",
            "most frequent repairs: replace travel_class of book_flight (3), replace folder of cd"
                + " (1)");
  }

  @Test
  void aVerdictWithoutASearchSaysNothingOfRepairs() {
    DiagnosisSummary unsearched = new DiagnosisSummary();
    unsearched.add(List.of(), failed("travel", 0));
    assertThat(ReplayVerdict.lines(unsearched, TOTALS))
        .noneMatch(line -> line.contains("failures:") || line.contains("repairs"));
  }

  @Test
  void programsGetTheSameNumbers() throws Exception {
    JsonNode repairs =
        new ObjectMapper().readTree(SummaryJson.render(summary, TOTALS)).get("repairs");

    assertThat(repairs.get("searched").asLong()).isEqualTo(5);
    assertThat(repairs.get("notSearched").asLong()).isEqualTo(1);
    assertThat(repairs.at("/outcomes/FOUND").asLong()).isEqualTo(3);
    assertThat(repairs.get("sizes").toString())
        .isEqualTo("[{\"edits\":1,\"episodes\":2},{\"edits\":2,\"episodes\":1}]");
    assertThat(repairs.get("executions").asLong()).isEqualTo(18);
    assertThat(repairs.at("/changes/0/edit").asText()).isEqualTo("REPLACE");
    assertThat(repairs.at("/changes/0/example").asText()).isEqualTo("record-4");
  }

  @Test
  void withoutFailuresNothingIsSaidOfRepairs() {
    DiagnosisSummary untroubled = new DiagnosisSummary();
    untroubled.add(List.of(), passed("travel"));

    assertThat(SummaryTable.render(untroubled, TOTALS)).doesNotContain("repairs");
  }
}
