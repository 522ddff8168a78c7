package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sealflow.schemas.Refusals.refuses;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DiagnosisRecordsTest {
  @Test
  void aTurnsFindingsAgree() {
    refusesTurn(turn -> turn.setOrigin(null), "only one of failure and origin is set");
    refusesTurn(turn -> turn.setDeviating(false), "the turn fails but is not deviating");
    refusesTurn(turn -> turn.setDeviating(false), "the turn is the root cause but not deviating");
    refusesTurn(turn -> turn.setReached(false), "an unreached turn has an end, calls or a dev");
    refusesTurn(turn -> turn.setErrors(3), "3 errors in 2 calls");
    refusesTurn(turn -> turn.setErrors(-1), "-1 errors in 2 calls");
    refusesTurn(turn -> turn.setCalls(-1), "calls is -1, expected 0 or more");
    refusesTurn(turn -> turn.setTurn(-1), "turn is -1, expected 0 or more");
    refusesTurn(turn -> turn.setTaskId(""), "taskId is missing or empty");
    refusesTurn(turn -> turn.setCategory(""), "category is missing or empty");
  }

  @Test
  void anEpisodesVerdictAgreesWithItsGrounds() {
    refusesEpisode(
        episode -> episode.setVerdict(Verdict.PASSED), "PASSED although officialValid is not true");
    refusesEpisode(episode -> episode.setVerdict(Verdict.PASSED), "PASSED with a root cause");
    refusesEpisode(
        episode -> episode.setStrictSuccess(true), "strictSuccess although officialValid is not");
    refusesEpisode(
        episode -> episode.setOfficialValid(true),
        "officialErrorType is set although officialValid is true");
    refusesEpisode(
        episode -> episode.setRootCauseReason(RootCauseReason.STEP_LIMIT),
        "both rootCauseTurn and rootCauseReason are set");
    refusesEpisode(episode -> episode.setRootCauseTurn(-1), "rootCauseTurn is -1, expected 0");
  }

  @Test
  void anEpisodesNumbersAreInRange() {
    refusesEpisode(episode -> episode.setSealProgress(1.5), "sealProgress is 1.5, expected 0 to 1");
    refusesEpisode(
        episode -> episode.setSealProgressWithIrrelevance(Double.NaN),
        "sealProgressWithIrrelevance is NaN, expected 0 to 1");
    refusesEpisode(
        episode -> episode.setPolicyVersionMin(null),
        "only one of policyVersionMin and policyVersionMax is set");
    refusesEpisode(
        episode -> episode.setPolicyVersionMax(10L), "policyVersionMax is 10, expected 11 or more");
    refusesEpisode(episode -> episode.setSampleIndex(9), "sampleIndex is 9 in a group of 8");
    refusesEpisode(episode -> episode.setTurns(-1), "turns is -1, expected 0 or more");
    refusesEpisode(episode -> episode.setCalls(-1), "calls is -1, expected 0 or more");
    refusesEpisode(episode -> episode.setAsOfDate("today"), "asOfDate is 'today'");
  }

  @Test
  void aBranchPassesByItsTurnAlone() {
    EpisodeDiagnosis failed = DiagnosisSamples.episodeFailed();
    failed.setVerdict(Verdict.PASSED);
    failed.setRootCauseTurn(null);
    failed.setRootCauseReason(null);
    failed.setRepair(null);
    Diagnosis passed = new Diagnosis("e", 0, "r", DiagnosisKind.EPISODE, null, failed);
    assertThat(Records.check(passed)).hasValueSatisfying(why -> assertThat(why).contains("PASSED"));

    failed.setBranch(new Branch("other", 0, 1));
    assertThat(Records.check(passed)).isEmpty();
  }

  @Test
  void onlyAFailedEpisodeHasARepairAndOnlyOneThatWasFoundHasEdits() {
    EpisodeDiagnosis failed = DiagnosisSamples.episodeFailed();
    Diagnosis diagnosis = new Diagnosis("e", 0, "r", DiagnosisKind.EPISODE, null, failed);
    assertThat(Records.check(diagnosis)).isEmpty();

    failed.setRepair(new Repair(RepairOutcome.FOUND, List.of(), 1));
    assertThat(Records.check(diagnosis))
        .hasValueSatisfying(why -> assertThat(why).contains("edits"));

    failed.setRepair(new Repair(RepairOutcome.NONE_FOUND, List.of(), 1));
    failed.setVerdict(Verdict.INFRASTRUCTURE_FAILED);
    assertThat(Records.check(diagnosis))
        .hasValueSatisfying(why -> assertThat(why).contains("a repair of an episode"));
  }

  @Test
  void aFailureComesFromOnePlace() {
    refuses(
        Samples.failedRecord(),
        failure -> failure.setSourceFile(new RecordedSource("f", 1L, 0L, "", 0L)),
        "expected either sourceTopic or sourceFile");
    refuses(
        Samples.failedLine(),
        failure -> failure.setSourceFile(null),
        "expected either sourceTopic or sourceFile");
    refuses(
        Samples.failedRecord(),
        failure -> failure.setSourceOffset(null),
        "only one of sourceTopic and sourceOffset is set");
    refuses(
        Samples.failedLine(),
        failure -> failure.setSourcePartition(0),
        "only one of sourceTopic and sourcePartition is set");
  }

  @Test
  void aFailureKeepsAtMostTheWholeInput() {
    refuses(
        Samples.failedRecord(),
        failure -> failure.setOriginalLength(9),
        "originalLength is 9, expected 10 or more");
    refuses(
        Samples.failedRecord(),
        failure -> failure.setRequeues(4),
        "requeues is 4, expected 0 to 3");
    refuses(Samples.failedRecord(), failure -> failure.setReason(""), "reason is missing or empty");
    refuses(Samples.failedRecord(), failure -> failure.setRemedy(""), "remedy is missing or empty");
  }

  private static void refusesTurn(Consumer<TurnDiagnosis> change, String problem) {
    TurnDiagnosis turn = DiagnosisSamples.turnFailed();
    change.accept(turn);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Diagnoses.turn(Samples.ATTEMPT, turn))
        .withMessageContaining(problem);
  }

  private static void refusesEpisode(Consumer<EpisodeDiagnosis> change, String problem) {
    EpisodeDiagnosis episode = DiagnosisSamples.episodeFailed();
    change.accept(episode);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Diagnoses.episode(Samples.ATTEMPT, episode))
        .withMessageContaining(problem);
  }
}
