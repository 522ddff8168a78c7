package org.sealflow.jobs.bench.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.Speaker;
import org.sealflow.review.rule.ReviewRule;
import org.sealflow.schemas.EvidenceKind;

class ReviewAgreementTest {
  private static final ReferenceTurn PASSES =
      new ReferenceTurn(false, EnumSet.noneOf(EvidenceKind.class));
  private static final ReferenceTurn ERROR =
      new ReferenceTurn(true, EnumSet.of(EvidenceKind.ERROR_RESULT));

  /** A log in which only the call of the given turns fails, each of another tool. */
  private static ComparedEpisode episode(List<Integer> failing, List<ReferenceTurn> turns) {
    ComparedLog log = new ComparedLog();
    for (int turn = 0; turn < turns.size(); turn++) {
      log.say(Speaker.USER, "Do it.");
      String result = failing.contains(turn) ? "{\"error\": \"no\"}" : "{\"done\": true}";
      log.reply(
          turn,
          "",
          List.of(
              new ComparedLog.Made(
                  "tool" + turn, "{}", CallKind.FUNCTION, result, CallSuccess.UNKNOWN)));
    }
    boolean failed = turns.stream().anyMatch(ReferenceTurn::fails);
    return log.episode("e", null, RecordOutcome.UNFINISHED, turns, failed);
  }

  private static RuleAgreement rule(ReviewAgreement agreement, ReviewRule rule) {
    return agreement.rules().stream().filter(one -> one.rule() == rule).findFirst().orElseThrow();
  }

  @Test
  void precisionAndRecallAreCountedByTurn() {
    ReviewAgreement agreement = new ReviewAgreement("made");
    agreement.add(episode(List.of(0, 2), List.of(ERROR, ERROR, PASSES)));
    agreement.add(episode(List.of(1), List.of(PASSES, PASSES)));

    RuleAgreement errors = rule(agreement, ReviewRule.ERROR_NOT_RECOVERED);
    assertThat(errors.found()).isEqualTo(3);
    assertThat(errors.failing()).isEqualTo(1);
    assertThat(errors.inFailedEpisode()).isEqualTo(2);
    assertThat(errors.precision()).isEqualTo(1.0 / 3);
    assertThat(errors.named()).isEqualTo(2);
    assertThat(errors.both()).isEqualTo(1);
    assertThat(errors.recall()).isEqualTo(0.5);
    assertThat(agreement.turns()).isEqualTo(5);
    assertThat(agreement.failingTurns()).isEqualTo(2);
    assertThat(agreement.foundTurns()).isEqualTo(3);
    assertThat(agreement.foundFailing()).isEqualTo(1);
    assertThat(agreement.failedEpisodes()).isEqualTo(1);
    assertThat(agreement.failedFound()).isEqualTo(1);
    assertThat(rule(agreement, ReviewRule.NO_ANSWER).precision()).isNaN();
  }

  @Test
  void recordingsOfBfclAreLogsWithSchemasCallsAndResults() {
    Workload samples = TestingSamples.workload();
    BfclLogs logs = new BfclLogs();
    List<ComparedEpisode> compared = samples.trajectories().stream().map(logs::of).toList();
    assertThat(compared)
        .allSatisfy(
            episode -> {
              assertThat(episode.turnOfReply()).hasSize(episode.trajectory().turns());
              assertThat(episode.trajectory().tools()).isNotEmpty();
              assertThat(episode.trajectory().calls())
                  .allMatch(call -> call.result() != null)
                  .hasSize(episode.trajectory().results());
            });
    ReviewAgreement agreement = ReviewBenchmark.ofBfcl(samples.trajectories());
    assertThat(agreement.episodes()).isEqualTo(samples.trajectories().size());
    assertThat(agreement.failingTurns()).isPositive();
    RuleAgreement unknown = rule(agreement, ReviewRule.UNKNOWN_TOOL);
    assertThat(unknown.named()).isPositive();
    // The reference says the same of a name in the arguments that stands for nothing.
    assertThat(unknown.recall()).isGreaterThan(0.5);
    assertThat(unknown.precision()).isEqualTo(1);
  }

  @Test
  void everyFifthSmallTrajectoryHasAFinding() throws IOException {
    ReadingRate rate = ReviewBenchmark.reading(500);
    assertThat(rate.findings()).isEqualTo(100);
    assertThat(rate.bytes()).isBetween(500L, 1_000L);
    assertThat(
            ReviewBenchmark.figures(new ReviewAgreement("bfcl"), rate).figures().stream()
                .map(Figure::key))
        .doesNotHaveDuplicates()
        .contains("trajectoriesPerSecond");
  }
}
