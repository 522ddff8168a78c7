package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Rounding to decimal places: half to even on the exact binary value of a float. */
final class PyRounding {
  /** A float changes at fewer decimal places than this, and is zero at fewer than the negative. */
  private static final int MOST_PLACES = 330;

  /** Powers of ten that a double holds exactly. */
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** Below it a double has a half digit to spare, so that the quick way knows its rounding. */
  private static final double QUICK_LIMIT = 0x1p51;

  /** Products smaller than this may lose bits of their error term. */
  private static final double QUICK_LEAST = 0x1p-500;

  private PyRounding() {}

  /** {@code round(number, digits)}; see {@link PyNumbers#round}. */
  static Object round(Object number, Object digits) {
    if (number instanceof PyNumeric numeric) {
      return numeric.round(digits);
    }
    if (!Py.isNumber(number)) {
      throw PyException.typeError(
          "type " + Py.typeName(number) + " doesn't define __round__ method");
    }
    if (Py.isNone(digits)) {
      return number instanceof Double value
          ? wholeNumber(value, RoundingMode.HALF_EVEN)
          : PyNumbers.boolAsInt(number);
    }
    if (!Py.isInt(digits)) {
      throw PyException.typeError(
          "'" + Py.typeName(digits) + "' object cannot be interpreted as an integer");
    }
    BigInteger places = PyNumbers.toBigInteger(digits);
    return number instanceof Double value
        ? (Object) roundFloat(value, places)
        : roundInt(PyNumbers.boolAsInt(number), places);
  }

  private static Object roundInt(Object number, BigInteger places) {
    if (places.signum() >= 0) {
      return number;
    }
    BigInteger whole = PyNumbers.toBigInteger(number);
    if (places.negate().compareTo(BigInteger.valueOf(whole.bitLength() + 2L)) > 0) {
      return 0L;
    }
    return PyNumbers.normalize(
        new BigDecimal(whole)
            .setScale(places.intValueExact(), RoundingMode.HALF_EVEN)
            .toBigIntegerExact());
  }

  private static double roundFloat(double value, BigInteger places) {
    if (!Double.isFinite(value) || places.compareTo(BigInteger.valueOf(MOST_PLACES)) > 0) {
      return value;
    }
    if (places.compareTo(BigInteger.valueOf(-MOST_PLACES)) < 0) {
      return Math.copySign(0.0, value);
    }
    int count = places.intValueExact();
    double scaled = scaledQuickly(value, count);
    double rounded =
        Double.isNaN(scaled)
            ? new BigDecimal(value).setScale(count, RoundingMode.HALF_EVEN).doubleValue()
            : scaled / POWERS_OF_TEN[count];
    if (Double.isInfinite(rounded)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "rounded value too large to represent");
    }
    return rounded == 0 ? Math.copySign(0.0, value) : rounded;
  }

  /**
   * The whole number nearest to value · 10^places, or NaN if the quick way cannot tell: near a tie,
   * or outside the range in which product and error term are exact.
   */
  private static double scaledQuickly(double value, int places) {
    if (places < 0 || places >= POWERS_OF_TEN.length) {
      return Double.NaN;
    }
    double power = POWERS_OF_TEN[places];
    double product = value * power;
    double size = Math.abs(product);
    boolean exact = size < QUICK_LIMIT && (size >= QUICK_LEAST || size == 0);
    if (!exact) {
      return Double.NaN;
    }
    double nearest = Math.rint(product);
    double distance = product - nearest + Math.fma(value, power, -product);
    return Math.abs(distance) < 0.499 ? nearest : Double.NaN;
  }

  /** {@code int(value)} of a float; see {@link PyNumbers#truncate}. */
  static Object truncate(double value) {
    return wholeNumber(value, RoundingMode.DOWN);
  }

  private static Object wholeNumber(double value, RoundingMode mode) {
    if (Math.abs(value) < 0x1p62) {
      return (long) (mode == RoundingMode.DOWN ? value : Math.rint(value));
    }
    if (Double.isNaN(value)) {
      throw PyException.valueError("cannot convert float NaN to integer");
    }
    if (Double.isInfinite(value)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "cannot convert float infinity to integer");
    }
    return PyNumbers.normalize(new BigDecimal(value).toBigIntegerExact());
  }

  /** {@code f"{number:.2f}"} and its kin; see {@link PyNumbers#fixed}. */
  static String fixed(Object number, int decimals) {
    if (!Py.isNumber(number)) {
      throw noFixedForm(number);
    }
    double value = PyNumbers.toDouble(number);
    if (!Double.isFinite(value)) {
      return PyText.floatRepr(value);
    }
    boolean negative = value < 0 || (value == 0 && 1 / value < 0);
    double scaled = decimals > 0 ? scaledQuickly(Math.abs(value), decimals) : Double.NaN;
    String digits =
        Double.isNaN(scaled)
            ? new BigDecimal(Math.abs(value))
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .toPlainString()
            : withPoint((long) scaled, decimals);
    return negative ? "-" + digits : digits;
  }

  private static String withPoint(long scaled, int decimals) {
    String digits = Long.toString(scaled);
    String padded = "0".repeat(Math.max(0, decimals + 1 - digits.length())) + digits;
    int point = padded.length() - decimals;
    return padded.substring(0, point) + "." + padded.substring(point);
  }

  private static PyException noFixedForm(Object value) {
    if (value instanceof PyNumeric) {
      throw new PyLimitException("text of a " + Py.typeName(value) + " in fixed form");
    }
    return value instanceof String
        ? PyException.valueError("Unknown format code 'f' for object of type 'str'")
        : PyException.typeError(
            "unsupported format string passed to " + Py.typeName(value) + ".__format__");
  }
}
