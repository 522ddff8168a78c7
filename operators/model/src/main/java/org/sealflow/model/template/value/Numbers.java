package org.sealflow.model.template.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.Supplier;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNumbers;

/**
 * Python's arithmetic within the limits of templates; what Python raises is the template's fault.
 */
public final class Numbers {
  private Numbers() {}

  /** bool, int or float. */
  public static boolean isNumber(Object value) {
    return Py.isNumber(value);
  }

  /** bool or int. */
  public static boolean isInteger(Object value) {
    return Py.isInt(value);
  }

  private static <T> T result(Supplier<T> operation) {
    try {
      return operation.get();
    } catch (PyException raised) {
      throw new TemplateFault(raised.text());
    }
  }

  public static double toDouble(Object number) {
    return result(() -> PyNumbers.toDouble(number));
  }

  /** The order of two numbers by their exact values; NaN stands last. */
  static int compare(Object a, Object b) {
    return PyNumbers.isNan(a) || PyNumbers.isNan(b)
        ? Boolean.compare(PyNumbers.isNan(a), PyNumbers.isNan(b))
        : PyNumbers.compare(a, b);
  }

  static Object multiply(Object a, Object b) {
    if (isInteger(a) && isInteger(b)) {
      Sizes.requireBits((long) bits(a) + bits(b));
    }
    return result(() -> PyNumbers.multiply(a, b));
  }

  private static int bits(Object integer) {
    return PyNumbers.toBigInteger(integer).bitLength();
  }

  static Object divide(Object a, Object b) {
    return result(() -> PyNumbers.divide(a, b));
  }

  static Object floorDivide(Object a, Object b) {
    return result(() -> PyNumbers.floorDivide(a, b));
  }

  static Object modulo(Object a, Object b) {
    return result(() -> PyNumbers.modulo(a, b));
  }

  static Object power(Object a, Object b) {
    if (isInteger(a) && isInteger(b)) {
      BigInteger exponent = PyNumbers.toBigInteger(b);
      Sizes.requireBits(exponent.bitLength() > 31 ? Long.MAX_VALUE : exponent.longValue());
      Sizes.requireBits(exponent.longValue() * bits(a));
    }
    Object power = result(() -> PyNumbers.power(a, b));
    if (isNumber(power)) {
      return power;
    }
    throw new TemplateFault("a root of a negative number is no number of a template");
  }

  static Object add(Object a, Object b) {
    return result(() -> PyNumbers.add(a, b));
  }

  static Object subtract(Object a, Object b) {
    return result(() -> PyNumbers.subtract(a, b));
  }

  /** {@code int(value)} of a float. */
  static Object truncate(double value) {
    return result(() -> PyNumbers.truncate(value));
  }

  /** The int next to an int whose last digits, as many as {@code -decimals}, are zeros. */
  public static Object roundInteger(Object integer, int decimals) {
    return PyNumbers.round(integer, (long) decimals);
  }

  /** The float of the given number of decimals next to the exact value of a float. */
  public static double round(double value, int decimals, RoundingMode mode) {
    return Double.isFinite(value)
        ? new BigDecimal(value).setScale(decimals, mode).doubleValue()
        : value;
  }
}
