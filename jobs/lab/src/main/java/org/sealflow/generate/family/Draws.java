package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.List;

/**
 * Random draws by SplitMix64 (Steele, Lea, Flood 2014). Written out here because the tasks of a
 * seed must be the same for ever, whatever the platform's generators become. Not thread-safe.
 */
public final class Draws {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  Draws(long seed) {
    this.state = seed;
  }

  /** The draws of one task: equal for equal numbers, unrelated for others. */
  public static Draws of(long... numbers) {
    long seed = 0;
    for (long number : numbers) {
      seed = mixed(seed + GOLDEN + mixed(number + GOLDEN));
    }
    return new Draws(seed);
  }

  /** The output function of SplitMix64: a permutation of the longs. */
  public static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private long next() {
    state += GOLDEN;
    return mixed(state);
  }

  /** A number from 0 to {@code bound} - 1; the bias of the remainder is below 1e-12. */
  public int below(int bound) {
    return (int) ((next() >>> 1) % bound);
  }

  /** A number from {@code low} to {@code high}, both included. */
  long between(long low, long high) {
    return low + (next() >>> 1) % (high - low + 1);
  }

  /** Whether something that happens with this probability happens. */
  public boolean chance(double probability) {
    return (next() >>> 11) * 0x1.0p-53 < probability;
  }

  public <T> T pick(List<T> items) {
    return items.get(below(items.size()));
  }

  /** The items in a random order. */
  public <T> List<T> shuffled(List<T> items) {
    List<T> shuffled = new ArrayList<>(items);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int other = below(i + 1);
      T moved = shuffled.get(i);
      shuffled.set(i, shuffled.get(other));
      shuffled.set(other, moved);
    }
    return shuffled;
  }

  /** An index, as likely as its weight says. */
  public int weighted(List<Integer> weights) {
    int place = below(weights.stream().mapToInt(Integer::intValue).sum());
    int index = 0;
    while (place >= weights.get(index)) {
      place -= weights.get(index);
      index++;
    }
    return index;
  }
}
