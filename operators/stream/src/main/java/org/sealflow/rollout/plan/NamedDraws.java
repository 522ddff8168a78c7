package org.sealflow.rollout.plan;

/**
 * Random numbers by name instead of by order: what is drawn for one thing never depends on what
 * else is drawn, or when. Immutable; the mixing function is that of SplitMix64 (Steele, Lea and
 * Flood, "Fast splittable pseudorandom number generators", 2014).
 *
 * @param state where the numbers come from
 */
public record NamedDraws(long state) {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
  private static final double UNIT = 0x1.0p-53;

  /** The draws of a seed. */
  public static NamedDraws of(long seed) {
    return new NamedDraws(mix(seed + GOLDEN_GAMMA));
  }

  /** The draws of a numbered part. */
  public NamedDraws at(long part) {
    return new NamedDraws(mix(state + GOLDEN_GAMMA ^ mix(part + GOLDEN_GAMMA)));
  }

  /** The draws of a named part. */
  public NamedDraws at(String name) {
    long hash = mix(name.length());
    for (int i = 0; i < name.length(); i++) {
      hash = mix(hash + GOLDEN_GAMMA + name.charAt(i));
    }
    return at(hash);
  }

  /** A number from 0 inclusive to 1 exclusive, uniformly distributed. */
  public double unit() {
    return (state >>> 11) * UNIT;
  }

  /**
   * A whole number from 0 inclusive to a bound exclusive, uniformly distributed.
   *
   * @throws IllegalArgumentException if the bound is not positive
   */
  public int below(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound is " + bound + ", expected 1 or more");
    }
    // Of 53 bits taken as a fraction, no bound of 31 bits is off by more than 2^-22 relatively.
    return (int) (unit() * bound);
  }

  /** The numbers from 0 to {@code size - 1} in random order (Fisher and Yates). */
  public int[] permutation(int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int j = at(i).below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
