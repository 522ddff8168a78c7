package org.sealflow.schemas;

/**
 * Makes valid records of the topic diagnoses. Each method throws {@link IllegalArgumentException}
 * where the record would be invalid, naming every problem.
 */
public final class Diagnoses {
  private Diagnoses() {}

  /** The diagnosis of a turn. */
  public static Diagnosis turn(EpisodeAttempt attempt, TurnDiagnosis payload) {
    Diagnosis diagnosis = diagnosis(attempt, DiagnosisKind.TURN);
    diagnosis.setTurnDiagnosis(payload);
    return Records.valid(diagnosis);
  }

  /** The diagnosis of an episode. */
  public static Diagnosis episode(EpisodeAttempt attempt, EpisodeDiagnosis payload) {
    Diagnosis diagnosis = diagnosis(attempt, DiagnosisKind.EPISODE);
    diagnosis.setEpisodeDiagnosis(payload);
    return Records.valid(diagnosis);
  }

  private static Diagnosis diagnosis(EpisodeAttempt attempt, DiagnosisKind kind) {
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.setRunId(attempt.runId());
    diagnosis.setEpisodeId(attempt.episodeId());
    diagnosis.setAttempt(attempt.attempt());
    diagnosis.setKind(kind);
    return diagnosis;
  }
}
