package org.sealflow.python;

import java.math.BigInteger;
import java.util.function.IntFunction;

/**
 * Elementary functions rounded to the nearest number, ties to even: to a number of significant bits
 * or to a double. Each is enclosed more and more narrowly until both ends round to the same.
 *
 * <p>The C library of the reference rounds {@code pow} like this in all but 0.08 % of random cases
 * (math-api.md 4.9); which ones, depends on the processor.
 */
final class Elementary {
  /** The first enclosure is this many bits narrower than the result is long. */
  private static final int SPARE_BITS = 40;

  private static final int DOUBLE_BITS = 53;

  /** A result beyond these exponents of e is no double any more. */
  private static final double GREATEST_EXPONENT = 710;

  private static final double LEAST_EXPONENT = -746;

  /** 256 · √½: below it a mantissa is doubled, which keeps its logarithm small. */
  private static final int SQUARE_ROOT_OF_HALF = 181;

  private Elementary() {}

  /** The exact value lies between (value ∓ error) · 2^exponent. */
  private record Enclosure(BigInteger value, BigInteger error, long exponent) {
    BigFloat low() {
      return BigFloat.of(value.subtract(error), exponent);
    }

    BigFloat high() {
      return BigFloat.of(value.add(error), exponent);
    }

    Enclosure negate() {
      return new Enclosure(value.negate(), error, exponent);
    }
  }

  /** Rounds what encloses a number that is no tie: {@code enclosure} takes the bits to be good. */
  private static BigFloat nearest(int bits, IntFunction<Enclosure> enclosure) {
    for (int work = bits + SPARE_BITS; ; work *= 2) {
      Enclosure enclosed = enclosure.apply(work);
      BigFloat low = enclosed.low().round(bits);
      if (low.equals(enclosed.high().round(bits))) {
        return low;
      }
    }
  }

  private static double nearestDouble(IntFunction<Enclosure> enclosure) {
    for (int work = DOUBLE_BITS + SPARE_BITS; ; work *= 2) {
      Enclosure enclosed = enclosure.apply(work);
      double low = enclosed.low().toDouble();
      if (low == enclosed.high().toDouble()) {
        return low;
      }
    }
  }

  /** ln x of a finite x above 0. */
  static BigFloat ln(BigFloat x, int bits) {
    return x.isOne() ? BigFloat.ZERO : nearest(bits, work -> enclosedLn(x, work));
  }

  /** ln x of a finite double above 0. */
  static double ln(double x) {
    return x == 1 ? 0 : nearestDouble(work -> enclosedLn(BigFloat.of(x), work));
  }

  /** ln x with a relative error below 2^−work; x is not 1. */
  private static Enclosure enclosedLn(BigFloat x, int work) {
    long power = x.magnitude();
    BigInteger mantissa = x.mantissa();
    int length = mantissa.bitLength();
    BigInteger top = length > 8 ? mantissa.shiftRight(length - 8) : mantissa.shiftLeft(8 - length);
    if (top.intValue() < SQUARE_ROOT_OF_HALF) {
      power--;
    }
    long lost =
        power == 0 ? lostNearOne(x) : Long.SIZE - Long.numberOfLeadingZeros(Math.abs(power));
    int bits = Math.toIntExact(work + lost + 10);
    BigInteger value = Series.ln(fixed(mantissa, x.exponent() - power, bits), bits);
    if (power != 0) {
      int wide = bits + (int) lost;
      value =
          value.add(Series.ln2(wide).multiply(BigInteger.valueOf(power)).shiftRight((int) lost));
    }
    return new Enclosure(value, Series.MAX_ERROR.shiftLeft(1), -bits);
  }

  /** Near 1 a logarithm is small: so many leading bits of it are zero. */
  private static long lostNearOne(BigFloat x) {
    BigFloat distance = x.add(BigFloat.of(BigInteger.ONE.negate()));
    return Math.max(0, 1 - distance.magnitude());
  }

  /** {@code mantissa · 2^exponent} in fixed point, cut off. */
  private static BigInteger fixed(BigInteger mantissa, long exponent, int bits) {
    return mantissa.shiftLeft(Math.toIntExact(exponent + bits));
  }

  /** eˣ. */
  static double exp(double x) {
    if (x > GREATEST_EXPONENT || x < LEAST_EXPONENT) {
      return x > 0 ? Double.POSITIVE_INFINITY : 0;
    }
    BigFloat exact = BigFloat.of(x);
    return x == 0
        ? 1
        : nearestDouble(work -> enclosedExp(exact.mantissa(), exact.exponent(), work));
  }

  /**
   * e^(mantissa · 2^exponent), an exponent of e between −746 and 710 known with an absolute error
   * below 2^(−work−20), with a relative error below 2^−work.
   */
  private static Enclosure enclosedExp(BigInteger mantissa, long exponent, int work) {
    int bits = work + 24;
    BigInteger[] parts = fixed(mantissa, exponent, bits).divideAndRemainder(Series.ln2(bits));
    long power = parts[0].longValueExact();
    BigInteger rest = parts[1];
    if (rest.signum() < 0) {
      rest = rest.add(Series.ln2(bits));
      power--;
    }
    // ln 2 is cut off, and up to 1,077 of its units are in the rest.
    return new Enclosure(Series.exp(rest, bits), BigInteger.ONE.shiftLeft(13), power - bits);
  }

  /** {@code base ^ exponent}, both finite, base above 0; an infinity where it is no double. */
  static double pow(double base, double exponent) {
    if (exponent == 1) {
      return base;
    }
    if (exponent == 2) {
      return base * base;
    }
    if (base == 1 || exponent == 0) {
      return 1;
    }
    double logarithm = exponent * Math.log(base);
    if (logarithm > GREATEST_EXPONENT || logarithm < LEAST_EXPONENT) {
      return logarithm > 0 ? Double.POSITIVE_INFINITY : 0;
    }
    BigFloat exact = exactPower(BigFloat.of(base), exponent);
    return exact.isNan()
        ? nearestDouble(work -> enclosedPow(base, exponent, work))
        : exact.toDouble();
  }

  private static Enclosure enclosedPow(double base, double exponent, int work) {
    Enclosure logarithm = enclosedLn(BigFloat.of(base), work + 40);
    BigFloat factor = BigFloat.of(exponent);
    return enclosedExp(
        logarithm.value().multiply(factor.mantissa()),
        logarithm.exponent() + factor.exponent(),
        work);
  }

  /**
   * The power where it has so few bits that it may be a double or lie midway between two; NaN
   * otherwise. Roots count too: 6.25^1.5.
   */
  private static BigFloat exactPower(BigFloat base, double exponent) {
    BigInteger mantissa = base.mantissa();
    long scale = base.exponent();
    double whole = exponent;
    while (whole != Math.rint(whole)) {
      BigInteger root = mantissa.sqrt();
      if ((scale & 1) != 0 || !root.multiply(root).equals(mantissa)) {
        return BigFloat.NAN;
      }
      mantissa = root;
      scale /= 2;
      whole *= 2;
    }
    if (mantissa.equals(BigInteger.ONE)) {
      return BigFloat.of(BigInteger.ONE, scale * (long) whole);
    }
    return whole > 0 && whole * (mantissa.bitLength() - 1) <= DOUBLE_BITS + 1
        ? BigFloat.of(mantissa.pow((int) whole), scale * (long) whole)
        : BigFloat.NAN;
  }

  /** sin x of a finite double. */
  static double sin(double x) {
    return x == 0 ? x : nearestDouble(work -> enclosedSine(BigFloat.of(x), 0, work));
  }

  /** cos x of a finite double. */
  static double cos(double x) {
    return x == 0 ? 1 : nearestDouble(work -> enclosedSine(BigFloat.of(x).abs(), 1, work));
  }

  /** sin(x + quarters · π/2). */
  private static Enclosure enclosedSine(BigFloat x, int quarters, int work) {
    int bits = work + 10;
    int wide = Math.toIntExact(bits + Math.max(0, x.magnitude()));
    BigInteger[] parts =
        fixed(x.mantissa().abs(), x.exponent(), wide)
            .divideAndRemainder(Series.pi(wide + 1).shiftRight(2));
    int quadrant = (parts[0].intValue() + quarters) & 3;
    BigInteger rest = parts[1].shiftRight(wide - bits);
    BigInteger value = (quadrant & 1) == 0 ? Series.sin(rest, bits) : Series.cos(rest, bits);
    Enclosure enclosure = new Enclosure(value, Series.MAX_ERROR.shiftLeft(1), -bits);
    boolean lower = quadrant >= 2;
    return lower == (x.signum() < 0) ? enclosure : enclosure.negate();
  }

  /** The angle of the point (x, y), both finite, from −π to π; 0 for the origin. */
  static BigFloat atan2(BigFloat y, BigFloat x, int bits) {
    if (y.isZero()) {
      return x.signum() < 0 ? pi(bits) : BigFloat.ZERO;
    }
    BigFloat angle =
        x.isZero() ? pi(bits).scale(-1) : nearest(bits, work -> enclosedAngle(y.abs(), x, work));
    return y.signum() < 0 ? angle.negate() : angle;
  }

  static BigFloat pi(int bits) {
    return nearest(bits, work -> new Enclosure(Series.pi(work), Series.MAX_ERROR, -work));
  }

  private static Enclosure enclosedAngle(BigFloat y, BigFloat x, int work) {
    BigFloat width = x.abs();
    boolean flat = y.magnitude() < width.magnitude();
    long lost = flat && x.signum() > 0 ? width.magnitude() - y.magnitude() + 1 : 0;
    int bits = Math.toIntExact(work + lost + 10);
    BigInteger angle =
        flat
            ? Series.atan(quotient(y, width, bits), bits)
            : Series.pi(bits).shiftRight(1).subtract(Series.atan(quotient(width, y, bits), bits));
    if (x.signum() < 0) {
      angle = Series.pi(bits).subtract(angle);
    }
    return new Enclosure(angle, Series.MAX_ERROR.shiftLeft(1), -bits);
  }

  private static BigInteger quotient(BigFloat a, BigFloat b, int bits) {
    int shift = Math.toIntExact(a.exponent() - b.exponent() + bits);
    return shift >= 0
        ? a.mantissa().shiftLeft(shift).divide(b.mantissa())
        : a.mantissa().divide(b.mantissa().shiftLeft(-shift));
  }

  /** √(x² + y²) of two finite doubles. */
  static double hypot(double x, double y) {
    BigFloat left = BigFloat.of(x);
    BigFloat right = BigFloat.of(y);
    BigFloat square = left.multiply(left).add(right.multiply(right));
    int shift = 128 + (int) (square.exponent() & 1);
    BigInteger[] root = square.mantissa().shiftLeft(shift).sqrtAndRemainder();
    return BigFloat.withSticky(root[0], root[1].signum() != 0, (square.exponent() - shift) >> 1)
        .toDouble();
  }
}
