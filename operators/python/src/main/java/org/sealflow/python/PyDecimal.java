package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A number of Python's decimal module: made exactly from a number, and the square root of one. It
 * compares and prints; arithmetic with it is refused.
 *
 * <p>Source: math-api.md 4.10.
 */
public final class PyDecimal implements PyNumeric {
  /** Python's own bound on a precision. */
  private static final BigInteger MAX_PRECISION = BigInteger.TEN.pow(18).subtract(BigInteger.ONE);

  /** A root of more digits, unless it is exact, is refused, not computed. */
  private static final long MAX_COMPUTED_DIGITS = 10_000;

  /** The root of a longer number is refused. */
  private static final int MAX_COMPUTED_BITS = 1 << 18;

  private static final PyDecimal NAN = new PyDecimal(BigDecimal.ZERO, 1, "NaN");
  private static final PyDecimal NEGATIVE_ZERO = new PyDecimal(BigDecimal.ZERO, -1, null);

  private final BigDecimal value;

  /** 1, or −1 where {@code value} is 0 with a minus sign or a negative infinity. */
  private final int sign;

  /** The text of an infinity or NaN, without its sign; null if the number is finite. */
  private final @Nullable String special;

  private PyDecimal(BigDecimal value, int sign, @Nullable String special) {
    this.value = value;
    this.sign = sign;
    this.special = special;
  }

  private static PyDecimal finite(BigDecimal value) {
    return new PyDecimal(value, 1, null);
  }

  /**
   * {@code decimal.Decimal(number)} of a bool, int, float or Decimal: its exact value.
   *
   * @throws PyException TypeError for any other class
   */
  public static PyDecimal of(Object number) {
    if (number instanceof PyDecimal decimal) {
      return decimal;
    }
    if (number instanceof Double value) {
      return ofFloat(value);
    }
    if (Py.isInt(number)) {
      return finite(new BigDecimal(PyNumbers.toBigInteger(number)));
    }
    throw PyException.typeError(
        "conversion from " + Py.typeName(number) + " to Decimal is not supported");
  }

  private static PyDecimal ofFloat(double value) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    if (Double.isInfinite(value)) {
      return new PyDecimal(BigDecimal.ZERO, value < 0 ? -1 : 1, "Infinity");
    }
    return value == 0 && 1 / value < 0 ? NEGATIVE_ZERO : finite(new BigDecimal(value));
  }

  /**
   * The value after {@code decimal.getcontext().prec = precision}.
   *
   * @return 1 to 999,999,999,999,999,999
   * @throws PyException TypeError for what is no int, OverflowError beyond 64 bits, ValueError
   *     outside the range
   */
  public static long precision(Object precision) {
    if (!Py.isInt(precision)) {
      throw PyException.typeError(
          "'" + Py.typeName(precision) + "' object cannot be interpreted as an integer");
    }
    BigInteger digits = PyNumbers.toBigInteger(precision);
    if (digits.bitLength() > 63) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "Python int too large to convert to C ssize_t");
    }
    if (digits.signum() <= 0 || digits.compareTo(MAX_PRECISION) > 0) {
      throw PyException.valueError("valid range for prec is [1, MAX_PREC]");
    }
    return digits.longValueExact();
  }

  boolean isFinite() {
    return special == null;
  }

  /** The value of a finite number; 0 for both zeros. */
  BigDecimal value() {
    return value;
  }

  /** Whether the number is below zero; −0 and NaN are not. */
  public boolean isNegative() {
    int signum = isFinite() ? value.signum() : sign;
    return signum < 0;
  }

  /**
   * The square root, half to even at so many digits; of a number that is not negative.
   *
   * @param precision see {@link #precision}
   */
  public PyDecimal sqrt(long precision) {
    if (!isFinite() || value.signum() == 0) {
      return this;
    }
    if (value.unscaledValue().bitLength() > MAX_COMPUTED_BITS) {
      throw new PyLimitException("the square root of a number of so many digits");
    }
    boolean oddScale = (value.scale() & 1) != 0;
    BigInteger square =
        oddScale ? value.unscaledValue().multiply(BigInteger.TEN) : value.unscaledValue();
    int scale = Math.addExact(value.scale(), oddScale ? 1 : 0) / 2;
    BigInteger[] root = square.sqrtAndRemainder();
    return root[1].signum() == 0
        ? finite(fitted(new BigDecimal(root[0], scale), precision))
        : finite(approximated(square, scale, precision));
  }

  /** An exact root with no more digits than the precision has; rounded where that loses some. */
  private static BigDecimal fitted(BigDecimal root, long precision) {
    return root.precision() <= precision ? root : root.round(rounding(precision));
  }

  private static MathContext rounding(long precision) {
    return new MathContext((int) precision, RoundingMode.HALF_EVEN);
  }

  /** Two digits more than asked for, the rest marked by a last 1, then rounded. */
  private static BigDecimal approximated(BigInteger square, int scale, long precision) {
    if (precision > MAX_COMPUTED_DIGITS) {
      throw new PyLimitException("a square root of " + precision + " digits");
    }
    int known = new BigDecimal(square).precision() / 2;
    int more = Math.max(1, (int) precision - known + 2);
    BigInteger wide = square.multiply(BigInteger.TEN.pow(2 * more)).sqrt();
    BigInteger marked = wide.multiply(BigInteger.TEN).add(BigInteger.ONE);
    return new BigDecimal(marked, scale + more + 1).round(rounding(precision));
  }

  @Override
  public String typeName() {
    return "decimal.Decimal";
  }

  @Override
  public String repr() {
    return "Decimal('" + str() + "')";
  }

  @Override
  public String str() {
    return (sign < 0 ? "-" : "") + (special == null ? value.toString() : special);
  }

  @Override
  public boolean isTrue() {
    return !isFinite() || value.signum() != 0;
  }

  @Override
  public boolean pyEquals(Object other) {
    if (other instanceof PyDecimal || Py.isNumber(other)) {
      PyDecimal decimal = of(other);
      if (isFinite() && decimal.isFinite()) {
        return value.compareTo(decimal.value) == 0;
      }
      return !"NaN".equals(special) && str().equals(decimal.str());
    }
    return false;
  }

  @Override
  public Object hashKey() {
    double nearest = toFloat();
    boolean exact = Double.isFinite(nearest) && new BigDecimal(nearest).compareTo(value) == 0;
    if (exact || !isFinite()) {
      return PyKey.normalNumber(nearest);
    }
    BigDecimal shortest = value.stripTrailingZeros();
    return shortest.scale() <= 0 ? PyNumbers.normalize(shortest.toBigIntegerExact()) : shortest;
  }

  @Override
  public Object toInt() {
    if (isFinite()) {
      return PyNumbers.normalize(value.toBigInteger());
    }
    if ("NaN".equals(special)) {
      throw PyException.valueError("cannot convert NaN to integer");
    }
    throw new PyException(PyException.Kind.OVERFLOW_ERROR, "cannot convert Infinity to integer");
  }

  @Override
  public double toFloat() {
    if (isFinite()) {
      return sign < 0 ? -0.0 : value.doubleValue();
    }
    return "NaN".equals(special) ? Double.NaN : sign * Double.POSITIVE_INFINITY;
  }

  @Override
  public @Nullable Object arithmetic(String operator, Object other, boolean reflected) {
    if (Py.isInt(other) || other instanceof PyDecimal) {
      throw refused();
    }
    return null;
  }

  @Override
  public Object negate() {
    throw refused();
  }

  @Override
  public Object absolute() {
    throw refused();
  }

  @Override
  public Object round(Object digits) {
    throw refused();
  }

  private static PyLimitException refused() {
    return new PyLimitException("arithmetic with Decimal");
  }
}
