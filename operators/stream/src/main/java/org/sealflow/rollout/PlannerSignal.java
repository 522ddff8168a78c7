package org.sealflow.rollout;

/**
 * What moves a planner on.
 *
 * @param runId the run it is about
 * @param kind what happened
 * @param version the policy's version, of POLICY_VERSION only
 * @param episodeId the episode, of EPISODE_ENDED only; else empty
 * @param groupId its group, of EPISODE_ENDED only; else empty
 * @param batchNumber its batch, of EPISODE_ENDED only
 */
public record PlannerSignal(
    String runId, Kind kind, long version, String episodeId, String groupId, long batchNumber) {
  /** What happened. */
  public enum Kind {
    /** The run is to begin. */
    START,
    /** A version of the policy was published. */
    POLICY_VERSION,
    /** An attempt at an episode ended. */
    EPISODE_ENDED
  }

  /** The run is to begin. */
  public static PlannerSignal start(String runId) {
    return new PlannerSignal(runId, Kind.START, -1, "", "", -1);
  }

  /** A version of the policy was published. */
  public static PlannerSignal policyVersion(String runId, long version) {
    return new PlannerSignal(runId, Kind.POLICY_VERSION, version, "", "", -1);
  }

  /** An attempt at an episode ended. */
  public static PlannerSignal episodeEnded(
      String runId, String episodeId, String groupId, long batchNumber) {
    return new PlannerSignal(runId, Kind.EPISODE_ENDED, -1, episodeId, groupId, batchNumber);
  }
}
