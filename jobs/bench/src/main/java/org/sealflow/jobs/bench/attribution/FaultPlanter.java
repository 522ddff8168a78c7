package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Plants faults at random places. Equal chance makes equal faults. */
final class FaultPlanter {
  private final CallPool pool;
  private final RandomGenerator random;

  FaultPlanter(CallPool pool, RandomGenerator random) {
    this.pool = pool;
    this.random = random;
  }

  /**
   * An episode with its faults; whether it fails is not looked at.
   *
   * @param before the episode without them
   */
  record Planted(PassingEpisode before, PassingEpisode episode, List<PlantedFault> faults) {}

  /**
   * Plants one fault.
   *
   * @return null if the episode has no place for it
   */
  @Nullable Planted plant(PlantedFaultKind kind, PassingEpisode episode) {
    return plant(kind, episode, 0);
  }

  /**
   * Plants one fault of each of two kinds, the second in a later turn.
   *
   * @return null if the episode has no place for them
   */
  @Nullable Planted plantBoth(
      PlantedFaultKind first, PlantedFaultKind second, PassingEpisode episode) {
    Planted one = plant(first, episode, 0);
    if (one == null) {
      return null;
    }
    Planted both = plant(second, one.episode(), one.faults().get(0).turn() + 1);
    return both == null
        ? null
        : new Planted(episode, both.episode(), List.of(one.faults().get(0), both.faults().get(0)));
  }

  private @Nullable Planted plant(PlantedFaultKind kind, PassingEpisode episode, int fromTurn) {
    List<Integer> turns = new ArrayList<>();
    for (int turn = fromTurn; turn < episode.turns().size(); turn++) {
      if (hasPlace(kind, episode, turn)) {
        turns.add(turn);
      }
    }
    if (turns.isEmpty()) {
      return null;
    }
    int turn = turns.get(random.nextInt(turns.size()));
    List<String> calls = new ArrayList<>(episode.turns().get(turn));
    PlantedFault fault =
        switch (kind) {
          case WRONG_VALUE -> wrongValue(turn, calls);
          case MISSING_CALL -> missingCall(turn, calls);
          case SPURIOUS_CALL -> spuriousCall(turn, calls, episode);
          case WRONG_TOOL -> wrongTool(turn, calls);
          case SWAPPED_ORDER -> swappedOrder(turn, calls);
          case REPEATED_CALL -> repeatedCall(turn, calls);
        };
    if (fault == null) {
      return null;
    }
    List<List<String>> all = new ArrayList<>(episode.turns());
    all.set(turn, calls);
    return new Planted(episode, episode.with(all), List.of(fault));
  }

  private static boolean hasPlace(PlantedFaultKind kind, PassingEpisode episode, int turn) {
    int calls = episode.turns().get(turn).size();
    boolean wantsNone = episode.task().program().groundTruth().get(turn).isEmpty();
    return switch (kind) {
      case WRONG_VALUE, MISSING_CALL, WRONG_TOOL, REPEATED_CALL -> calls > 0 && !wantsNone;
      case SPURIOUS_CALL -> calls == 0 && wantsNone;
      case SWAPPED_ORDER -> calls > 1 && !wantsNone;
    };
  }

  private @Nullable PlantedFault wrongValue(int turn, List<String> calls) {
    int place = random.nextInt(calls.size());
    String wanted = calls.get(place);
    String found = pool.callWithOtherValue(wanted, random);
    if (found == null) {
      return null;
    }
    calls.set(place, found);
    return new PlantedFault(PlantedFaultKind.WRONG_VALUE, turn, place, found, wanted);
  }

  private PlantedFault missingCall(int turn, List<String> calls) {
    int place = random.nextInt(calls.size());
    return new PlantedFault(PlantedFaultKind.MISSING_CALL, turn, place, null, calls.remove(place));
  }

  /** Inserts a call that the turn does not need: one of another turn, or of another episode. */
  private @Nullable PlantedFault spuriousCall(
      int turn, List<String> calls, PassingEpisode episode) {
    List<String> elsewhere = episode.turns().stream().flatMap(List::stream).toList();
    if (elsewhere.isEmpty()) {
      return null;
    }
    String found = elsewhere.get(random.nextInt(elsewhere.size()));
    String other = random.nextBoolean() ? pool.callOfOtherTool(found, random) : null;
    calls.add(other == null ? found : other);
    return new PlantedFault(PlantedFaultKind.SPURIOUS_CALL, turn, 0, calls.get(0), null);
  }

  private @Nullable PlantedFault wrongTool(int turn, List<String> calls) {
    int place = random.nextInt(calls.size());
    String wanted = calls.get(place);
    String found = pool.callOfOtherTool(wanted, random);
    if (found == null) {
      return null;
    }
    calls.set(place, found);
    return new PlantedFault(PlantedFaultKind.WRONG_TOOL, turn, place, found, wanted);
  }

  private @Nullable PlantedFault swappedOrder(int turn, List<String> calls) {
    int place = random.nextInt(calls.size() - 1);
    String first = calls.get(place);
    String second = calls.get(place + 1);
    if (first.equals(second)) {
      return null;
    }
    calls.set(place, second);
    calls.set(place + 1, first);
    return new PlantedFault(PlantedFaultKind.SWAPPED_ORDER, turn, place, second, first);
  }

  private PlantedFault repeatedCall(int turn, List<String> calls) {
    int place = random.nextInt(calls.size());
    String found = calls.get(place);
    calls.add(place, found);
    return new PlantedFault(PlantedFaultKind.REPEATED_CALL, turn, place + 1, found, null);
  }
}
