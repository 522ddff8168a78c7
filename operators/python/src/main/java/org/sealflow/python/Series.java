package org.sealflow.python;

import java.math.BigInteger;

/**
 * Elementary functions in fixed point: a number x stands as the whole number x · 2^bits. Every
 * result is at most {@link #MAX_ERROR} units of the last bit away from the exact value.
 */
final class Series {
  /** In units of the last bit. */
  static final BigInteger MAX_ERROR = BigInteger.valueOf(64);

  /** The extra bits a function works with, so that its own rounding errors stay below one unit. */
  private static final int GUARD_BITS = 24;

  /** Up to this many bits a constant is at hand; beyond it is computed when asked for. */
  private static final int CONSTANT_BITS = 640;

  private static final BigInteger LN_2 = computeLn2(CONSTANT_BITS);
  private static final BigInteger PI = computePi(CONSTANT_BITS);

  private Series() {}

  static BigInteger one(int bits) {
    return BigInteger.ONE.shiftLeft(bits);
  }

  static BigInteger ln2(int bits) {
    return bits <= CONSTANT_BITS ? LN_2.shiftRight(CONSTANT_BITS - bits) : computeLn2(bits);
  }

  static BigInteger pi(int bits) {
    return bits <= CONSTANT_BITS ? PI.shiftRight(CONSTANT_BITS - bits) : computePi(bits);
  }

  /** ln 2 = 18 artanh(1/26) − 2 artanh(1/4801) + 8 artanh(1/8749). */
  private static BigInteger computeLn2(int bits) {
    int work = bits + GUARD_BITS;
    return inverseSeries(26, work, 1)
        .multiply(BigInteger.valueOf(18))
        .subtract(inverseSeries(4801, work, 1).shiftLeft(1))
        .add(inverseSeries(8749, work, 1).shiftLeft(3))
        .shiftRight(GUARD_BITS);
  }

  /** Machin: π = 16 arctan(1/5) − 4 arctan(1/239). */
  private static BigInteger computePi(int bits) {
    int work = bits + GUARD_BITS;
    return inverseSeries(5, work, -1)
        .shiftLeft(4)
        .subtract(inverseSeries(239, work, -1).shiftLeft(2))
        .shiftRight(GUARD_BITS);
  }

  /** artanh(1/n) for sign 1, arctan(1/n) for sign −1. */
  private static BigInteger inverseSeries(long n, int bits, int sign) {
    BigInteger square = BigInteger.valueOf(sign * n * n);
    BigInteger power = one(bits).divide(BigInteger.valueOf(n));
    BigInteger sum = power;
    for (long k = 3; power.signum() != 0; k += 2) {
      power = power.divide(square);
      sum = sum.add(power.divide(BigInteger.valueOf(k)));
    }
    return sum;
  }

  /** How often an argument is halved before a series, so that few terms are left. */
  private static int halvings(int bits) {
    return bits < 256 ? 0 : (int) (Math.sqrt(bits) / 4);
  }

  /** ln x for 0.5 ≤ x ≤ 2. */
  static BigInteger ln(BigInteger x, int bits) {
    int halvings = halvings(bits);
    int work = bits + halvings + GUARD_BITS;
    BigInteger root = x.shiftLeft(work - bits);
    for (int i = 0; i < halvings; i++) {
      root = root.shiftLeft(work).sqrt();
    }
    BigInteger one = one(work);
    BigInteger ratio = root.subtract(one).shiftLeft(work).divide(root.add(one));
    return oddSeries(ratio, work, 1).shiftLeft(halvings + 1).shiftRight(work - bits);
  }

  /** arctan x for 0 ≤ x ≤ 2. */
  static BigInteger atan(BigInteger x, int bits) {
    int halvings = halvings(bits) + 3;
    int work = bits + halvings + GUARD_BITS;
    BigInteger one = one(work);
    BigInteger t = x.shiftLeft(work - bits);
    for (int i = 0; i < halvings; i++) {
      BigInteger hypotenuse = one.shiftLeft(work).add(t.multiply(t)).sqrt();
      t = t.shiftLeft(work).divide(one.add(hypotenuse));
    }
    return oddSeries(t, work, -1).shiftLeft(halvings).shiftRight(work - bits);
  }

  /** artanh t for sign 1, arctan t for sign −1: t + s t³/3 + t⁵/5 + …. */
  private static BigInteger oddSeries(BigInteger t, int bits, int sign) {
    BigInteger square = t.multiply(t).shiftRight(bits);
    if (sign < 0) {
      square = square.negate();
    }
    BigInteger power = t;
    BigInteger sum = t;
    for (long k = 3; power.abs().bitLength() > 1; k += 2) {
      power = power.multiply(square).shiftRight(bits);
      sum = sum.add(power.divide(BigInteger.valueOf(k)));
    }
    return sum;
  }

  /** eˣ for 0 ≤ x ≤ 1. */
  static BigInteger exp(BigInteger x, int bits) {
    int halvings = 6 + halvings(bits);
    int work = bits + halvings + GUARD_BITS;
    BigInteger small = x.shiftLeft(work - bits).shiftRight(halvings);
    BigInteger term = one(work);
    BigInteger sum = term;
    for (long k = 1; term.signum() != 0; k++) {
      term = term.multiply(small).shiftRight(work).divide(BigInteger.valueOf(k));
      sum = sum.add(term);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum).shiftRight(work);
    }
    return sum.shiftRight(work - bits);
  }

  /** sin x for 0 ≤ x ≤ 2. */
  static BigInteger sin(BigInteger x, int bits) {
    return alternating(x.shiftLeft(GUARD_BITS), x, bits, 1);
  }

  /** cos x for 0 ≤ x ≤ 2. */
  static BigInteger cos(BigInteger x, int bits) {
    return alternating(one(bits + GUARD_BITS), x, bits, 0);
  }

  /** The series whose term k follows from the one before by −x²/((k+1)(k+2)). */
  private static BigInteger alternating(BigInteger first, BigInteger x, int bits, int degree) {
    int work = bits + GUARD_BITS;
    BigInteger wide = x.shiftLeft(GUARD_BITS);
    BigInteger square = wide.multiply(wide).shiftRight(work).negate();
    BigInteger term = first;
    BigInteger sum = first;
    for (long k = degree; term.abs().bitLength() > 1; k += 2) {
      term = term.multiply(square).shiftRight(work).divide(BigInteger.valueOf((k + 1) * (k + 2)));
      sum = sum.add(term);
    }
    return sum.shiftRight(GUARD_BITS);
  }
}
