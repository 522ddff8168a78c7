package org.sealflow.jobs.chaos;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which faults come when. The seed decides alone: a longer schedule begins like a shorter one of
 * the same seed, kinds and rounds. Kinds are dealt like cards, so that every kind comes before any
 * comes twice as often as another.
 */
public final class FaultSchedule {
  private static final int LONGEST_GAP_MILLIS = 4_000;
  private static final int TARGETS = 1 << 10;

  /** One fault in so many hits a system that has not recovered from the one before. */
  private static final int ON_TOP = 5;

  private FaultSchedule() {}

  /**
   * Draws the faults. Every other round has a policy server, if one is to be hit, and only such
   * rounds have faults of it.
   *
   * @param kinds what may happen
   * @param faultsOfRound after how many faults everything is checked; the last round may be shorter
   * @throws IllegalArgumentException if no fault or no kind is asked for
   */
  public static List<PlannedRound> of(
      long seed, int faults, Collection<ChaosFault> kinds, int faultsOfRound) {
    if (faults < 1 || faultsOfRound < 1 || kinds.isEmpty()) {
      throw new IllegalArgumentException("a schedule has at least one fault of one kind");
    }
    Random random = new Random(seed);
    Set<ChaosFault> all = new TreeSet<>(kinds);
    Set<ChaosFault> unserved = new TreeSet<>(kinds);
    unserved.removeIf(kind -> kind.part() == ChaosFault.Part.POLICY);
    boolean everyOther = unserved.size() < all.size();
    Deque<ChaosFault> deck = new ArrayDeque<>();
    Deque<ChaosFault> servedDeck = new ArrayDeque<>();
    List<PlannedRound> rounds = new ArrayList<>();
    for (int from = 0; from < faults; from += faultsOfRound) {
      int number = rounds.size() + 1;
      boolean served = unserved.isEmpty() || (everyOther && number % 2 == 0);
      List<PlannedFault> planned = new ArrayList<>();
      for (int fault = from; fault < Math.min(faults, from + faultsOfRound); fault++) {
        ChaosFault kind = served ? deal(servedDeck, all, random) : deal(deck, unserved, random);
        planned.add(draw(fault + 1, kind, random));
      }
      rounds.add(new PlannedRound(number, served, planned));
    }
    return List.copyOf(rounds);
  }

  private static ChaosFault deal(Deque<ChaosFault> deck, Set<ChaosFault> kinds, Random random) {
    if (deck.isEmpty()) {
      List<ChaosFault> shuffled = new ArrayList<>(kinds);
      Collections.shuffle(shuffled, random);
      deck.addAll(shuffled);
    }
    return deck.remove();
  }

  private static PlannedFault draw(int number, ChaosFault kind, Random random) {
    return new PlannedFault(
        number,
        kind,
        random.nextInt(TARGETS),
        Duration.ofMillis(random.nextInt(LONGEST_GAP_MILLIS)),
        Duration.ofMillis(between(kind.shortestMillis(), kind.longestMillis(), random)),
        random.nextLong(),
        random.nextInt(ON_TOP) == 0 && kind.mayComeOnTop());
  }

  private static int between(int least, int most, Random random) {
    return least + random.nextInt(most - least + 1);
  }
}
