package org.sealflow.jobs.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * Which faults come when. The seed decides alone: a longer schedule begins like a shorter one of
 * the same seed and kinds. Kinds are dealt like cards, so that every kind comes before any comes
 * twice as often as another.
 */
public final class FaultSchedule {
  private static final int LONGEST_GAP_MILLIS = 4_000;
  private static final int TARGETS = 1 << 10;

  /** One fault in so many hits a system that has not recovered from the one before. */
  private static final int ON_TOP = 5;

  private FaultSchedule() {}

  /**
   * Draws the faults.
   *
   * @param kinds what may happen
   * @throws IllegalArgumentException if no fault or no kind is asked for
   */
  public static List<PlannedFault> of(long seed, int faults, Collection<ChaosFault> kinds) {
    if (faults < 1 || kinds.isEmpty()) {
      throw new IllegalArgumentException("a schedule has at least one fault of one kind");
    }
    Random random = new Random(seed);
    List<ChaosFault> deck = new ArrayList<>();
    List<PlannedFault> planned = new ArrayList<>();
    for (int number = 1; number <= faults; number++) {
      if (deck.isEmpty()) {
        deck.addAll(new TreeSet<>(kinds));
        Collections.shuffle(deck, random);
      }
      planned.add(draw(number, deck.remove(deck.size() - 1), random));
    }
    return List.copyOf(planned);
  }

  private static PlannedFault draw(int number, ChaosFault kind, Random random) {
    return new PlannedFault(
        number,
        kind,
        random.nextInt(TARGETS),
        Duration.ofMillis(random.nextInt(LONGEST_GAP_MILLIS)),
        Duration.ofMillis(between(kind.shortestMillis(), kind.longestMillis(), random)),
        random.nextLong(),
        random.nextInt(ON_TOP) == 0 && kind.part() != ChaosFault.Part.JOBS);
  }

  private static int between(int least, int most, Random random) {
    return least + random.nextInt(most - least + 1);
  }

  /** The schedule in rounds of so many faults; the last may be shorter. */
  public static List<List<PlannedFault>> rounds(List<PlannedFault> schedule, int faultsOfRound) {
    List<List<PlannedFault>> rounds = new ArrayList<>();
    for (int from = 0; from < schedule.size(); from += faultsOfRound) {
      rounds.add(schedule.subList(from, Math.min(schedule.size(), from + faultsOfRound)));
    }
    return rounds;
  }
}
