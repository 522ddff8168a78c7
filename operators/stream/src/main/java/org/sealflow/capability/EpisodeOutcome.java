package org.sealflow.capability;

/**
 * The outcome of an episode: what every observation of a capability in it carries.
 *
 * @param counted whether it counts; one that does not only ends a sample of its group
 * @param reward 0 to 1
 * @param success whether it succeeded
 * @param patched whether it belongs to the arm PATCHED
 * @param patchSetDigest digest of the patch set it was shown; empty if none was
 * @param version the version it counts under, from 0
 * @param endedAt when it ended, milliseconds since the epoch
 */
public record EpisodeOutcome(
    boolean counted,
    double reward,
    boolean success,
    boolean patched,
    String patchSetDigest,
    long version,
    long endedAt) {
  static EpisodeOutcome of(EpisodeObservation episode) {
    return new EpisodeOutcome(
        episode.result().counted(),
        episode.result().reward(),
        episode.result().success(),
        episode.patching().patched(),
        episode.patching().digest(),
        episode.stamp().version(),
        episode.result().endedAt());
  }
}
