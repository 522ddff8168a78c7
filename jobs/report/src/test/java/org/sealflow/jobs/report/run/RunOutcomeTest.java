package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.jobs.run.Successes;

class RunOutcomeTest {
  private static final EvaluationLine START =
      line(0, Map.of("base_1", true, "base_2", false, "base_long_1", true, "base_long_2", false));
  private static final EvaluationLine LATER =
      line(30, Map.of("base_1", true, "base_2", true, "base_long_1", false, "base_long_2", false));

  private static EvaluationLine line(long version, Map<String, Boolean> successes) {
    Successes two = new Successes(2, 1, 1);
    return new EvaluationLine(
        EvaluationLine.TEST, version, 0, 1, Map.of("base", two, "base_long", two), successes);
  }

  @Test
  void tasksChangeInFourWays() {
    assertThat(RunOutcome.of(List.of(START, LATER)).changes())
        .containsOnly(
            Map.entry("base_1", RunOutcome.Change.BOTH),
            Map.entry("base_2", RunOutcome.Change.GAINED),
            Map.entry("base_long_1", RunOutcome.Change.LOST),
            Map.entry("base_long_2", RunOutcome.Change.NEITHER));
  }

  @Test
  void tasksThatOnlyOneOfTheTwoHasPlayedDoNotChange() {
    EvaluationLine later = line(30, Map.of("base_2", true, "base_9", true));
    RunOutcome outcome = RunOutcome.of(List.of(START, later));
    assertThat(outcome.changes()).containsOnlyKeys("base_2");
    assertThat(outcome.difference()).contains(new PairedDifference(1, 1, 0));
  }

  @Test
  void differencesAreOfTheCategoryWhoseWholeNameTheTaskBears() {
    RunOutcome outcome = RunOutcome.of(List.of(START, LATER));
    assertThat(outcome.difference("base")).contains(new PairedDifference(2, 1, 0));
    assertThat(outcome.difference("base_long")).contains(new PairedDifference(2, 0, 1));
    assertThat(outcome.difference()).contains(new PairedDifference(4, 1, 1));
  }

  @Test
  void aRunThatChoseItsStartHasNoDifference() {
    RunOutcome outcome = RunOutcome.of(List.of(START));
    assertThat(outcome.chosen()).isEmpty();
    assertThat(outcome.last()).contains(START);
    assertThat(outcome.difference()).isEmpty();
    assertThat(outcome.changes()).isEmpty();
  }
}
