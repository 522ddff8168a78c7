package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.call;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.otherValue;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.turn;
import static org.sealflow.jobs.report.TestingTrajectories.unreachedTurn;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.report.summary.DiagnosisSummary.Named;
import org.sealflow.jobs.report.summary.ToolCount.Ranked;
import org.sealflow.jobs.report.summary.ToolCount.ToolArgument;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

class DiagnosisSummaryTest {
  private final DiagnosisSummary summary = new DiagnosisSummary();

  @Test
  void anUnjudgedEpisodeIsRankedByItsFirstProvedTurnAndPromisesNothing() {
    DiagnosisSummary summary = new DiagnosisSummary();
    EpisodeDiagnosis unjudged = episode("log", Verdict.UNJUDGED).setRootCauseTurn(null).build();
    summary.add(List.of(passedTurn(0).build(), failedTurn(1).build()), unjudged);
    summary.add(List.of(passedTurn(0).build()), unjudged);
    assertThat(summary.causes().ranked(9))
        .singleElement()
        .satisfies(
            cause -> {
              assertThat(cause.cause().text()).isEqualTo("argument mismatch at book_flight");
              assertThat(cause.episodes()).isEqualTo(new Proportion(1, 1));
              assertThat(cause.recovered()).isZero();
            });
    assertThat(summary.all().strict()).isEqualTo(new Proportion(0, 0));
  }

  @Test
  void episodesAreCountedByCategoryAndModel() {
    summary.add(List.of(), passed("travel"));
    summary.add(List.of(), failed("travel", 0));
    summary.add(List.of(), episode("files", Verdict.PASSED).setModelName("nano").build());
    assertThat(summary.all().episodes()).isEqualTo(3);
    assertThat(summary.categories())
        .extracting(Map.Entry::getKey)
        .containsExactly("files", "travel");
    assertThat(summary.categories().get(1).getValue().official()).isEqualTo(new Proportion(1, 2));
    assertThat(summary.models()).extracting(Map.Entry::getKey).containsExactly("(unknown)", "nano");
    assertThat(summary.namesModels()).isTrue();
  }

  @Test
  void modelsWithoutNamesAreNotToldApart() {
    summary.add(List.of(), passed("travel"));
    assertThat(summary.namesModels()).isFalse();
  }

  @Test
  void officialAccuracyIsOverEpisodesTheCheckerJudged() {
    summary.add(List.of(), passed("travel"));
    summary.add(List.of(), failed("travel", 0));
    summary.add(
        List.of(),
        episode("travel", Verdict.INFRASTRUCTURE_FAILED)
            .setOfficialValid(null)
            .setOfficialErrorType("exception:KeyError")
            .build());
    assertThat(summary.all().official()).isEqualTo(new Proportion(1, 2));
    assertThat(summary.all().withoutOfficial()).isEqualTo(1);
    assertThat(summary.officialErrors())
        .containsExactly(
            new Named("exception:KeyError", 1), new Named("multi_turn:instance_state_mismatch", 1));
  }

  @Test
  void ownVerdictsStandApartFromTheOfficialOne() {
    summary.add(
        List.of(), episode("travel", Verdict.TASK_DEFECTIVE).setOfficialValid(true).build());
    summary.add(
        List.of(), episode("travel", Verdict.INFRASTRUCTURE_FAILED).setDrifted(true).build());
    summary.add(List.of(), passed("travel"));
    assertThat(summary.all().official()).isEqualTo(new Proportion(2, 3));
    assertThat(summary.all().passed()).isEqualTo(new Proportion(1, 1));
    assertThat(summary.all().verdict(Verdict.TASK_DEFECTIVE)).isEqualTo(1);
    assertThat(summary.all().drifted()).isEqualTo(new Proportion(1, 3));
  }

  @Test
  void tagsOfUnreachedTurnsAreCountedApart() {
    summary.add(
        List.of(passedTurn(0).build(), failedTurn(1).build(), unreachedTurn(2)),
        failed("travel", 1));
    TurnCount turns = summary.turns();
    assertThat(turns.reached()).isEqualTo(2);
    assertThat(turns.unreached()).isEqualTo(1);
    assertThat(turns.tagged(Tag.PASS)).isEqualTo(1);
    assertThat(turns.tagged(Tag.EMPTY_TURN_MODEL_RESPONSE)).isZero();
    assertThat(turns.padded(Tag.EMPTY_TURN_MODEL_RESPONSE)).isEqualTo(1);
    assertThat(turns.positions()).isEqualTo(2);
    assertThat(turns.failingAt(1)).isEqualTo(new Proportion(1, 1));
    assertThat(turns.calls()).isEqualTo(3);
    assertThat(turns.errors()).isEqualTo(1);
  }

  @Test
  void failuresAreCountedWithTheirOrigins() {
    TurnDiagnosis cascaded = failedTurn(1).setOrigin(FailureOrigin.CASCADED).build();
    TurnDiagnosis missing = failedTurn(2).setFailure(TurnFailure.MISSING_CALL).build();
    summary.add(List.of(failedTurn(0).build(), cascaded, missing), failed("travel", 0));
    TurnCount turns = summary.turns();
    assertThat(turns.failing()).isEqualTo(3);
    assertThat(turns.failing(TurnFailure.ARGUMENT_MISMATCH)).isEqualTo(new Proportion(2, 3));
    assertThat(turns.failing(TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.CASCADED)).isEqualTo(1);
    assertThat(turns.origin(FailureOrigin.OWN)).isEqualTo(new Proportion(2, 3));
    assertThat(summary.all().failing(TurnFailure.MISSING_CALL)).isEqualTo(1);
  }

  @Test
  void rootCausesAreCountedByTurnAndReason() {
    summary.add(List.of(passedTurn(0).build(), failedTurn(1).build()), failed("travel", 1));
    summary.add(List.of(turn(0, Tag.PASS).setDeviating(true).build()), failed("travel", 0));
    summary.add(
        List.of(),
        episode("travel", Verdict.POLICY_FAILED)
            .setRootCauseReason(RootCauseReason.STEP_LIMIT)
            .build());
    RootCauseCount causes = summary.rootCauses();
    assertThat(causes.positions()).isEqualTo(2);
    assertThat(causes.at(0)).isEqualTo(1);
    assertThat(causes.at(1)).isEqualTo(1);
    assertThat(causes.failing(TurnFailure.ARGUMENT_MISMATCH)).isEqualTo(1);
    assertThat(causes.withoutFailure()).isEqualTo(1);
    assertThat(causes.reason(RootCauseReason.STEP_LIMIT)).isEqualTo(1);
  }

  @Test
  void turnsFarBeyondTheLastPositionAreCountedThere() {
    summary.add(List.of(failedTurn(5_000).build()), failed("travel", 5_000));
    assertThat(summary.turns().positions()).isEqualTo(PositionCount.POSITIONS);
    assertThat(summary.rootCauses().at(PositionCount.POSITIONS - 1)).isEqualTo(1);
  }

  @Test
  void toolIsOneObservationPerTurnThatUsesIt() {
    TurnDiagnosis twice =
        failedTurn(0)
            .setEvidence(
                List.of(otherValue("book_flight", "cost"), otherValue("book_flight", "cost")))
            .build();
    summary.add(List.of(twice, passedTurn(1).build()), failed("travel", 0));
    summary.add(List.of(failedTurn(0).build()), failed("travel", 0));
    assertThat(summary.tools().worstTools(10))
        .containsExactly(new Ranked<>("book_flight", new Proportion(2, 2)));
    assertThat(summary.tools().worstArguments(10))
        .containsExactly(
            new Ranked<>(new ToolArgument("book_flight", "cost"), new Proportion(2, 2)));
    assertThat(summary.tools().tools()).isEqualTo(2);
  }

  @Test
  void toolsOfUnreachedTurnsAreNotCounted() {
    TurnDiagnosis unreached =
        turn(3, Tag.EMPTY_TURN_MODEL_RESPONSE)
            .setReached(false)
            .setGroundTruthTools(List.of("book_flight"))
            .build();
    summary.add(List.of(failedTurn(0).build(), unreached), failed("travel", 0));
    assertThat(summary.tools().worstTools(1).get(0).failures()).isEqualTo(new Proportion(1, 1));
  }

  @Test
  void evidenceOfATurnThatDoesNotFailBlamesNoTool() {
    TurnDiagnosis deviating =
        passedTurn(0).setDeviating(true).setEvidence(List.of(otherValue("ls", "a"))).build();
    summary.add(List.of(deviating), passed("travel"));
    assertThat(summary.tools().worstTools(10)).isEmpty();
    assertThat(summary.tools().worstArguments(10)).isEmpty();
  }

  @Test
  void worstToolsAreOrderedByFailuresThenShareThenName() {
    for (String tool : new String[] {"b", "a", "c", "c"}) {
      summary.add(List.of(blaming(tool)), failed("travel", 0));
    }
    TurnDiagnosis good = passedTurn(0).setPolicyTools(List.of("a")).build();
    summary.add(List.of(good), passed("travel"));
    assertThat(summary.tools().worstTools(10))
        .extracting(Ranked::key)
        .containsExactly("c", "b", "a");
    assertThat(summary.tools().worstTools(1)).extracting(Ranked::key).containsExactly("c");
  }

  private static TurnDiagnosis blaming(String tool) {
    return failedTurn(0)
        .setPolicyTools(List.of(tool))
        .setGroundTruthTools(List.of())
        .setEvidence(List.of(otherValue(tool, "x")))
        .build();
  }

  @Test
  void inventedToolsDoNotGrowTheSummary() {
    for (int i = 0; i < 3_000; i++) {
      summary.add(List.of(blaming("invented_" + i)), failed("travel", 0));
    }
    assertThat(summary.tools().tools()).isLessThanOrEqualTo(1_001);
    assertThat(summary.tools().worstTools(1))
        .containsExactly(new Ranked<>(BoundedCounters.OTHER, new Proportion(2_000, 2_000)));
    assertThat(summary.tools().worstArguments(1).get(0).key().tool())
        .isEqualTo(BoundedCounters.OTHER);
  }

  @Test
  void unsupportedExpressionsAreCountedByForm() {
    summary.add(
        List.of(
            unsupported("attribute .a", "attribute .b", "lambda"),
            unsupported("name eval"),
            passedTurn(2).setUnsupported(List.of("ls(x)")).build()),
        failed("travel", 0));
    assertThat(summary.unsupported())
        .containsExactly(
            new Named("attribute", 2),
            new Named("(unknown)", 1),
            new Named("lambda", 1),
            new Named("name", 1));
  }

  private static TurnDiagnosis unsupported(String... forms) {
    List<DiagnosedCall> calls =
        List.of(forms).stream()
            .map(
                form ->
                    new DiagnosedCall(
                        0,
                        0,
                        "ls(?)",
                        "ls",
                        CallStatus.UNSUPPORTED,
                        "Error during execution: unsupported expression: " + form))
            .toList();
    return failedTurn(0)
        .setPolicyCalls(calls)
        .setUnsupported(calls.stream().map(DiagnosedCall::getText).toList())
        .build();
  }

  @Test
  void driftIsCountedInResultsTurnsAndEpisodes() {
    TurnDiagnosis drifted =
        passedTurn(0)
            .setDrift(List.of(new DriftCell(0, 0, "1", "2"), new DriftCell(0, 1, "1", "2")))
            .build();
    EpisodeDiagnosis episode =
        episode("travel", Verdict.INFRASTRUCTURE_FAILED).setDrifted(true).build();
    summary.add(List.of(drifted, passedTurn(1).build()), episode);
    assertThat(summary.turns().driftedResults()).isEqualTo(2);
    assertThat(summary.turns().withDrift()).isEqualTo(1);
    assertThat(summary.all().drifted()).isEqualTo(new Proportion(1, 1));
  }

  @Test
  void failureRecordsAreCountedByBoundaryAndReason() {
    summary.addFailure(failure(Boundary.PARSE, "the line is no JSON object"));
    summary.addFailure(failure(Boundary.VERIFY, "no such task"));
    summary.addFailure(failure(Boundary.PARSE, "the line is no JSON object"));
    assertThat(summary.failureRecords()).isEqualTo(3);
    assertThat(summary.failureRecords(Boundary.PARSE)).isEqualTo(2);
    assertThat(summary.failureReasons())
        .containsExactly(new Named("the line is no JSON object", 2), new Named("no such task", 1));
  }

  private static Failure failure(Boundary boundary, String reason) {
    Failure failure = new Failure();
    failure.setBoundary(boundary);
    failure.setReason(reason);
    return failure;
  }

  @Test
  void callsThatSucceedAreNotUnsupported() {
    summary.add(
        List.of(passedTurn(0).setPolicyCalls(List.of(call("ls()", "{}"))).build()),
        passed("travel"));
    assertThat(summary.unsupported()).isEmpty();
  }
}
