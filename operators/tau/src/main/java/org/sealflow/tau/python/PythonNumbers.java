package org.sealflow.tau.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Python's arithmetic: integers of any size (as Long if they fit, else BigInteger), floats, and
 * booleans that count as integers.
 */
public final class PythonNumbers {
  private PythonNumbers() {}

  public static boolean isNumber(@Nullable Object value) {
    return value instanceof Long
        || value instanceof Double
        || value instanceof Boolean
        || value instanceof BigInteger;
  }

  public static boolean isInteger(@Nullable Object value) {
    return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
  }

  public static Object add(@Nullable Object left, @Nullable Object right) {
    requireNumbers("+", left, right);
    if (left instanceof Double || right instanceof Double) {
      return asDouble(left) + asDouble(right);
    }
    return normal(asInteger(left).add(asInteger(right)));
  }

  public static Object subtract(@Nullable Object left, @Nullable Object right) {
    requireNumbers("-", left, right);
    if (left instanceof Double || right instanceof Double) {
      return asDouble(left) - asDouble(right);
    }
    return normal(asInteger(left).subtract(asInteger(right)));
  }

  public static Object multiply(@Nullable Object left, @Nullable Object right) {
    requireNumbers("*", left, right);
    if (left instanceof Double || right instanceof Double) {
      return asDouble(left) * asDouble(right);
    }
    return normal(asInteger(left).multiply(asInteger(right)));
  }

  public static Object negate(Object value) {
    return value instanceof Double number ? (Object) (-number) : normal(asInteger(value).negate());
  }

  /** The larger one; the first of equal ones. */
  public static Object max(Object first, Object second) {
    return compare(second, first) > 0 ? second : first;
  }

  /** Compares two numbers by their exact values. */
  public static int compare(Object left, Object right) {
    if (left instanceof Long first && right instanceof Long second) {
      return Long.compare(first, second);
    }
    if (left instanceof Double first && right instanceof Double second) {
      return first < second ? -1 : first > second ? 1 : 0;
    }
    if (left instanceof Double number && number.isInfinite()) {
      return number > 0 ? 1 : -1;
    }
    if (right instanceof Double number && number.isInfinite()) {
      return number > 0 ? -1 : 1;
    }
    return exact(left).compareTo(exact(right));
  }

  /**
   * Compares what two operands of an ordering operator are.
   *
   * @throws CallException if one of them is not a number
   */
  public static int order(@Nullable Object left, String operator, @Nullable Object right) {
    if (left == null || right == null || !isNumber(left) || !isNumber(right)) {
      throw CallException.typeError(
          "'%s' not supported between instances of '%s' and '%s'"
              .formatted(operator, Python.typeName(left), Python.typeName(right)));
    }
    return compare(left, right);
  }

  public static double asDouble(@Nullable Object value) {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof Long number) {
      return number;
    }
    double converted = asInteger(value).doubleValue();
    if (Double.isInfinite(converted)) {
      throw CallException.arithmetic("OverflowError", "int too large to convert to float");
    }
    return converted;
  }

  static BigInteger asInteger(@Nullable Object value) {
    if (value instanceof Long number) {
      return BigInteger.valueOf(number);
    }
    if (value instanceof Boolean truth) {
      return truth ? BigInteger.ONE : BigInteger.ZERO;
    }
    if (value instanceof BigInteger number) {
      return number;
    }
    throw new IllegalArgumentException("not an integer: " + Python.typeName(value));
  }

  /** The integer as Long if it fits. */
  public static Object normal(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  static CallException unsupported(String operator, @Nullable Object left, @Nullable Object right) {
    return CallException.typeError(
        "unsupported operand type(s) for %s: '%s' and '%s'"
            .formatted(operator, Python.typeName(left), Python.typeName(right)));
  }

  private static void requireNumbers(
      String operator, @Nullable Object left, @Nullable Object right) {
    if (!isNumber(left) || !isNumber(right)) {
      throw unsupported(operator, left, right);
    }
  }

  private static BigDecimal exact(Object value) {
    return value instanceof Double number
        ? new BigDecimal(number)
        : new BigDecimal(asInteger(value));
  }
}
