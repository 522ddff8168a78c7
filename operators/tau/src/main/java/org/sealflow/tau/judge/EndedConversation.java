package org.sealflow.tau.judge;

import java.util.List;
import org.sealflow.tau.world.Step;

/**
 * A conversation that has ended.
 *
 * @param steps what followed the task's message history
 * @param termination why it ended, in the benchmark's words
 */
public record EndedConversation(List<Step> steps, String termination, boolean solo) {
  public EndedConversation {
    steps = List.copyOf(steps);
  }

  /** Whether it ended by the will of a party; any other conversation fails. */
  public boolean ended() {
    return termination.equals("user_stop") || termination.equals("agent_stop");
  }
}
