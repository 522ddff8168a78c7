package org.sealflow.bfcl.python;

import java.math.BigInteger;
import org.apache.commons.rng.core.source32.MersenneTwister;

/** Python's {@code random.Random(seed)} for an int seed: MT19937 seeded by array. */
public final class PyRandom {
  private final MersenneTwister generator;

  /** How many 32-bit words were drawn: with the seed, the whole state. */
  private long drawn;

  public PyRandom(long seed) {
    this.generator = new MersenneTwister(words(BigInteger.valueOf(seed).abs()));
  }

  private static int[] words(BigInteger seed) {
    int count = Math.max(1, (seed.bitLength() + 31) / 32);
    int[] words = new int[count];
    for (int i = 0; i < count; i++) {
      words[i] = seed.shiftRight(32 * i).intValue();
    }
    return words;
  }

  /** How many 32-bit words were drawn so far. */
  public long drawn() {
    return drawn;
  }

  /** The next word, 0 to 2^32 − 1. */
  public long nextWord() {
    drawn++;
    return generator.nextInt() & 0xffffffffL;
  }

  /** {@code random()}: 53 bits, 0 ≤ value &lt; 1. */
  public double nextDouble() {
    long high = nextWord() >>> 5;
    long low = nextWord() >>> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }

  /** {@code uniform(a, b)}. */
  public double uniform(double a, double b) {
    return a + (b - a) * nextDouble();
  }

  /** {@code randint(a, b)}, both ends included; a ≤ b, b − a below 2^62. */
  public long randint(long a, long b) {
    long n = b - a + 1;
    int bits = 64 - Long.numberOfLeadingZeros(n);
    long value = bits(bits);
    while (value >= n) {
      value = bits(bits);
    }
    return a + value;
  }

  /** {@code getrandbits(k)}: the low word first. */
  private long bits(int k) {
    if (k <= 32) {
      return nextWord() >>> (32 - k);
    }
    long low = nextWord();
    return low | ((nextWord() >>> (64 - k)) << 32);
  }
}
