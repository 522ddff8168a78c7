package org.sealflow.diagnose.repair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Reexecution;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.verify.PlayedCalls;

/**
 * The search for the repair of one episode: sets of candidate edits, the smallest first, each tried
 * by executing the episode with it until the official check fails.
 *
 * <p>Two facts keep it short. What fails in a turn is mended in that turn or before it. And it is
 * mended behind the last turn after which both sides hold the same state: what was done before has
 * left nothing but results, and a result that is missing can be had in the failing turn too. Not
 * thread-safe; run once.
 */
final class EditSearch {
  private final PlayedCalls played;
  private final RepairSettings settings;
  private final Reexecution execution;
  private final int turnCount;
  private final List<PlayedTurn> turns = new ArrayList<>();
  private final Map<Integer, List<List<Edit>>> candidates = new HashMap<>();
  private final Map<List<Edit>, Reached> tried = new HashMap<>();
  private final Set<List<Edit>> extended = new HashSet<>();
  private int executions;
  private long calls;
  private boolean spent;

  /**
   * How far an execution came.
   *
   * @param failing the first turn that fails officially; the number of turns where none does
   * @param agreed the last turn before it after which both sides hold the same state; -1 for none
   */
  private record Reached(int failing, int agreed) {}

  /** A set of edits that was tried and may grow. */
  private record Start(List<Edit> edits, Reached reached) {}

  EditSearch(PlayedCalls played, RepairSettings settings) {
    this.played = played;
    this.settings = settings;
    this.execution = played.task().reexecution(played.modelName(), played.asOf());
    this.turnCount = played.task().groundTruth().size();
  }

  /** Number of the policy's calls that were executed so far, in all executions. */
  long executedCalls() {
    return calls;
  }

  /** Searches to the end, or until the executions or the calls are used up. */
  Repair run() {
    if (played.turns().size() > turnCount) {
      // No edit of calls takes a turn back.
      return new Repair(RepairOutcome.NONE_FOUND, List.of(), executions);
    }
    Reached recorded = executeRecorded();
    List<Edit> found = null;
    if (recorded.failing() < turnCount) {
      for (int size = 1; size <= settings.maxEdits() && found == null && !spent; size++) {
        extended.clear();
        found = extend(new Start(List.of(), recorded), size);
      }
    }
    if (found != null) {
      return new Repair(RepairOutcome.FOUND, RepairRecords.of(found, turns), executions);
    }
    return new Repair(
        spent ? RepairOutcome.BUDGET_SPENT : RepairOutcome.NONE_FOUND, List.of(), executions);
  }

  /** The calls as they are, all turns: what the candidates are read off. */
  private Reached executeRecorded() {
    executions++;
    execution.begin();
    int failing = turnCount;
    int agreed = -1;
    for (int turn = 0; turn < turnCount; turn++) {
      List<List<String>> steps =
          turn < played.turns().size() ? played.turns().get(turn) : List.of();
      Reexecution.Turn told = execution.told(steps);
      calls += told.made().size();
      turns.add(new PlayedTurn(told.made(), told.truth()));
      if (failing == turnCount) {
        if (execution.lastTurnFails()) {
          failing = turn;
        } else if (execution.statesAgree()) {
          agreed = turn;
        }
      }
    }
    return new Reached(failing, agreed);
  }

  /**
   * Tries the sets that hold these edits and, together, as many more as are open.
   *
   * @return the first that passes; null if none does or the executions are used up
   */
  private @Nullable List<Edit> extend(Start start, int open) {
    List<Start> grown = new ArrayList<>();
    List<List<Edit>> larger = new ArrayList<>();
    for (List<Edit> candidate : candidates(start)) {
      if (candidate.size() > open || contradict(start.edits(), candidate)) {
        continue;
      }
      if (candidate.size() > 1) {
        larger.add(candidate);
      } else if (attempt(start, candidate, open, grown)) {
        return grown.get(grown.size() - 1).edits();
      }
    }
    // Ahead come those that mend the turn that failed; the order among equals stays.
    grown.sort(Comparator.comparingInt((Start one) -> one.reached().failing()).reversed());
    List<Edit> found = extendEach(grown, start, open);
    if (found != null) {
      return found;
    }
    List<Start> grownLarger = new ArrayList<>();
    for (List<Edit> candidate : larger) {
      if (attempt(start, candidate, open, grownLarger)) {
        return grownLarger.get(grownLarger.size() - 1).edits();
      }
    }
    return extendEach(grownLarger, start, open);
  }

  private @Nullable List<Edit> extendEach(List<Start> grown, Start from, int open) {
    for (Start next : grown) {
      int stillOpen = open - (next.edits().size() - from.edits().size());
      if (stillOpen > 0 && !spent && extended.add(next.edits())) {
        List<Edit> found = extend(next, stillOpen);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Whether the edits pass with the candidate; else they may grow where there is room. */
  private boolean attempt(Start start, List<Edit> candidate, int open, List<Start> grown) {
    if (spent) {
      return false;
    }
    List<Edit> edits = new ArrayList<>(start.edits());
    edits.addAll(candidate);
    edits.sort(null);
    if (emptyTurns(edits) > open - candidate.size()) {
      return false;
    }
    Reached reached = tried.get(edits);
    if (reached == null) {
      if (executions >= settings.executionsPerEpisode() || calls >= settings.callsPerEpisode()) {
        spent = true;
        return false;
      }
      reached = execute(edits);
      tried.put(edits, reached);
    }
    grown.add(new Start(edits, reached));
    return reached.failing() == turnCount;
  }

  /** Turns that need at least one more edit each. */
  private int emptyTurns(List<Edit> edits) {
    int empty = 0;
    for (int turn = 0; turn < turnCount; turn++) {
      int at = turn;
      if (turns.get(turn).isEmptyThoughCallsAreWanted()
          && edits.stream().noneMatch(edit -> edit.turn() == at)) {
        empty++;
      }
    }
    return empty;
  }

  private static boolean contradict(List<Edit> edits, List<Edit> candidate) {
    for (Edit edit : edits) {
      for (Edit other : candidate) {
        if (edit.contradicts(other)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Those of the turns that can mend the failing one; sets grow from the earliest turn on. */
  private List<List<Edit>> candidates(Start start) {
    List<Edit> edits = start.edits();
    int grownTo = edits.isEmpty() ? 0 : edits.get(edits.size() - 1).turn();
    List<List<Edit>> all = new ArrayList<>();
    int first = Math.max(start.reached().agreed() + 1, grownTo);
    for (int turn = first; turn <= start.reached().failing(); turn++) {
      all.addAll(
          candidates.computeIfAbsent(turn, unseen -> CandidateEdits.of(unseen, turns.get(unseen))));
    }
    return all;
  }

  private Reached execute(List<Edit> edits) {
    executions++;
    execution.begin();
    int agreed = -1;
    for (int turn = 0; turn < turnCount; turn++) {
      List<String> edited = turns.get(turn).edited(turn, edits);
      calls += edited.size();
      if (!execution.turn(edited) || execution.lastTurnFails()) {
        return new Reached(turn, agreed);
      }
      if (execution.statesAgree()) {
        agreed = turn;
      }
    }
    if (!execution.passes()) {
      throw new IllegalStateException("no turn fails, and yet the official check does");
    }
    return new Reached(turnCount, agreed);
  }
}
