package org.sealflow.capability;

import java.util.List;
import java.util.Map;
import org.sealflow.diagnose.TagCells;

/**
 * A finished training episode as profiles and patches see it. Lists, maps and texts are never null;
 * an absent text is empty, an absent number -1.
 *
 * @param attempt the attempt that ended, from 0
 * @param turns its turns in order, unreached ones included
 * @param stamp what its run knows of it
 */
public record EpisodeObservation(
    String runId,
    String episodeId,
    int attempt,
    Placement placement,
    Patching patching,
    Result result,
    List<TurnObservation> turns,
    Stamp stamp) {

  /**
   * Where the episode belongs.
   *
   * @param taskId its task
   * @param category category of the task
   * @param groupId the group its reward is compared in
   * @param groupSize episodes in that group
   * @param batchNumber the planned batch, from 0
   * @param policyVersion highest version among its steps, from 0
   */
  public record Placement(
      String taskId,
      String category,
      String groupId,
      int groupSize,
      long batchNumber,
      long policyVersion) {}

  /**
   * The patches of the episode.
   *
   * @param patched whether it belongs to the arm PATCHED
   * @param digest digest of the patch set it was shown
   * @param shown keys of the patches it was shown
   */
  public record Patching(boolean patched, String digest, List<String> shown) {}

  /**
   * How the episode ended.
   *
   * @param counted whether it counts: false for failures of the infrastructure and defective tasks,
   *     which only settle their group
   * @param reward 0 to 1
   * @param success whether it succeeded
   * @param endedAt when it ended, milliseconds since the epoch
   */
  public record Result(boolean counted, double reward, boolean success, long endedAt) {}

  /**
   * Facts of an episode that depend on its run.
   *
   * @param version the version it is counted under, from 0, see {@link ProfileVersionRule}; -1
   *     before it is known
   * @param tagWeights SEAL's dynamic weight by tag as the versions before the newest have left it;
   *     tags not named weigh 1. Empty before it is known
   * @param rarePatterns the rare failure patterns it shows, each {@code tool::failure}
   */
  public record Stamp(long version, Map<String, Double> tagWeights, List<String> rarePatterns) {
    /** Nothing yet. */
    static final Stamp NONE = new Stamp(-1, Map.of(), List.of());
  }

  /** The same with what its run knows of it. */
  EpisodeObservation with(Stamp known) {
    return new EpisodeObservation(
        runId, episodeId, attempt, placement, patching, result, turns, known);
  }

  /** The tag of each turn in order; {@code unknown} alone where there is no turn. */
  public List<String> tags() {
    return turns.isEmpty()
        ? List.of(TagCells.UNKNOWN)
        : turns.stream().map(TurnObservation::tag).toList();
  }

  /** The failure patterns of its turns in order, see {@link TurnObservation#failurePatterns}. */
  public List<String> failurePatterns() {
    return turns.stream().flatMap(turn -> turn.failurePatterns().stream()).toList();
  }
}
