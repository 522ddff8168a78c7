package org.sealflow.rollout.plan;

import static java.util.Objects.requireNonNullElse;

import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.PatchChange;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * A signal that moves a planner on.
 *
 * @param runId the run it is about
 * @param kind what happened
 * @param version the policy's version, of POLICY_VERSION only
 * @param begunAt when the run began if it did so before, milliseconds since the epoch, else {@link
 *     #NEW}; of START only
 * @param event what was played, of PLAYED only
 * @param diagnosis of an episode, of DIAGNOSED only
 * @param patch a patch, or an order about one, or its removal, of PATCH only
 * @param task a task made for the run, of TASK only
 * @param removedTask the key of a record of its topic, of TASK_REMOVED only
 */
public record PlannerSignal(
    String runId,
    Kind kind,
    long version,
    long begunAt,
    @Nullable TrajectoryEvent event,
    @Nullable Diagnosis diagnosis,
    @Nullable PatchChange patch,
    @Nullable PlannedTask task,
    @Nullable String removedTask) {
  /** Marks a run of which nothing was begun before. */
  public static final long NEW = -1;

  /** The kinds of signals. */
  public enum Kind {
    /** The run is to begin. */
    START,
    /** A version of the policy was published. */
    POLICY_VERSION,
    /** Something happened in an episode. */
    PLAYED,
    /** An episode was diagnosed. */
    DIAGNOSED,
    /** Something was said of a patch. */
    PATCH,
    /** A task was made for the run. */
    TASK,
    /** A task, or what tasks refer to, was removed. */
    TASK_REMOVED
  }

  /** The run is to begin, for the first time. */
  public static PlannerSignal start(String runId) {
    return startAgain(runId, NEW);
  }

  /** The run is to begin, which it did before at a time, milliseconds since the epoch. */
  public static PlannerSignal startAgain(String runId, long begunAt) {
    return new PlannerSignal(runId, Kind.START, -1, begunAt, null, null, null, null, null);
  }

  /** A version of the policy was published. */
  public static PlannerSignal policyVersion(String runId, long version) {
    return new PlannerSignal(
        runId, Kind.POLICY_VERSION, version, NEW, null, null, null, null, null);
  }

  /** Something happened in an episode. */
  public static PlannerSignal played(TrajectoryEvent event) {
    return new PlannerSignal(event.getRunId(), Kind.PLAYED, -1, NEW, event, null, null, null, null);
  }

  /** An episode was diagnosed. */
  public static PlannerSignal diagnosed(Diagnosis diagnosis) {
    return new PlannerSignal(
        diagnosis.getRunId(), Kind.DIAGNOSED, -1, NEW, null, diagnosis, null, null, null);
  }

  /** Something was said of a patch; one that names no run is of none. */
  public static PlannerSignal patch(PatchChange change) {
    String runId = requireNonNullElse(change.runId(), "");
    return new PlannerSignal(runId, Kind.PATCH, -1, NEW, null, null, change, null, null);
  }

  /** A task was made for the run. */
  public static PlannerSignal task(String runId, PlannedTask task) {
    return new PlannerSignal(runId, Kind.TASK, -1, NEW, null, null, null, task, null);
  }

  /** A task, or what tasks refer to, was removed. */
  public static PlannerSignal taskRemoved(String runId, String key) {
    return new PlannerSignal(runId, Kind.TASK_REMOVED, -1, NEW, null, null, null, null, key);
  }
}
