package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A binary floating-point number without bounds: mantissa times a power of two, an infinity or NaN.
 * Sums and products are exact; what is not exact takes the number of significant bits to round to
 * (nearest, ties to even). There is one zero, without a sign.
 */
final class BigFloat {
  static final BigFloat ZERO = new BigFloat(Kind.FINITE, BigInteger.ZERO, 0);
  static final BigFloat ONE = new BigFloat(Kind.FINITE, BigInteger.ONE, 0);
  static final BigFloat POSITIVE_INFINITY = new BigFloat(Kind.INFINITE, BigInteger.ONE, 0);
  static final BigFloat NEGATIVE_INFINITY = new BigFloat(Kind.INFINITE, BigInteger.ONE.negate(), 0);
  static final BigFloat NAN = new BigFloat(Kind.NAN, BigInteger.ZERO, 0);

  private static final int DOUBLE_BITS = 53;

  /** A double is a multiple of two to this power. */
  private static final int LEAST_DOUBLE_EXPONENT = -1074;

  private static final int GREATEST_DOUBLE_EXPONENT = 1023;

  private enum Kind {
    FINITE,
    INFINITE,
    NAN
  }

  private final Kind kind;

  /** Odd or zero if finite; 1 or −1 where infinite. */
  private final BigInteger mantissa;

  private final long exponent;

  private BigFloat(Kind kind, BigInteger mantissa, long exponent) {
    this.kind = kind;
    this.mantissa = mantissa;
    this.exponent = exponent;
  }

  /** {@code mantissa · 2^exponent}. */
  static BigFloat of(BigInteger mantissa, long exponent) {
    if (mantissa.signum() == 0) {
      return ZERO;
    }
    int zeros = mantissa.getLowestSetBit();
    return new BigFloat(Kind.FINITE, mantissa.shiftRight(zeros), exponent + zeros);
  }

  static BigFloat of(BigInteger value) {
    return of(value, 0);
  }

  /** The exact value of a double. */
  static BigFloat of(double value) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
    }
    int scale = Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - (DOUBLE_BITS - 1);
    return of(BigInteger.valueOf((long) Math.scalb(value, -scale)), scale);
  }

  boolean isNan() {
    return kind == Kind.NAN;
  }

  boolean isInfinite() {
    return kind == Kind.INFINITE;
  }

  boolean isFinite() {
    return kind == Kind.FINITE;
  }

  boolean isZero() {
    return kind == Kind.FINITE && mantissa.signum() == 0;
  }

  boolean isOne() {
    return kind == Kind.FINITE && exponent == 0 && mantissa.equals(BigInteger.ONE);
  }

  /** −1, 0 or 1; 0 for NaN. */
  int signum() {
    return mantissa.signum();
  }

  BigInteger mantissa() {
    return mantissa;
  }

  long exponent() {
    return exponent;
  }

  /** The k with 2^(k−1) ≤ |this| &lt; 2^k, for a finite number that is not zero. */
  long magnitude() {
    return mantissa.abs().bitLength() + exponent;
  }

  BigFloat negate() {
    return new BigFloat(kind, mantissa.negate(), exponent);
  }

  BigFloat abs() {
    return signum() < 0 ? negate() : this;
  }

  /** {@code this · 2^power}. */
  BigFloat scale(long power) {
    return isFinite() && !isZero() ? new BigFloat(kind, mantissa, exponent + power) : this;
  }

  BigFloat add(BigFloat other) {
    if (!isFinite() || !other.isFinite()) {
      return addSpecial(other);
    }
    if (isZero() || other.isZero()) {
      return isZero() ? other : this;
    }
    long least = Math.min(exponent, other.exponent);
    return of(alignedTo(least).add(other.alignedTo(least)), least);
  }

  private BigInteger alignedTo(long least) {
    return mantissa.shiftLeft(Math.toIntExact(exponent - least));
  }

  private BigFloat addSpecial(BigFloat other) {
    if (isNan() || other.isNan()) {
      return NAN;
    }
    if (isInfinite() && other.isInfinite()) {
      return signum() == other.signum() ? this : NAN;
    }
    return isInfinite() ? this : other;
  }

  BigFloat multiply(BigFloat other) {
    if (isFinite() && other.isFinite()) {
      return of(mantissa.multiply(other.mantissa), exponent + other.exponent);
    }
    return infinity(signum() * other.signum());
  }

  /** The infinity of that sign; NaN for sign 0. */
  private static BigFloat infinity(int sign) {
    return sign == 0 ? NAN : sign > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
  }

  /**
   * {@code this / other} rounded to {@code bits}.
   *
   * @throws PyException ZeroDivisionError without text where {@code other} is zero
   */
  BigFloat divide(BigFloat other, int bits) {
    if (other.isZero()) {
      throw new PyException(PyException.Kind.ZERO_DIVISION_ERROR, "");
    }
    if (isNan() || other.isNan() || (isInfinite() && other.isInfinite())) {
      return NAN;
    }
    if (isInfinite()) {
      return infinity(signum() * other.signum());
    }
    if (other.isInfinite() || isZero()) {
      return ZERO;
    }
    int shift = Math.max(0, bits + 3 - mantissa.bitLength() + other.mantissa.abs().bitLength());
    BigInteger[] parts = mantissa.abs().shiftLeft(shift).divideAndRemainder(other.mantissa.abs());
    BigFloat quotient =
        withSticky(parts[0], parts[1].signum() != 0, exponent - other.exponent - shift);
    return (signum() == other.signum() ? quotient : quotient.negate()).round(bits);
  }

  /**
   * A positive number a little above {@code mantissa · 2^exponent} where something was cut off: it
   * rounds as the exact number does, to fewer bits than the mantissa has.
   */
  static BigFloat withSticky(BigInteger mantissa, boolean cutOff, long exponent) {
    return cutOff ? of(mantissa.shiftLeft(1).setBit(0), exponent - 1) : of(mantissa, exponent);
  }

  /** This number with at most {@code bits} significant bits: the nearest one, ties to even. */
  BigFloat round(int bits) {
    int excess = mantissa.abs().bitLength() - bits;
    return excess <= 0 || !isFinite()
        ? this
        : of(roundedShift(mantissa, excess), exponent + excess);
  }

  /** The first {@code bits} significant bits of this number. */
  BigFloat cut(int bits) {
    int excess = mantissa.abs().bitLength() - bits;
    if (excess <= 0 || !isFinite()) {
      return this;
    }
    BigFloat kept = of(mantissa.abs().shiftRight(excess), exponent + excess);
    return signum() < 0 ? kept.negate() : kept;
  }

  /** {@code value / 2^shift} to the nearest whole number, ties to even; {@code shift} ≥ 1. */
  private static BigInteger roundedShift(BigInteger value, int shift) {
    BigInteger magnitude = value.abs();
    BigInteger quotient = magnitude.shiftRight(shift);
    if (magnitude.testBit(shift - 1)
        && (quotient.testBit(0) || magnitude.getLowestSetBit() < shift - 1)) {
      quotient = quotient.add(BigInteger.ONE);
    }
    return value.signum() < 0 ? quotient.negate() : quotient;
  }

  /** The nearest double, an infinity where it lies beyond the doubles. */
  double toDouble() {
    if (!isFinite()) {
      return isNan() ? Double.NaN : signum() * Double.POSITIVE_INFINITY;
    }
    if (isZero()) {
      return 0;
    }
    long least = Math.max(magnitude() - DOUBLE_BITS, LEAST_DOUBLE_EXPONENT);
    if (least > GREATEST_DOUBLE_EXPONENT) {
      return signum() * Double.POSITIVE_INFINITY;
    }
    if (exponent >= least) {
      return Math.scalb(mantissa.doubleValue(), (int) exponent);
    }
    if (least - exponent > mantissa.bitLength() + 1L) {
      return signum() * 0.0;
    }
    BigInteger rounded = roundedShift(mantissa, (int) (least - exponent));
    double magnitude = Math.scalb(rounded.abs().doubleValue(), (int) least);
    return Math.copySign(magnitude, signum());
  }

  /** The whole part, cut towards zero, of a finite number. */
  BigInteger toBigInteger() {
    return exponent >= 0
        ? mantissa.shiftLeft(Math.toIntExact(exponent))
        : toBigDecimal().toBigInteger();
  }

  /** The exact decimal value of a finite number. */
  BigDecimal toBigDecimal() {
    if (exponent >= 0) {
      return new BigDecimal(mantissa.shiftLeft(Math.toIntExact(exponent)));
    }
    int places = Math.toIntExact(-exponent);
    return new BigDecimal(mantissa.multiply(BigInteger.valueOf(5).pow(places)), places);
  }

  /**
   * The text mpmath gives a number: so many significant digits, half up, without trailing zeros.
   *
   * <p>Source: math-api.md 4.1, DIGITS.
   */
  String toDigits(int significant) {
    if (isNan()) {
      return "nan";
    }
    if (isInfinite()) {
      return signum() > 0 ? "+inf" : "-inf";
    }
    if (isZero()) {
      return "0.0";
    }
    BigDecimal rounded =
        toBigDecimal().abs().round(new MathContext(significant, RoundingMode.HALF_UP));
    BigDecimal shortest = rounded.stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    int power = digits.length() - 1 - shortest.scale();
    boolean plain = Math.min(-(significant / 3), -5) < power && power < significant;
    return (signum() < 0 ? "-" : "") + (plain ? plain(digits, power) : scientific(digits, power));
  }

  private static String plain(String digits, int power) {
    if (power < 0) {
      return "0." + "0".repeat(-power - 1) + digits;
    }
    if (digits.length() <= power + 1) {
      return digits + "0".repeat(power + 1 - digits.length()) + ".0";
    }
    return digits.substring(0, power + 1) + "." + digits.substring(power + 1);
  }

  private static String scientific(String digits, int power) {
    String fraction = digits.length() == 1 ? "0" : digits.substring(1);
    return digits.charAt(0) + "." + fraction + "e" + (power < 0 ? "" : "+") + power;
  }

  /** Numeric equality; NaN equals nothing, not even itself. */
  boolean sameValue(BigFloat other) {
    return !isNan() && equals(other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BigFloat value
        && kind == value.kind
        && exponent == value.exponent
        && mantissa.equals(value.mantissa);
  }

  @Override
  public int hashCode() {
    return 31 * mantissa.hashCode() + Long.hashCode(exponent);
  }
}
