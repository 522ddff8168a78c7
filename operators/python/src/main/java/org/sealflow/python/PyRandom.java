package org.sealflow.python;

import java.math.BigInteger;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Python's {@code random.Random(seed)} for an int seed: the generator MT19937 (Matsumoto and
 * Nishimura, 1998) seeded by an array. Words are made one by one when they are drawn, because most
 * instances draw few.
 *
 * <p>Source: python-semantics.md 4.15.
 */
public final class PyRandom {
  private static final int WORDS = 624;

  /** How far ahead the word lies that a new word is mixed with. */
  private static final int DISTANCE = 397;

  private static final int TWIST = 0x9908b0df;
  private static final int HIGH_BIT = 0x80000000;

  /** The state into which an array of seeds is mixed. */
  private static final int[] UNSEEDED = spread(19650218);

  /** The state after each seed the simulators fall back to; copied before it is used. */
  private static final Map<Long, int[]> SEEDED =
      Stream.of(141053L, 200191L, 1053520L)
          .collect(Collectors.toUnmodifiableMap(Function.identity(), PyRandom::seeded));

  private final int[] state;
  private int next;

  /** How many 32-bit words were drawn: with the seed, the whole state. */
  private long drawn;

  private PyRandom(PyRandom other) {
    this.state = other.state.clone();
    this.next = other.next;
    this.drawn = other.drawn;
  }

  /** A generator that draws from here on what this one does. */
  public PyRandom copy() {
    return new PyRandom(this);
  }

  public PyRandom(long seed) {
    int[] known = SEEDED.get(seed);
    this.state = known == null ? seeded(seed) : known.clone();
  }

  private static int[] spread(int seed) {
    int[] words = new int[WORDS];
    words[0] = seed;
    for (int i = 1; i < WORDS; i++) {
      words[i] = 1812433253 * (words[i - 1] ^ (words[i - 1] >>> 30)) + i;
    }
    return words;
  }

  private static int[] seeded(long seed) {
    int[] key = key(BigInteger.valueOf(seed).abs());
    int[] words = UNSEEDED.clone();
    int at = 1;
    for (int i = 0; i < WORDS; i++) {
      int part = i % key.length;
      words[at] = mixed(words, at, 1664525) + key[part] + part;
      at = following(words, at);
    }
    for (int i = 1; i < WORDS; i++) {
      words[at] = mixed(words, at, 1566083941) - at;
      at = following(words, at);
    }
    words[0] = HIGH_BIT;
    return words;
  }

  private static int mixed(int[] words, int at, int factor) {
    return words[at] ^ ((words[at - 1] ^ (words[at - 1] >>> 30)) * factor);
  }

  /** The next place after 0; the last word is carried over to the start. */
  private static int following(int[] words, int at) {
    if (at + 1 < WORDS) {
      return at + 1;
    }
    words[0] = words[WORDS - 1];
    return 1;
  }

  /** The seed in words of 32 bits, the lowest first. */
  private static int[] key(BigInteger seed) {
    int[] words = new int[Math.max(1, (seed.bitLength() + 31) / 32)];
    for (int i = 0; i < words.length; i++) {
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
    int at = next;
    int following = at + 1 < WORDS ? at + 1 : 0;
    int ahead = at + DISTANCE < WORDS ? at + DISTANCE : at + DISTANCE - WORDS;
    int joined = (state[at] & HIGH_BIT) | (state[following] & ~HIGH_BIT);
    state[at] = state[ahead] ^ (joined >>> 1) ^ (-(joined & 1) & TWIST);
    next = following;
    drawn++;
    return tempered(state[at]) & 0xffffffffL;
  }

  private static int tempered(int word) {
    int y = word ^ (word >>> 11);
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return y ^ (y >>> 18);
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
