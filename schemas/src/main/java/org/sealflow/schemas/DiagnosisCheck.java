package org.sealflow.schemas;

/** Checks diagnoses. */
final class DiagnosisCheck {
  private DiagnosisCheck() {}

  static void check(Diagnosis diagnosis, Problems problems) {
    problems.filled("runId", diagnosis.getRunId());
    problems.filled("episodeId", diagnosis.getEpisodeId());
    problems.atLeast(0, "attempt", diagnosis.getAttempt());
    problems.present("kind", diagnosis.getKind());
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    problems.payload("turnDiagnosis", turn, diagnosis.getKind() == DiagnosisKind.TURN);
    problems.payload("episodeDiagnosis", episode, diagnosis.getKind() == DiagnosisKind.EPISODE);
    if (turn != null) {
      turn(turn, problems);
    }
    if (episode != null) {
      episode(episode, problems);
    }
  }

  private static void turn(TurnDiagnosis turn, Problems problems) {
    problems.filled("taskId", turn.getTaskId());
    problems.filled("category", turn.getCategory());
    problems.atLeast(0, "turn", turn.getTurn());
    problems.present("tag", turn.getTag());
    problems.together("failure", turn.getFailure(), "origin", turn.getOrigin());
    problems.expect(
        turn.getFailure() == null || turn.getDeviating(), "the turn fails but is not deviating");
    problems.expect(
        !turn.getRootCause() || turn.getDeviating(),
        "the turn is the root cause but not deviating");
    problems.expect(
        turn.getReached()
            || (!turn.getDeviating() && turn.getEndedAt() == null && turn.getCalls() == 0),
        "an unreached turn has an end, calls or a deviation");
    problems.atLeast(0, "calls", turn.getCalls());
    problems.expect(
        turn.getErrors() >= 0 && turn.getErrors() <= Math.max(0, turn.getCalls()),
        () -> turn.getErrors() + " errors in " + turn.getCalls() + " calls");
  }

  private static void episode(EpisodeDiagnosis episode, Problems problems) {
    problems.filled("taskId", episode.getTaskId());
    problems.filled("taskDigest", episode.getTaskDigest());
    problems.filled("category", episode.getCategory());
    problems.present("mode", episode.getMode());
    problems.present("arm", episode.getArm());
    problems.patchSet(episode.getPatchSetDigest(), episode.getMode(), episode.getArm());
    problems.shownPatches(episode.getPatchSetDigest(), episode.getShownPatches());
    problems.filled("groupId", episode.getGroupId());
    problems.sampleInGroup(episode.getSampleIndex(), episode.getGroupSize());
    problems.atLeastOrNull(0, "batchNumber", episode.getBatchNumber());
    policyVersions(episode, problems);
    verdict(episode, problems);
    problems.shareOrNull("sealProgress", episode.getSealProgress());
    problems.shareOrNull("sealProgressWithIrrelevance", episode.getSealProgressWithIrrelevance());
    problems.present("tags", episode.getTags());
    problems.atLeast(0, "turns", episode.getTurns());
    problems.atLeast(0, "calls", episode.getCalls());
    problems.dateOrNull("asOfDate", episode.getAsOfDate());
    problems.present("endedAt", episode.getEndedAt());
    BranchCheck.check(episode.getBranch(), episode.getMode(), problems);
    repair(episode, problems);
  }

  private static void repair(EpisodeDiagnosis episode, Problems problems) {
    Repair repair = episode.getRepair();
    if (repair == null) {
      return;
    }
    problems.expect(
        episode.getVerdict() == Verdict.POLICY_FAILED, "a repair of an episode that did not fail");
    problems.expect(
        repair.getEdits().isEmpty() == (repair.getOutcome() != RepairOutcome.FOUND),
        "a repair has edits exactly where it is FOUND");
    problems.atLeast(0, "repair.executions", repair.getExecutions());
  }

  private static void policyVersions(EpisodeDiagnosis episode, Problems problems) {
    Long lowest = episode.getPolicyVersionMin();
    Long highest = episode.getPolicyVersionMax();
    problems.together("policyVersionMin", lowest, "policyVersionMax", highest);
    problems.atLeastOrNull(0, "policyVersionMin", lowest);
    if (lowest != null && highest != null) {
      problems.atLeast(lowest, "policyVersionMax", highest);
    }
  }

  private static void verdict(EpisodeDiagnosis episode, Problems problems) {
    boolean passed = episode.getVerdict() == Verdict.PASSED;
    boolean valid = Boolean.TRUE.equals(episode.getOfficialValid());
    problems.present("verdict", episode.getVerdict());
    // The verdict of a branch may be that of its one turn.
    boolean whole = episode.getBranch() == null;
    problems.expect(!passed || valid || !whole, "PASSED although officialValid is not true");
    problems.expect(
        !episode.getStrictSuccess() || valid || !whole,
        "strictSuccess although officialValid is not true");
    problems.expect(
        !valid || episode.getOfficialErrorType() == null,
        "officialErrorType is set although officialValid is true");
    problems.expect(
        !passed || (episode.getRootCauseTurn() == null && episode.getRootCauseReason() == null),
        "PASSED with a root cause");
    problems.expect(
        episode.getRootCauseTurn() == null || episode.getRootCauseReason() == null,
        "both rootCauseTurn and rootCauseReason are set");
    problems.atLeastOrNull(0, "rootCauseTurn", episode.getRootCauseTurn());
  }
}
