package org.sealflow.rollout.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Mode;

/**
 * An episode to play, between planner and runner.
 *
 * @param runId the run
 * @param episodeId {@code run/b<batch>/g<group>/s<sample>}, of evaluations {@code run/eval/b…}
 * @param attempt which attempt at it is next, from 0
 * @param taskId the task
 * @param taskDigest the task's digest
 * @param groupId the group, {@code run/b<batch>/g<group>}
 * @param sampleIndex position in the group, from 0
 * @param groupSize episodes in the group
 * @param batchNumber the batch, from 0
 * @param mode what the episode is for
 * @param arm whether it is shown patches
 * @param temperature see {@link SamplingSettings}, as the next four
 * @param topP see there
 * @param topK see there
 * @param maxTokens see there
 * @param samplingSeed what the sampling of the episode's first attempt starts from
 * @param runStartedAt when the run started, milliseconds since the epoch: the same in every request
 *     of a run, whatever is restored, so that attempts can be counted from it
 * @param oldestVersion oldest version of the policy that the episode may begin with; −1 for any
 * @param patches what it is shown, the same in every episode of its group; empty in HOLDOUT
 * @param prefix what the episode repeats of another one before it is sampled; null if nothing
 */
public record EpisodeRequest(
    String runId,
    String episodeId,
    int attempt,
    String taskId,
    String taskDigest,
    String groupId,
    int sampleIndex,
    int groupSize,
    long batchNumber,
    Mode mode,
    Arm arm,
    double temperature,
    double topP,
    int topK,
    int maxTokens,
    long samplingSeed,
    long runStartedAt,
    long oldestVersion,
    List<EnvironmentPatch> patches,
    @Nullable Prefix prefix) {
  /**
   * Checks that evaluations are held out, and that nobody is shown patches who is.
   *
   * @throws IllegalArgumentException if an episode is to be shown patches that must not be
   */
  public EpisodeRequest {
    patches = List.copyOf(patches);
    if (mode == Mode.EVAL && arm != Arm.HOLDOUT) {
      throw new IllegalArgumentException(
          "arm of " + episodeId + " is " + arm + ", expected HOLDOUT, since the mode is EVAL");
    }
    if (arm == Arm.HOLDOUT && !patches.isEmpty()) {
      throw new IllegalArgumentException(
          episodeId + " has " + patches.size() + " patches, expected none in the arm HOLDOUT");
    }
  }

  /** The same episode in another attempt. */
  public EpisodeRequest withAttempt(int other) {
    return new EpisodeRequest(
        runId,
        episodeId,
        other,
        taskId,
        taskDigest,
        groupId,
        sampleIndex,
        groupSize,
        batchNumber,
        mode,
        arm,
        temperature,
        topP,
        topK,
        maxTokens,
        samplingSeed,
        runStartedAt,
        oldestVersion,
        patches,
        prefix);
  }

  /**
   * How the policy is sampled in this attempt. A later one draws anew: an answer that ended the one
   * before would else be drawn again.
   */
  public SamplingSettings sampling() {
    long seed =
        attempt == 0
            ? samplingSeed
            : NamedDraws.of(samplingSeed).at("attempt").at(attempt).state() & Long.MAX_VALUE;
    return new SamplingSettings(temperature, topP, topK, maxTokens, seed);
  }
}
