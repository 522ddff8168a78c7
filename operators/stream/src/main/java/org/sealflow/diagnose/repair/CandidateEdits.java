package org.sealflow.diagnose.repair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.CallAlignment;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.schemas.CallStatus;

/**
 * The edits that may mend a turn, read off the alignment of its calls with the ground truth's; the
 * likeliest first. What belongs together, as the two halves of a call that moves, is one candidate
 * of two edits.
 */
final class CandidateEdits {
  private static final int NO_PARTNER = -1;

  private final int turn;
  private final List<VerifiedCall> calls;
  private final List<VerifiedCall> truth;
  private final List<CallAlignment.Pair> pairs;

  /** Per ground-truth call the place of the policy's call it is paired with. */
  private final int[] partners;

  private CandidateEdits(int turn, PlayedTurn played) {
    this.turn = turn;
    this.calls = played.calls();
    this.truth = played.truth();
    this.pairs = CallAlignment.of(calls, truth);
    this.partners = new int[truth.size()];
    for (int i = 0; i < partners.length; i++) {
      partners[i] = placeOf(pairs.get(i).policy());
    }
  }

  /** The candidates of a turn: first those of one edit, then those of two. */
  static List<List<Edit>> of(int turn, PlayedTurn played) {
    CandidateEdits candidates = new CandidateEdits(turn, played);
    Set<List<Edit>> all = new LinkedHashSet<>();
    candidates.addReplacements(all);
    candidates.addInsertions(all, wanted -> candidates.partners[wanted] == NO_PARTNER);
    candidates.addDrops(all);
    // Calls that were made otherwise, or too early or late: where they are they may do no harm.
    candidates.addInsertions(all, candidates::isDifferent);
    candidates.addInsertions(all, candidates::isTooEarly);
    candidates.addInsertions(all, candidates::isOutOfOrder);
    candidates.addExchanges(all);
    candidates.addMoves(all);
    return List.copyOf(all);
  }

  private int placeOf(@Nullable VerifiedCall call) {
    for (int place = 0; place < calls.size(); place++) {
      // Alignment hands back the very call it was given; equal ones may be made twice.
      if (isSame(calls.get(place), call)) {
        return place;
      }
    }
    return NO_PARTNER;
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(VerifiedCall call, @Nullable VerifiedCall other) {
    return call == other;
  }

  private boolean isEqual(int wanted) {
    return partners[wanted] != NO_PARTNER && pairs.get(wanted).differing().isEmpty();
  }

  private boolean isDifferent(int wanted) {
    return partners[wanted] != NO_PARTNER && !isEqual(wanted);
  }

  private void addReplacements(Set<List<Edit>> all) {
    for (int wanted = 0; wanted < partners.length; wanted++) {
      if (isDifferent(wanted)) {
        all.add(List.of(Edit.replace(turn, partners[wanted], wanted)));
      }
    }
  }

  private void addInsertions(Set<List<Edit>> all, IntPredicate chosen) {
    for (int wanted = 0; wanted < partners.length; wanted++) {
      if (chosen.test(wanted)) {
        for (int place : places(wanted)) {
          all.add(List.of(Edit.insert(turn, place, wanted)));
        }
      }
    }
  }

  /** Calls nobody asked for: those that succeeded first, and none of which nothing ran. */
  private void addDrops(Set<List<Edit>> all) {
    boolean[] paired = paired();
    for (int place = 0; place < calls.size(); place++) {
      if (!paired[place] && calls.get(place).status() == CallStatus.SUCCEEDED) {
        all.add(List.of(Edit.drop(turn, place)));
      }
    }
    Map<String, List<Integer>> twins = placesByText();
    for (int place = 0; place < calls.size(); place++) {
      if (!paired[place] && mayHaveRun(calls.get(place))) {
        all.add(List.of(Edit.drop(turn, place)));
        // Of a call made twice, the one that is paired may be the one too many. Further surplus
        // calls of the same text have the same twins.
        List<Integer> same = twins.remove(calls.get(place).text());
        if (same != null) {
          same.forEach(twin -> all.add(List.of(Edit.drop(turn, twin))));
        }
      }
    }
  }

  private Map<String, List<Integer>> placesByText() {
    Map<String, List<Integer>> places = new HashMap<>();
    for (int place = 0; place < calls.size(); place++) {
      places.computeIfAbsent(calls.get(place).text(), text -> new ArrayList<>()).add(place);
    }
    return places;
  }

  private static boolean mayHaveRun(VerifiedCall call) {
    return switch (call.status()) {
      case SUCCEEDED, ERROR_RESULT, TYPE_ERROR, RAISED, UNSUPPORTED -> true;
      case UNBOUND, UNKNOWN_NAME, MALFORMED, DENIED, REJECTED -> false;
    };
  }

  private boolean[] paired() {
    boolean[] paired = new boolean[calls.size()];
    for (int partner : partners) {
      if (partner != NO_PARTNER) {
        paired[partner] = true;
      }
    }
    return paired;
  }

  /** A call nobody asked for makes room for one that was not made: the wrong tool was called. */
  private void addExchanges(Set<List<Edit>> all) {
    boolean[] paired = paired();
    for (int wanted = 0; wanted < partners.length; wanted++) {
      for (int place = 0; place < calls.size(); place++) {
        if (partners[wanted] == NO_PARTNER && !paired[place] && mayHaveRun(calls.get(place))) {
          all.add(List.of(Edit.insert(turn, place, wanted), Edit.drop(turn, place)));
        }
      }
    }
  }

  /** Calls that were made, and not in the ground truth's order. */
  private void addMoves(Set<List<Edit>> all) {
    for (int wanted = 0; wanted < partners.length; wanted++) {
      int from = partners[wanted];
      if (from == NO_PARTNER || (isEqual(wanted) && !isOutOfOrder(wanted))) {
        continue;
      }
      for (int to : places(wanted)) {
        if (to != from && to != from + 1) {
          List<Edit> move = Arrays.asList(Edit.drop(turn, from), Edit.insert(turn, to, wanted));
          move.sort(null);
          all.add(List.copyOf(move));
        }
      }
    }
  }

  /** Whether a call that belongs before it was made after it. */
  private boolean isTooEarly(int wanted) {
    if (!isEqual(wanted)) {
      return false;
    }
    for (int before = 0; before < wanted; before++) {
      if (partners[before] > partners[wanted]) {
        return true;
      }
    }
    return false;
  }

  private boolean isOutOfOrder(int wanted) {
    if (!isEqual(wanted)) {
      return false;
    }
    for (int other = 0; other < partners.length; other++) {
      if (partners[other] != NO_PARTNER
          && (other < wanted) != (partners[other] < partners[wanted])
          && other != wanted) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where a ground-truth call may go: right behind the call that comes before it there, right
   * before the one that comes after it, then between the two.
   */
  private Set<Integer> places(int wanted) {
    int behind = 0;
    for (int before = wanted - 1; before >= 0 && behind == 0; before--) {
      behind = partners[before] + 1;
    }
    int ahead = calls.size();
    for (int after = partners.length - 1; after > wanted; after--) {
      ahead = partners[after] == NO_PARTNER ? ahead : partners[after];
    }
    Set<Integer> places = new LinkedHashSet<>();
    places.add(behind);
    places.add(ahead);
    for (int place = behind + 1; place < ahead; place++) {
      places.add(place);
    }
    return places;
  }
}
