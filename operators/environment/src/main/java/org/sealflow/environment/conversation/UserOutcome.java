package org.sealflow.environment.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of one answer of a played user.
 *
 * @param turn index of the turn that its words begin, from 0
 * @param text what it said; null if it only called tools
 * @param executed its calls, in order; empty if it made none
 * @param end why the episode is over with it; null while somebody is to answer
 */
public record UserOutcome(
    int turn, @Nullable String text, List<ExecutedCall> executed, @Nullable EpisodeEnd end) {
  public UserOutcome {
    executed = List.copyOf(executed);
  }
}
