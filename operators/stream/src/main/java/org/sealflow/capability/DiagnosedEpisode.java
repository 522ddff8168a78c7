package org.sealflow.capability;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;

/**
 * All that was diagnosed of the attempt at an episode that ended.
 *
 * @param turns of its turns in order, unreached ones included
 * @param end of the episode
 */
public record DiagnosedEpisode(List<Diagnosis> turns, Diagnosis end) {
  String id() {
    return end.getEpisodeId();
  }

  EpisodeDiagnosis payload() {
    return requireNonNull(end.getEpisodeDiagnosis());
  }

  /** The diagnoses in the order they were made. */
  List<Diagnosis> diagnoses() {
    List<Diagnosis> all = new ArrayList<>(turns);
    all.add(end);
    return all;
  }

  /** Whether it says something about the policy, so that profiles and learner look at its turns. */
  boolean isAboutPolicy() {
    return switch (payload().getVerdict()) {
      case PASSED, POLICY_FAILED -> true;
      case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE -> false;
    };
  }
}
