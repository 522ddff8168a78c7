package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/**
 * A call of a conversation as it was executed again.
 *
 * @param index among all calls, from 0
 * @param step the index of its message
 * @param turn from 0; a turn begins with each text of the user
 */
record PlayedCall(int index, int step, int turn, Call call, ToolAnswer result) {
  static List<PlayedCall> of(ReplayedEpisode episode) {
    List<PlayedCall> calls = new ArrayList<>();
    List<Step> steps = episode.recorded().conversation().steps();
    int texts = 0;
    for (int at = 0; at < steps.size(); at++) {
      Step step = steps.get(at);
      texts += startsTurn(step) ? 1 : 0;
      for (Call call : step.calls()) {
        int index = calls.size();
        calls.add(
            new PlayedCall(index, at, Math.max(0, texts - 1), call, episode.results().get(index)));
      }
    }
    return calls;
  }

  /** The last turn in which the agent or a call had a part. */
  static int lastTurn(List<Step> steps) {
    int texts = 0;
    int last = 0;
    for (Step step : steps) {
      texts += startsTurn(step) ? 1 : 0;
      if (step.role() == Requestor.ASSISTANT || !step.calls().isEmpty()) {
        last = Math.max(0, texts - 1);
      }
    }
    return last;
  }

  private static boolean startsTurn(Step step) {
    return step.role() == Requestor.USER && step.calls().isEmpty();
  }
}
