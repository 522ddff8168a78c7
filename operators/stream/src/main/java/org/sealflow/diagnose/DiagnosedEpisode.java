package org.sealflow.diagnose;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Verdicts;

/**
 * An episode as it is handed on, once, when it has ended: profiles, patches, learner and replay
 * read this, and none of them gathers turns again.
 *
 * @param turns what was diagnosed of its turns in order, unreached ones included; of a turn that
 *     could not be diagnosed there is nothing
 * @param end what was diagnosed of the whole
 * @param steps the events of the policy's steps in order, where a learner asks for them and the
 *     episode is one to train on; else empty
 */
public record DiagnosedEpisode(List<Diagnosis> turns, Diagnosis end, List<ReceivedEvent> steps) {
  /** An episode nobody asks the steps of. */
  public DiagnosedEpisode(List<Diagnosis> turns, Diagnosis end) {
    this(turns, end, List.of());
  }

  /** Its name. */
  public String id() {
    return end.getEpisodeId();
  }

  /** The run it belongs to. */
  public String runId() {
    return end.getRunId();
  }

  /** The diagnosis of the whole. */
  public EpisodeDiagnosis payload() {
    return requireNonNull(end.getEpisodeDiagnosis());
  }

  /** Whether it was played for training. */
  public boolean isTraining() {
    return payload().getMode() == Mode.TRAIN;
  }

  /** Whether it says something about the policy, so that profiles and learner look at its turns. */
  public boolean isAboutPolicy() {
    return Verdicts.isAboutPolicy(payload().getVerdict());
  }

  /** The diagnoses in the order they were made. */
  public List<Diagnosis> diagnoses() {
    List<Diagnosis> all = new ArrayList<>(turns);
    all.add(end);
    return all;
  }
}
