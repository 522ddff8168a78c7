package org.sealflow.tau.results;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.EndedConversation;

/**
 * One run of a task.
 *
 * @param trial from 0; null if the file does not say
 * @param conversation all messages, the task's message history first
 * @param reward what the file says of it
 * @param unverifiable why its calls cannot be executed again; null if they can
 */
public record Simulation(
    String id,
    String task,
    @Nullable Integer trial,
    EndedConversation conversation,
    RecordedReward reward,
    @Nullable String unverifiable) {
  private static final Set<String> NO_FAULT_OF_THE_AGENT =
      Set.of("infrastructure_error", "unexpected_error");

  /** Whether it broke down, so that it says nothing about the agent. */
  public boolean brokeDown() {
    return NO_FAULT_OF_THE_AGENT.contains(conversation.termination());
  }
}
