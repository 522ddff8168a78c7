package org.sealflow.rollout;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * A signal that moves a planner on.
 *
 * @param runId the run it is about
 * @param kind what happened
 * @param version the policy's version, of POLICY_VERSION only
 * @param event what was played, of PLAYED only
 * @param diagnosis of an episode, of DIAGNOSED only
 */
public record PlannerSignal(
    String runId,
    Kind kind,
    long version,
    @Nullable TrajectoryEvent event,
    @Nullable Diagnosis diagnosis) {
  /** The kinds of signals. */
  public enum Kind {
    /** The run is to begin. */
    START,
    /** A version of the policy was published. */
    POLICY_VERSION,
    /** Something happened in an episode. */
    PLAYED,
    /** An episode was diagnosed. */
    DIAGNOSED
  }

  /** The run is to begin. */
  public static PlannerSignal start(String runId) {
    return new PlannerSignal(runId, Kind.START, -1, null, null);
  }

  /** A version of the policy was published. */
  public static PlannerSignal policyVersion(String runId, long version) {
    return new PlannerSignal(runId, Kind.POLICY_VERSION, version, null, null);
  }

  /** Something happened in an episode. */
  public static PlannerSignal played(TrajectoryEvent event) {
    return new PlannerSignal(event.getRunId(), Kind.PLAYED, -1, event, null);
  }

  /** An episode was diagnosed. */
  public static PlannerSignal diagnosed(Diagnosis diagnosis) {
    return new PlannerSignal(diagnosis.getRunId(), Kind.DIAGNOSED, -1, null, diagnosis);
  }
}
