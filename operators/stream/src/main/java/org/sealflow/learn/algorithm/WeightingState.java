package org.sealflow.learn.algorithm;

import java.util.List;
import org.sealflow.diagnose.DynamicTagWeights;
import org.sealflow.diagnose.TagCells;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

/**
 * The learner's memory for the weights of tags. A step observes all its own episodes, then
 * advances, then weighs with {@link #inForce}: the weights of a step include its own trajectories,
 * as in SEAL.
 *
 * @param total all episodes observed
 * @param window the episodes observed since the window began
 * @param smoothed outcome of the last update; {@link TagWeights#NONE} before the first
 * @param inForce weights of the step that advanced last; the base weights where they do not move
 */
public record WeightingState(
    TagCells total, TagCells window, TagWeights smoothed, TagWeights inForce) {

  /** Before the first step. */
  public static WeightingState start(TagWeightSettings settings) {
    return new WeightingState(TagCells.EMPTY, TagCells.EMPTY, TagWeights.NONE, settings.base());
  }

  /**
   * This state with one more episode.
   *
   * @param category category of its task
   * @param tags the tag of each of its turns, padding included
   * @param reward its reward; it is a success from 1 on, as in SEAL
   */
  public WeightingState observe(String category, List<Tag> tags, double reward) {
    boolean success = reward >= 1;
    return new WeightingState(
        total.observe(category, tags, reward, success),
        window.observe(category, tags, reward, success),
        smoothed,
        inForce);
  }

  /**
   * This state with the weights of a step, after all its episodes were observed. During the warm-up
   * weights do not move.
   *
   * @param step number of the step, from 0
   * @param settings how weights follow
   * @param scale range of a target
   */
  public WeightingState advance(long step, TagWeightSettings settings, ScaleSettings scale) {
    if (!settings.dynamic() || step < settings.warmupSteps()) {
      return new WeightingState(total, window, smoothed, settings.base());
    }
    return settings
        .dynamicWeights()
        .update(
            settings.base(),
            smoothed,
            DynamicTagWeights.source(window, total),
            scale.minScale(),
            scale.maxScale())
        .map(next -> new WeightingState(total, window, next, next))
        .orElseGet(() -> new WeightingState(total, window, smoothed, settings.base()));
  }

  /** This state after a step: the window begins anew after every {@code windowSteps}. */
  public WeightingState finish(long step, TagWeightSettings settings) {
    return (step + 1) % settings.windowSteps() == 0
        ? new WeightingState(total, TagCells.EMPTY, smoothed, inForce)
        : this;
  }
}
