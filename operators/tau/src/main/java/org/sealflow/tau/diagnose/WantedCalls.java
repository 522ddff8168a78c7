package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;

/** The agent's calls of the reference solution that matter to the reward, by turn. */
public final class WantedCalls {
  private WantedCalls() {}

  /**
   * Each call in the turn of the one that stands for it, or where it is missing.
   *
   * @param turns how many turns there are, at least one
   */
  public static List<List<Call>> byTurn(ReplayedEpisode episode, PreparedTask task, int turns) {
    List<List<Call>> wanted = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      wanted.add(new ArrayList<>());
    }
    Criteria criteria = task.task().criteria();
    if (criteria == null) {
      return wanted;
    }
    List<PlayedCall> calls = PlayedCall.of(episode);
    boolean solo = episode.recorded().conversation().solo();
    Alignment alignment = new Alignment(task.domain(), criteria, solo, calls);
    int last = PlayedCall.lastTurn(episode.recorded().conversation().steps());
    for (int action = 0; action < alignment.actions().size(); action++) {
      Call call = alignment.actions().get(action).call();
      if (call.requestor() == Requestor.ASSISTANT) {
        int turn = turn(alignment, action, calls, last);
        wanted.get(Math.min(turn, turns - 1)).add(call);
      }
    }
    return wanted;
  }

  private static int turn(Alignment alignment, int action, List<PlayedCall> calls, int last) {
    PlayedCall played = alignment.call(action);
    if (played != null) {
      return played.turn();
    }
    int next = Deviations.nextPlace(alignment, action, calls.size());
    return next < calls.size() ? calls.get(next).turn() : last;
  }
}
