package org.sealflow.model.template.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Arithmetic as Python does it: ints without bound, floor division, booleans as 0 and 1. */
public final class Numbers {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  private Numbers() {}

  /** bool, int or float. */
  public static boolean isNumber(Object value) {
    return value instanceof Double || isInteger(value);
  }

  /** bool or int. */
  public static boolean isInteger(Object value) {
    return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
  }

  /** A {@code Long} where the int fits one. */
  public static Object normalize(BigInteger value) {
    return value.compareTo(LEAST) >= 0 && value.compareTo(GREATEST) <= 0
        ? (Object) value.longValue()
        : (Object) value;
  }

  public static BigInteger toBigInteger(Object integer) {
    if (integer instanceof Boolean flag) {
      return flag ? BigInteger.ONE : BigInteger.ZERO;
    }
    return integer instanceof BigInteger big ? big : BigInteger.valueOf((Long) integer);
  }

  public static double toDouble(Object number) {
    return number instanceof Double value ? value : toBigInteger(number).doubleValue();
  }

  static boolean equal(Object a, Object b) {
    return !isNan(a) && !isNan(b) && compare(a, b) == 0;
  }

  static boolean isNan(Object value) {
    return value instanceof Double number && number.isNaN();
  }

  /** The order of two numbers by their exact values; NaN stands last. */
  static int compare(Object a, Object b) {
    if (a instanceof Long left && b instanceof Long right) {
      return left.compareTo(right);
    }
    if (isInteger(a) && isInteger(b)) {
      return toBigInteger(a).compareTo(toBigInteger(b));
    }
    double left = toDouble(a);
    double right = toDouble(b);
    boolean finite = Double.isFinite(left) && Double.isFinite(right);
    return finite ? decimal(a).compareTo(decimal(b)) : Double.compare(left, right);
  }

  private static BigDecimal decimal(Object number) {
    return number instanceof Double value
        ? new BigDecimal(value)
        : new BigDecimal(toBigInteger(number));
  }

  public static Object add(Object a, Object b) {
    return isInteger(a) && isInteger(b)
        ? normalize(toBigInteger(a).add(toBigInteger(b)))
        : (Object) (toDouble(a) + toDouble(b));
  }

  static Object subtract(Object a, Object b) {
    return isInteger(a) && isInteger(b)
        ? normalize(toBigInteger(a).subtract(toBigInteger(b)))
        : (Object) (toDouble(a) - toDouble(b));
  }

  static Object multiply(Object a, Object b) {
    if (isInteger(a) && isInteger(b)) {
      BigInteger left = toBigInteger(a);
      BigInteger right = toBigInteger(b);
      Sizes.requireBits((long) left.bitLength() + right.bitLength());
      return normalize(left.multiply(right));
    }
    return toDouble(a) * toDouble(b);
  }

  static Object divide(Object a, Object b) {
    return toDouble(a) / toDouble(requireNotZero(b));
  }

  static Object floorDivide(Object a, Object b) {
    requireNotZero(b);
    if (isInteger(a) && isInteger(b)) {
      BigInteger divisor = toBigInteger(b);
      BigInteger[] parts = toBigInteger(a).divideAndRemainder(divisor);
      boolean down = parts[1].signum() != 0 && parts[1].signum() != divisor.signum();
      return normalize(down ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    }
    return Math.floor(toDouble(a) / toDouble(b));
  }

  /** The remainder that goes with floor division: it has the sign of the divisor. */
  static Object modulo(Object a, Object b) {
    requireNotZero(b);
    if (isInteger(a) && isInteger(b)) {
      BigInteger divisor = toBigInteger(b);
      BigInteger remainder = toBigInteger(a).mod(divisor.abs());
      return normalize(
          divisor.signum() < 0 && remainder.signum() != 0 ? remainder.add(divisor) : remainder);
    }
    double divisor = toDouble(b);
    double remainder = toDouble(a) % divisor;
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder;
  }

  private static Object requireNotZero(Object divisor) {
    if (equal(divisor, 0L)) {
      throw new TemplateFault("division by zero");
    }
    return divisor;
  }

  static Object power(Object a, Object b) {
    if (isInteger(a) && isInteger(b) && toBigInteger(b).signum() >= 0) {
      BigInteger base = toBigInteger(a);
      BigInteger exponent = toBigInteger(b);
      Sizes.requireBits(exponent.bitLength() > 31 ? Long.MAX_VALUE : exponent.longValue());
      Sizes.requireBits(exponent.longValue() * base.bitLength());
      return normalize(base.pow(exponent.intValueExact()));
    }
    if (equal(a, 0L) && compare(b, 0L) < 0) {
      throw new TemplateFault("zero cannot be raised to a negative power");
    }
    return Math.pow(toDouble(a), toDouble(b));
  }

  public static Object negate(Object number) {
    return number instanceof Double value
        ? (Object) (-value)
        : normalize(toBigInteger(number).negate());
  }

  public static Object absolute(Object number) {
    return number instanceof Double value
        ? (Object) Math.abs(value)
        : normalize(toBigInteger(number).abs());
  }

  /** {@code int(value)} of a float; it must be finite. */
  public static Object truncate(double value) {
    return normalize(new BigDecimal(value).toBigInteger());
  }

  /** The int next to an int whose last digits, as many as {@code -decimals}, are zeros. */
  public static Object roundInteger(Object integer, int decimals) {
    BigInteger exact = toBigInteger(integer);
    return decimals >= 0
        ? normalize(exact)
        : normalize(
            new BigDecimal(exact).setScale(decimals, RoundingMode.HALF_EVEN).toBigInteger());
  }

  /** The float of the given number of decimals next to the exact value of a float. */
  public static double round(double value, int decimals, RoundingMode mode) {
    return Double.isFinite(value)
        ? new BigDecimal(value).setScale(decimals, mode).doubleValue()
        : value;
  }
}
