package org.sealflow.tau.diagnose;

import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/**
 * An end that fails a conversation whatever was done in it.
 *
 * @param reason in the benchmark's words, such as {@code max_steps}
 */
public record EarlyEnd(String reason, Responsible by) {
  static EarlyEnd of(ReplayedEpisode episode) {
    String reason = episode.recorded().conversation().termination();
    return new EarlyEnd(
        reason,
        switch (reason) {
          case "agent_error" -> Responsible.AGENT;
          case "user_error" -> Responsible.USER;
          case "too_many_errors" -> failing(episode);
          default -> Responsible.UNDETERMINED;
        });
  }

  /** The party whose calls alone failed. */
  private static Responsible failing(ReplayedEpisode episode) {
    boolean agent = false;
    boolean user = false;
    int at = 0;
    for (Step step : episode.recorded().conversation().steps()) {
      for (int i = 0; i < step.calls().size(); i++) {
        ToolAnswer result = episode.results().get(at);
        at++;
        if (result.error()) {
          user |= step.calls().get(i).requestor() == Requestor.USER;
          agent |= step.calls().get(i).requestor() == Requestor.ASSISTANT;
        }
      }
    }
    if (agent == user) {
      return Responsible.UNDETERMINED;
    }
    return agent ? Responsible.AGENT : Responsible.USER;
  }
}
