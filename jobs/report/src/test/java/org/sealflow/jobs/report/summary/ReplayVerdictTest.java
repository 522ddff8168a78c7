package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.TOTALS;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.otherValue;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

class ReplayVerdictTest {
  private final DiagnosisSummary summary = new DiagnosisSummary();

  private List<String> lines() {
    return ReplayVerdict.lines(summary, TOTALS);
  }

  private static TurnDiagnosis cascaded(int turn) {
    return failedTurn(turn).setOrigin(FailureOrigin.CASCADED).setRootCause(false).build();
  }

  private static TurnDiagnosis own(int turn) {
    return failedTurn(turn).setRootCause(false).build();
  }

  @Test
  void withoutFailuresThereIsNothingToFix() {
    summary.add(List.of(passedTurn(0).build()), passed("travel"));
    assertThat(lines()).containsExactly("0 of 1 episodes failed (0.0 %)", Ledger.EMPTY.line());
  }

  @Test
  void anEpisodeIsRecoveredIfAllItsOtherFailuresFollowFromTheFirst() {
    summary.add(List.of(failedTurn(0).build(), cascaded(1)), failed("travel", 0));
    summary.add(List.of(failedTurn(0).build(), own(1)), failed("travel", 0));
    assertThat(lines())
        .element(1)
        .asString()
        .startsWith(
            "  1. argument mismatch at book_flight: 2 of 2 failed (100.0 %), 1 would pass without"
                + " it; travel_7, turn 0: cost is 90, expected 80");
  }

  @Test
  void causesThatRecoverMoreComeBeforeThoseThatAreMoreFrequent() {
    for (int i = 0; i < 2; i++) {
      summary.add(List.of(failedTurn(0).build(), own(1)), failed("travel", 0));
    }
    summary.add(
        List.of(failedTurn(0).setEvidence(List.of(otherValue("pay", "sum"))).build()),
        failed("travel", 0));
    summary.add(
        List.of(),
        episode("travel", Verdict.POLICY_FAILED)
            .setRootCauseReason(RootCauseReason.STEP_LIMIT)
            .build());
    assertThat(lines().get(0)).isEqualTo("4 of 4 episodes failed (100.0 %); fix first:");
    assertThat(lines().subList(1, 4))
        .satisfiesExactly(
            first -> assertThat(first).contains("at pay", "1 of 4 failed (25.0 %), 1 would pass"),
            second -> assertThat(second).contains("at book_flight", "2 of 4 failed (50.0 %), 0"),
            third -> assertThat(third).contains("3. step limit: 1 of 4"));
  }

  @Test
  void whatSaysNothingAboutThePolicyIsLeftOut() {
    summary.add(List.of(), episode("travel", Verdict.INFRASTRUCTURE_FAILED).build());
    assertThat(lines())
        .contains("left out: 1 infrastructure failed")
        .first()
        .isEqualTo("0 of 0 episodes failed (-)");
  }
}
