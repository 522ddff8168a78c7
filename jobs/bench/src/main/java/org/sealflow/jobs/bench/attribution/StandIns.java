package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells by execution which calls could have stood in the places of a passing episode: the ground
 * truth may write a call with other arguments than the policy, to the same effect.
 */
record StandIns(PassingEpisode passing) {
  /**
   * Whether a call stands in for the one of a place: it is the same, or is one of the same tool
   * with which the episode passes too.
   *
   * @param place an index among the turn's calls
   * @param call as an edit shows it; null stands in for none
   */
  boolean standsIn(int turn, int place, @Nullable String call) {
    List<String> calls = passing.turns().get(turn);
    if (call == null || place >= calls.size()) {
      return false;
    }
    String there = calls.get(place);
    String whole = whole(turn, call);
    return there.equals(whole)
        || (CallPool.tool(there).equals(CallPool.tool(whole)) && passesWith(turn, place, whole));
  }

  /** An edit shows the first characters of a long call. */
  private String whole(int turn, String shown) {
    if (!shown.endsWith("…")) {
      return shown;
    }
    String begins = shown.substring(0, shown.length() - 1);
    return passing.task().groundTruth().get(turn).stream()
        .filter(text -> text.startsWith(begins))
        .findFirst()
        .orElse(shown);
  }

  private boolean passesWith(int turn, int place, String call) {
    List<List<String>> turns = new ArrayList<>(passing.turns());
    List<String> calls = new ArrayList<>(turns.get(turn));
    calls.set(place, call);
    turns.set(turn, calls);
    return passing.with(turns).passes();
  }
}
