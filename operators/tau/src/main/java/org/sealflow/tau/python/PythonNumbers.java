package org.sealflow.tau.python;

import java.math.BigInteger;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNumbers;

/**
 * Python's arithmetic on what a tool finds: operands that are no numbers, and what Python raises,
 * are the tool's error.
 */
public final class PythonNumbers {
  private PythonNumbers() {}

  public static boolean isNumber(@Nullable Object value) {
    return value != null && Py.isNumber(value);
  }

  public static boolean isInteger(@Nullable Object value) {
    return value != null && Py.isInt(value);
  }

  public static Object add(@Nullable Object left, @Nullable Object right) {
    return result("+", PyNumbers::add, left, right);
  }

  public static Object subtract(@Nullable Object left, @Nullable Object right) {
    return result("-", PyNumbers::subtract, left, right);
  }

  public static Object multiply(@Nullable Object left, @Nullable Object right) {
    return result("*", PyNumbers::multiply, left, right);
  }

  static Object divide(Object left, Object right) {
    return result("/", PyNumbers::divide, left, right);
  }

  static Object floorDivide(Object left, Object right) {
    return result("//", PyNumbers::floorDivide, left, right);
  }

  private static Object result(
      String operator,
      BinaryOperator<Object> operation,
      @Nullable Object left,
      @Nullable Object right) {
    if (left == null || right == null || !isNumber(left) || !isNumber(right)) {
      throw CallException.typeError(
          "unsupported operand type(s) for %s: '%s' and '%s'"
              .formatted(operator, Python.typeName(left), Python.typeName(right)));
    }
    try {
      return operation.apply(left, right);
    } catch (PyException raised) {
      throw CallException.raised(raised);
    }
  }

  public static Object negate(Object value) {
    return PyNumbers.negate(value);
  }

  /** The larger one; the first of equal ones. */
  public static Object max(Object first, Object second) {
    return Py.greater(second, first) ? second : first;
  }

  /**
   * Whether an ordering operator holds of two operands, by their exact values; none does of NaN.
   *
   * @throws CallException if one of them is not a number
   */
  public static boolean holds(@Nullable Object left, Py.Order order, @Nullable Object right) {
    if (left == null || right == null || !isNumber(left) || !isNumber(right)) {
      throw CallException.typeError(
          "'%s' not supported between instances of '%s' and '%s'"
              .formatted(order.symbol(), Python.typeName(left), Python.typeName(right)));
    }
    return Py.compare(left, order, right);
  }

  /**
   * The float of a number.
   *
   * @throws CallException if it is too large for one
   */
  public static double asDouble(Object number) {
    try {
      return PyNumbers.toDouble(number);
    } catch (PyException raised) {
      throw CallException.raised(raised);
    }
  }

  /** The float of so many decimals next to a float: its exact binary value, ties to even. */
  public static double round(double value, int decimals) {
    return (double) PyNumbers.round(value, (long) decimals);
  }

  static BigInteger asInteger(Object integer) {
    return PyNumbers.toBigInteger(integer);
  }
}
