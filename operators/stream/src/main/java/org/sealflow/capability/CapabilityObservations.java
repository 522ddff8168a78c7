package org.sealflow.capability;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.TurnPosition;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;

/**
 * Splits an episode into an observation of each capability. Every observation carries the reward
 * and the success of the whole episode:
 *
 * <ul>
 *   <li>TASK: one.
 *   <li>CATEGORY, named as the category: one in the category, one in all.
 *   <li>TAG in all, TURN_POSITION_TAG in all, CATEGORY_TAG in the category: one per turn, padded
 *       ones included, as SEAL counts; an episode without turns counts once as {@code unknown}.
 *   <li>TOOL: one per reached turn that uses the tool, in the category and in all, as the
 *       following.
 *   <li>TOOL_FAILURE: one per turn that fails by itself and tool blamed, and one for any tool,
 *       named {@code *}.
 *   <li>TOOL_ARGUMENT: one per such turn and argument blamed.
 * </ul>
 *
 * Of an episode that does not count there is the TASK's alone, by which its group comes to its end.
 */
public final class CapabilityObservations {
  private final EpisodeObservation episode;
  private final EpisodeOutcome outcome;
  private final List<CapabilityObservation> observations = new ArrayList<>();

  private CapabilityObservations(EpisodeObservation episode) {
    this.episode = episode;
    this.outcome = EpisodeOutcome.of(episode);
  }

  /** The observations of a stamped episode. */
  public static List<CapabilityObservation> of(EpisodeObservation episode) {
    CapabilityObservations found = new CapabilityObservations(episode);
    found.observeTask();
    if (episode.result().counted()) {
      found.observeCategory();
      found.observeTags();
      episode.turns().stream().filter(TurnObservation::reached).forEach(found::observeTools);
    }
    return found.observations;
  }

  private void observeTask() {
    TaskSample sample =
        new TaskSample(
            episode.placement().groupId(),
            episode.placement().groupSize(),
            episode.stamp().rarePatterns());
    add(
        CapabilityKind.TASK,
        episode.placement().category(),
        episode.placement().taskId(),
        null,
        sample);
  }

  private void observeCategory() {
    add(CapabilityKind.CATEGORY, episode.placement().category(), episode.placement().category());
    add(CapabilityKind.CATEGORY, Capabilities.ALL, Capabilities.ALL);
  }

  private void observeTags() {
    List<String> tags = episode.tags();
    for (int turn = 0; turn < tags.size(); turn++) {
      String tag = tags.get(turn);
      String position = TurnPosition.of(turn, tags.size()).lowerCase();
      double weight = episode.stamp().tagWeights().getOrDefault(tag, 1.0);
      add(CapabilityKind.TAG, Capabilities.ALL, tag, weight, null);
      add(CapabilityKind.CATEGORY_TAG, episode.placement().category(), tag);
      add(CapabilityKind.TURN_POSITION_TAG, Capabilities.ALL, Capabilities.name(position, tag));
    }
  }

  private void observeTools(TurnObservation turn) {
    turn.tools().forEach(tool -> addBoth(CapabilityKind.TOOL, tool));
    if (turn.failsByItself()) {
      turn.failurePatterns().forEach(pattern -> addBoth(CapabilityKind.TOOL_FAILURE, pattern));
      addBoth(CapabilityKind.TOOL_FAILURE, Capabilities.name(Capabilities.ALL, turn.failure()));
      turn.blamedArguments().forEach(argument -> addBoth(CapabilityKind.TOOL_ARGUMENT, argument));
    }
  }

  private void addBoth(CapabilityKind kind, String name) {
    add(kind, episode.placement().category(), name);
    add(kind, Capabilities.ALL, name);
  }

  private void add(CapabilityKind kind, String category, String name) {
    add(kind, category, name, null, null);
  }

  private void add(
      CapabilityKind kind,
      String category,
      String name,
      @Nullable Double tagWeight,
      @Nullable TaskSample sample) {
    observations.add(
        new CapabilityObservation(
            episode.runId(), kind, category, name, outcome, tagWeight, sample));
  }
}
