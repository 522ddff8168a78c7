package org.sealflow.rollout.branch;

import java.util.List;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.EpisodeStarted;

/**
 * The beginning that a branch repeats word for word.
 *
 * @param branch where the branch starts
 * @param source the header of the episode it branches off
 * @param end how far the branch is played
 * @param steps the steps of that episode before the branch's turn, in order
 */
public record Prefix(
    Branch branch, EpisodeStarted source, BranchEnd end, List<AssistantStep> steps) {
  /** Copies the steps. */
  public Prefix {
    steps = List.copyOf(steps);
  }
}
