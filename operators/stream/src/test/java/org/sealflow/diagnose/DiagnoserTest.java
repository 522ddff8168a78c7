package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.Verified;

/** The parts of a diagnosis beside failure and origin, which the labelled examples hold. */
class DiagnoserTest {
  private static final TaskDirectory TASKS = SampleTasks.read();
  private static final String TASK = "multi_turn_base_3";
  private static final String CATEGORY = "multi_turn_base";
  private static final long ENDED_AT = 1_700_000_000_000L;
  private static final String WRONG_TICKET =
      "create_ticket(title='Projector in hall B flickers', description='Starts after ten minutes.',"
          + " priority=3)";

  private final BfclVerifier verifier =
      new BfclVerifier(
          TASKS.ready(TASK), RulesInForce.OFFICIAL, "sample", SampleTasks.AS_OF, false);

  @Test
  void aTurnNamesItsCallsAndTools() {
    solve();
    TurnDiagnosis turn = turn(WRONG_TICKET, "get_ticket(ticket_id=9)", "get_ticket(ticket_id=1)");

    assertThat(turn.getTaskId()).isEqualTo(TASK);
    assertThat(turn.getCategory()).isEqualTo("multi_turn_base");
    assertThat(turn.getTurn()).isEqualTo(1);
    assertThat(turn.getEndedAt()).isEqualTo(Instant.ofEpochMilli(ENDED_AT));
    assertThat(turn.getReached()).isTrue();
    assertThat(turn.getTag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(turn.getFailure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(turn.getOrigin()).isEqualTo(FailureOrigin.OWN);
    assertThat(turn.getRootCause()).isTrue();
    assertThat(turn.getPolicyTools()).containsExactly("create_ticket", "get_ticket");
    assertThat(turn.getGroundTruthTools()).containsExactly("create_ticket");
    assertThat(turn.getCalls()).isEqualTo(3);
    assertThat(turn.getErrors()).isEqualTo(1);
    assertThat(turn.getUnsupported()).isEmpty();
    assertThat(turn.getPolicyCalls().get(1).getStatus()).isEqualTo(CallStatus.ERROR_RESULT);
    assertThat(turn.getPolicyCalls().get(1).getStep()).isEqualTo(1);
    assertThat(turn.getGroundTruthCalls()).hasSize(1);
  }

  @Test
  void aTurnSaysWhatItsEpisodeWasFor() {
    TurnDiagnosis turn = turn(WRONG_TICKET);

    assertThat(turn.getMode()).isEqualTo(Mode.EVAL);
    assertThat(turn.getArm()).isEqualTo(Arm.HOLDOUT);
    assertThat(turn.getGroupId()).isEqualTo("group");
    assertThat(turn.getBatchNumber()).isEqualTo(6);
  }

  @Test
  void evidenceNamesTheArgumentAndBothValues() {
    solve();
    TurnDiagnosis turn = turn(WRONG_TICKET);

    assertThat(turn.getEvidence().get(0))
        .satisfies(
            evidence -> {
              assertThat(evidence.getKind()).isEqualTo(EvidenceKind.OTHER_VALUE);
              assertThat(evidence.getTool()).isEqualTo("create_ticket");
              assertThat(evidence.getArgument()).isEqualTo("priority");
              assertThat(evidence.getExpected()).isEqualTo("4");
              assertThat(evidence.getActual()).isEqualTo("3");
              assertThat(evidence.getCallText()).isEqualTo(WRONG_TICKET);
              assertThat(evidence.getStep()).isZero();
              assertThat(evidence.getCall()).isZero();
            });
    assertThat(turn.getEvidence().get(1))
        .satisfies(
            evidence -> {
              assertThat(evidence.getKind()).isEqualTo(EvidenceKind.STATE_DIFFERENCE);
              assertThat(evidence.getAttributePath())
                  .isEqualTo("TicketAPI.ticket_queue[3]['priority']");
              assertThat(evidence.getExpected()).isEqualTo("4");
              assertThat(evidence.getActual()).isEqualTo("3");
              assertThat(evidence.getStep()).isNull();
            });
  }

  @Test
  void evidenceOfAMissingCallAndResultNamesWhatIsWanted() {
    TurnDiagnosis turn = turn("ticket_login(username='ines', password='lantern7')");

    assertThat(turn.getEvidence())
        .extracting(evidence -> evidence.getKind())
        .containsExactly(EvidenceKind.MISSING_CALL, EvidenceKind.MISSING_RESULT);
    assertThat(turn.getEvidence().get(0).getExpected())
        .isEqualTo("get_user_tickets(status='Open')");
    assertThat(turn.getEvidence().get(0).getTool()).isEqualTo("get_user_tickets");
    assertThat(turn.getEvidence().get(1).getExpected()).startsWith("[{'id': 1, ");
  }

  @Test
  void evidenceOfAnErrorQuotesIt() {
    TurnDiagnosis turn =
        turn("get_ticket(ticket_id=9)", "ticket_login(username='ines', password='lantern7')");

    assertThat(turn.getFailure()).isEqualTo(TurnFailure.RECOVERY_FAILURE);
    assertThat(turn.getEvidence().get(0).getNote())
        .isEqualTo("{\"error\": \"Ticket with ID 9 not found.\"}");
  }

  @Test
  void aRefusedCallIsListedAsUnsupported() {
    String refused = "get_ticket(ticket_id=[i for i in (1, 2)][0])";

    assertThat(turn(refused).getUnsupported()).containsExactly(refused);
  }

  @Test
  void longTextsAreCut() {
    String longCall = "create_ticket(title='" + "ticket ".repeat(1000) + "')";
    TurnDiagnosis turn = turn(longCall);

    assertThat(turn.getPolicyCalls().get(0).getText()).hasSize(2001).endsWith("…");
    assertThat(turn.getPolicyCalls().get(0).getResultText()).hasSizeLessThanOrEqualTo(2001);
  }

  @Test
  void aTurnThatPassedFromAnotherStateDeviatesWithoutFailure() {
    BfclVerifier files =
        new BfclVerifier(
            TASKS.ready("multi_turn_base_12"), RulesInForce.OFFICIAL, "sample", null, false);
    TurnDiagnosis turn =
        turn(
            files,
            "find(path='.', name='poster')",
            "rm(file_name='old_poster.txt')",
            "cd(folder='minutes')");

    assertThat(turn.getTag()).isEqualTo(Tag.PASS);
    assertThat(turn.getFailure()).isNull();
    assertThat(turn.getOrigin()).isNull();
    assertThat(turn.getDeviating()).isTrue();
    assertThat(turn.getRootCause()).isTrue();
  }

  @Test
  void aTurnNeverReachedHasNoTimeAndNoFailure() {
    VerifiedTurn padded = verifier.endEpisode().get(0);
    TurnDiagnosis turn = diagnosis(padded, null);

    assertThat(turn.getReached()).isFalse();
    assertThat(turn.getEndedAt()).isNull();
    assertThat(turn.getFailure()).isNull();
    assertThat(turn.getEvidence()).isEmpty();
    assertThat(turn.getRootCause()).isFalse();
  }

  @Test
  void aPassedEpisodeHasNoRootCause() {
    solveAll();
    EpisodeDiagnosis episode = episode(EndReason.COMPLETED);

    assertThat(episode.getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(episode.getStrictSuccess()).isTrue();
    assertThat(episode.getOfficialValid()).isTrue();
    assertThat(episode.getRootCauseTurn()).isNull();
    assertThat(episode.getRootCauseReason()).isNull();
    assertThat(episode.getSealProgress()).isEqualTo(1);
    assertThat(episode.getTags()).containsExactly(Tag.PASS, Tag.PASS, Tag.PASS);
    assertThat(episode.getTurns()).isEqualTo(3);
    assertThat(episode.getTaskDigest()).isEqualTo(TASKS.digest(TASK));
  }

  @Test
  void theRootCauseIsTheEarliestDeviatingTurn() {
    solve();
    endTurn(verifier, WRONG_TICKET);
    solve();
    EpisodeDiagnosis episode = episode(EndReason.COMPLETED);

    assertThat(episode.getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(episode.getRootCauseTurn()).isEqualTo(1);
    assertThat(episode.getRootCauseReason()).isNull();
    assertThat(episode.getStrictSuccess()).isFalse();
    assertThat(episode.getOfficialErrorType()).isEqualTo("multi_turn:instance_state_mismatch");
  }

  @Test
  void theRootCauseIsWrongEvenIfItsTurnPasses() {
    BfclVerifier files =
        new BfclVerifier(
            TASKS.ready("multi_turn_base_12"), RulesInForce.OFFICIAL, "sample", null, false);
    endTurn(
        files,
        "find(path='.', name='poster')",
        "rm(file_name='old_poster.txt')",
        "cd(folder='minutes')");
    endTurn(files);
    EpisodeDiagnosis episode = episode(files, EndReason.COMPLETED);

    assertThat(episode.getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(episode.getTags().get(0)).isEqualTo(Tag.PASS);
    assertThat(episode.getJudgements().get(0)).isEqualTo(TurnJudgement.WRONG);
  }

  @Test
  void theTurnThatAnEpisodeIsCutOffInIsWrong() {
    solve();
    EpisodeDiagnosis cut = episode(EndReason.STEP_LIMIT);

    assertThat(cut.getTags().get(0)).isEqualTo(Tag.PASS);
    assertThat(cut.getJudgements())
        .containsExactly(TurnJudgement.WRONG, TurnJudgement.UNJUDGED, TurnJudgement.UNJUDGED);
  }

  @Test
  void anEpisodeWithARefusedCallIsNoStrictSuccessThoughItIsOfficiallyValid() {
    solve();
    VerifiedTurn solved = endTurn(verifier, "no_such_tool()");
    assertThat(solved.calls().made().get(0).isRefused()).isTrue();
    BfclVerifier refused =
        new BfclVerifier(
            TASKS.ready(TASK), RulesInForce.OFFICIAL, "sample", SampleTasks.AS_OF, false);
    List<List<String>> truth = TASKS.ready(TASK).program().task().groundTruth();
    for (int turn = 0; turn < truth.size(); turn++) {
      List<PolicyStep> steps = new ArrayList<>();
      if (turn == 0) {
        steps.add(PolicyStep.of(List.of("no_such_tool()")));
      }
      steps.add(PolicyStep.of(truth.get(turn)));
      refused.endTurn(steps);
    }
    EpisodeDiagnosis episode = episode(refused, EndReason.COMPLETED);

    assertThat(episode.getOfficialValid()).isTrue();
    assertThat(episode.getStrictSuccess()).isFalse();
    assertThat(episode.getJudgements().get(0)).isEqualTo(TurnJudgement.WRONG);
  }

  @Test
  void aSpuriousLookIsNoStrictSuccessAndNoCauseOfAFailure() {
    BfclVerifier patient =
        new BfclVerifier(
            TASKS.ready("multi_turn_miss_param_1"), RulesInForce.OFFICIAL, "sample", null, false);
    endTurn(patient, "list_all_following()");
    endTurn(patient, "follow_user(username_to_follow='weir_warden')");
    endTurn(patient, "get_user_tweets(username='lotta_lens')");
    EpisodeDiagnosis episode = episode(patient, EndReason.COMPLETED);

    assertThat(episode.getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(episode.getStrictSuccess()).isFalse();
    assertThat(episode.getRootCauseTurn()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, FORCE_TERMINATED, POLICY_FAILED",
    "STEP_LIMIT, STEP_LIMIT, POLICY_FAILED",
    "DEADLINE, DEADLINE, INFRASTRUCTURE_FAILED",
    "ENGINE_FAILURE, ENGINE_FAILURE, INFRASTRUCTURE_FAILED",
    "CANCELLED, CANCELLED, INFRASTRUCTURE_FAILED",
  })
  void anEpisodeCutShortNamesItsReason(EndReason end, RootCauseReason reason, Verdict verdict) {
    solve();
    EpisodeDiagnosis episode = episode(end);

    assertThat(episode.getVerdict()).isEqualTo(verdict);
    assertThat(episode.getRootCauseReason()).isEqualTo(reason);
    assertThat(episode.getRootCauseTurn()).isNull();
    assertThat(episode.getVerdictReason()).isNotBlank();
    assertThat(episode.getTurns()).isEqualTo(1);
  }

  @Test
  void aTurnGoesBeforeTheStepLimitAsACause() {
    endTurn(verifier, "get_ticket(ticket_id=1)");
    EpisodeDiagnosis episode = episode(EndReason.STEP_LIMIT);

    assertThat(episode.getRootCauseTurn()).isZero();
    assertThat(episode.getRootCauseReason()).isNull();
  }

  @Test
  void factsOfNothingAreRefused() {
    Verified nothing = new Verified("episode", 0, "run", header(), CATEGORY, null, null, null);

    assertThatThrownBy(() -> Diagnoser.diagnose(nothing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("neither a turn nor an episode was verified");
  }

  private void solveAll() {
    for (int turn = 0; turn < 3; turn++) {
      solve();
    }
  }

  /** The ground truth's calls of the next turn. */
  private void solve() {
    int next = verifier.turnsGiven();
    List<String> calls = verifier.pass().task().groundTruth().get(next);
    verifier.endTurn(PolicySteps.of(calls));
  }

  private TurnDiagnosis turn(String... calls) {
    return turn(verifier, calls);
  }

  private static TurnDiagnosis turn(BfclVerifier verifier, String... calls) {
    return diagnosis(endTurn(verifier, calls), ENDED_AT);
  }

  private static VerifiedTurn endTurn(BfclVerifier verifier, String... calls) {
    List<PolicyStep> steps = new ArrayList<>(PolicySteps.of(List.of(calls)));
    return Objects.requireNonNull(verifier.endTurn(steps), "the task has no such turn");
  }

  private static TurnDiagnosis diagnosis(VerifiedTurn turn, @Nullable Long endedAt) {
    Diagnosis diagnosis =
        Diagnoser.diagnose(
            new Verified("episode", 2, "run", header(), CATEGORY, turn, endedAt, null));
    assertThat(diagnosis.getKind()).isEqualTo(DiagnosisKind.TURN);
    assertThat(diagnosis.getEpisodeId()).isEqualTo("episode");
    assertThat(diagnosis.getAttempt()).isEqualTo(2);
    assertThat(diagnosis.getRunId()).isEqualTo("run");
    return Objects.requireNonNull(diagnosis.getTurnDiagnosis());
  }

  private EpisodeDiagnosis episode(EndReason reason) {
    return episode(verifier, reason);
  }

  private static EpisodeDiagnosis episode(BfclVerifier verifier, EndReason reason) {
    verifier.endEpisode();
    EndedEpisode ended =
        new EndedEpisode(
            verifier.episode(), reason, null, ENDED_AT, null, null, 0, null, List.of(), List.of());
    Diagnosis diagnosis =
        Diagnoser.diagnose(
            new Verified("episode", 2, "run", header(), CATEGORY, null, null, ended));
    assertThat(diagnosis.getKind()).isEqualTo(DiagnosisKind.EPISODE);
    return Objects.requireNonNull(diagnosis.getEpisodeDiagnosis());
  }

  private static EpisodeStarted header() {
    return EpisodeStarted.newBuilder()
        .setTaskId(TASK)
        .setTaskDigest(TASKS.digest(TASK))
        .setGroupId("group")
        .setSampleIndex(0)
        .setGroupSize(1)
        .setBatchNumber(6L)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setToolEnforcement(false)
        .setSampling(new Sampling(null, null, null, null, null))
        .setModelName("sample")
        .build();
  }

  @Test
  void ofMoreThanAHundredCallsTheFirstAndTheLastFiftyAreKept() {
    List<Integer> calls = IntStream.range(0, 2_400).boxed().toList();
    assertThat(Diagnoser.ends(calls))
        .hasSize(100)
        .startsWith(0, 1)
        .contains(49, 2_350)
        .doesNotContain(50, 2_349)
        .endsWith(2_398, 2_399);
    assertThat(Diagnoser.ends(calls.subList(0, 100))).isEqualTo(calls.subList(0, 100));
  }
}
