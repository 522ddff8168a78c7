package org.sealflow.environment.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of one answer of the policy.
 *
 * @param turn index of the turn it was given in, from 0
 * @param step its index within the turn, from 0
 * @param content its text without its tool calls, trimmed
 * @param executed the calls executed, in order; empty if it was refused or made none
 * @param refusal why nothing of it was executed; null if it was accepted
 * @param turnEnded whether it ended the turn
 * @param end why the episode is over with it; null while the policy is to answer again
 * @param reply what the environment says to it; after the end nobody has to read it
 */
public record StepOutcome(
    int turn,
    int step,
    String content,
    List<ExecutedCall> executed,
    @Nullable Refusal refusal,
    boolean turnEnded,
    @Nullable EpisodeEnd end,
    EnvironmentMessage reply) {
  public StepOutcome {
    executed = List.copyOf(executed);
  }

  /** The calls executed, as call strings. */
  public List<String> calls() {
    return executed.stream().map(ExecutedCall::call).toList();
  }

  /** The well-formed calls of a refused answer, as call strings. */
  public List<String> rejectedCalls() {
    return refusal == null ? List.of() : refusal.calls();
  }
}
