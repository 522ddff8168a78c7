package org.sealflow.rollout.branch;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.EpisodeStarted;

/**
 * An attempt at an episode as far as it was played.
 *
 * @param header how it started
 * @param steps its steps so far, in order
 * @param sequence number of the event of its newest step, 0 before
 * @param ended whether it is over
 */
public record PlayedEpisode(
    EpisodeStarted header, List<AssistantStep> steps, int sequence, boolean ended) {
  /** Copies the steps. */
  public PlayedEpisode {
    steps = List.copyOf(steps);
  }

  /** An attempt that begins. */
  static PlayedEpisode of(EpisodeStarted header) {
    return new PlayedEpisode(header, List.of(), 0, false);
  }

  /** With one more step; the same step again changes nothing. */
  PlayedEpisode plus(int number, AssistantStep step) {
    if (number <= sequence) {
      return this;
    }
    List<AssistantStep> more = new ArrayList<>(steps);
    more.add(step);
    return new PlayedEpisode(header, more, number, ended);
  }

  /** Over. */
  PlayedEpisode end() {
    return new PlayedEpisode(header, steps, sequence, true);
  }

  /** The prefix that a branch repeats of it. */
  Prefix before(Branch branch, BranchEnd end) {
    return new Prefix(
        branch,
        header,
        end,
        steps.stream().filter(step -> step.getTurn() < branch.getTurn()).toList());
  }
}
