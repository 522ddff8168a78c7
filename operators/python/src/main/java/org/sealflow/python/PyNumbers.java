package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Arithmetic of bool, int and float as Python does it: ints without bound, {@code /} always a
 * float, floor division and modulo towards minus infinity. {@code +} and {@code *} also join and
 * repeat texts, lists and tuples.
 */
public final class PyNumbers {
  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  /** Every int up to here is a double too. */
  private static final long MAX_EXACT_DOUBLE = 1L << 53;

  /** A repetition or a power with more digits or items than this is refused, not computed. */
  private static final int MAX_RESULT_BITS = 1 << 23;

  private PyNumbers() {}

  /** The Python int of a value: {@code Long} where it fits. */
  public static Object normalize(BigInteger value) {
    return value.compareTo(MIN_LONG) >= 0 && value.compareTo(MAX_LONG) <= 0
        ? (Object) value.longValueExact()
        : value;
  }

  public static BigInteger toBigInteger(Object integer) {
    if (integer instanceof Long value) {
      return BigInteger.valueOf(value);
    }
    if (integer instanceof Boolean value) {
      return value ? BigInteger.ONE : BigInteger.ZERO;
    }
    return (BigInteger) integer;
  }

  /** {@code float(number)} of a bool, int or float; OverflowError beyond the range of doubles. */
  public static double toDouble(Object number) {
    if (number instanceof Double value) {
      return value;
    }
    if (number instanceof Long value) {
      return value;
    }
    if (number instanceof Boolean value) {
      return value ? 1 : 0;
    }
    double value = ((BigInteger) number).doubleValue();
    if (Double.isInfinite(value)) {
      throw new PyException(PyException.Kind.OVERFLOW_ERROR, "int too large to convert to float");
    }
    return value;
  }

  /** A bool as the int it is; any other number unchanged. */
  public static Object boolAsInt(Object number) {
    return number instanceof Boolean bool ? (Object) (bool ? 1L : 0L) : number;
  }

  /** Whether it is the float that equals nothing. */
  public static boolean isNan(Object number) {
    return number instanceof Double value && Double.isNaN(value);
  }

  /** {@code a == b} of two numbers. */
  public static boolean equal(Object a, Object b) {
    return !isNan(a) && !isNan(b) && compare(a, b) == 0;
  }

  /** Exact comparison of two numbers that are not NaN. */
  public static int compare(Object a, Object b) {
    Object left = boolAsInt(a);
    Object right = boolAsInt(b);
    if (left instanceof Long x && right instanceof Long y) {
      return Long.compare(x, y);
    }
    if (left instanceof Double x && right instanceof Double y) {
      return x < y ? -1 : x > y ? 1 : 0;
    }
    if (left instanceof Long x && right instanceof Double y && isExactDouble(x)) {
      return Double.compare(x, y + 0.0);
    }
    if (left instanceof Double x && right instanceof Long y && isExactDouble(y)) {
      return Double.compare(x + 0.0, y);
    }
    if (left instanceof Double x && Double.isInfinite(x)) {
      return x > 0 ? 1 : -1;
    }
    if (right instanceof Double y && Double.isInfinite(y)) {
      return y > 0 ? -1 : 1;
    }
    return exact(left).compareTo(exact(right));
  }

  private static boolean isExactDouble(long value) {
    return value <= MAX_EXACT_DOUBLE && value >= -MAX_EXACT_DOUBLE;
  }

  private static BigDecimal exact(Object number) {
    return number instanceof Double value
        ? new BigDecimal(value)
        : new BigDecimal(toBigInteger(number));
  }

  private static PyException unsupported(String operator, Object a, Object b) {
    return PyException.typeError(
        "unsupported operand type(s) for "
            + operator
            + ": '"
            + Py.typeName(a)
            + "' and '"
            + Py.typeName(b)
            + "'");
  }

  /** Whether a number of a class of its own decides; a sequence on the other side would. */
  private static boolean isNumeric(Object a, Object b) {
    return a instanceof PyNumeric
        ? !PySequences.isSequence(b)
        : b instanceof PyNumeric && !PySequences.isSequence(a);
  }

  private static Object numeric(String operator, Object a, Object b) {
    Object result = null;
    if (a instanceof PyNumeric left) {
      result = left.arithmetic(operator, b, false);
    }
    if (result == null && b instanceof PyNumeric right) {
      result = right.arithmetic(operator, a, true);
    }
    if (result == null) {
      throw unsupported(operator, a, b);
    }
    return result;
  }

  private static boolean isFloat(Object a, Object b) {
    return a instanceof Double || b instanceof Double;
  }

  /** {@code a + b}. */
  public static Object add(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      long sum = x + y;
      return ((x ^ sum) & (y ^ sum)) < 0
          ? (Object) BigInteger.valueOf(x).add(BigInteger.valueOf(y))
          : (Object) sum;
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x + y;
    }
    if (Py.isNumber(a) && Py.isNumber(b)) {
      return isFloat(a, b)
          ? (Object) (toDouble(a) + toDouble(b))
          : normalize(toBigInteger(a).add(toBigInteger(b)));
    }
    if (isNumeric(a, b)) {
      return numeric("+", a, b);
    }
    if (PySequences.isSequence(a)) {
      return PySequences.join(a, b);
    }
    throw unsupported("+", a, b);
  }

  /** {@code a - b}. */
  public static Object subtract(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      long difference = x - y;
      return ((x ^ y) & (x ^ difference)) < 0
          ? (Object) BigInteger.valueOf(x).subtract(BigInteger.valueOf(y))
          : (Object) difference;
    }
    if (Py.isNumber(a) && Py.isNumber(b)) {
      return isFloat(a, b)
          ? (Object) (toDouble(a) - toDouble(b))
          : normalize(toBigInteger(a).subtract(toBigInteger(b)));
    }
    if (isNumeric(a, b)) {
      return numeric("-", a, b);
    }
    if (a instanceof PySet left && b instanceof PySet right) {
      PySet difference = PySet.of(left);
      for (Object member : right) {
        difference.remove(member);
      }
      return difference;
    }
    throw unsupported("-", a, b);
  }

  /** {@code a * b}. */
  public static Object multiply(Object a, Object b) {
    if (Py.isNumber(a) && Py.isNumber(b)) {
      if (isFloat(a, b)) {
        return toDouble(a) * toDouble(b);
      }
      if (a instanceof Long left && b instanceof Long right && fits(left, right)) {
        return left * right;
      }
      BigInteger x = toBigInteger(a);
      BigInteger y = toBigInteger(b);
      requireSize((long) x.bitLength() + y.bitLength());
      return normalize(x.multiply(y));
    }
    if (isNumeric(a, b)) {
      return numeric("*", a, b);
    }
    if (PySequences.isSequence(a)) {
      return PySequences.repeat(a, b);
    }
    if (PySequences.isSequence(b)) {
      return PySequences.repeat(b, a);
    }
    throw unsupported("*", a, b);
  }

  private static boolean fits(long a, long b) {
    return Math.multiplyHigh(a, b) == (a * b) >> 63;
  }

  /** Refuses to compute a result of so many bits or items. */
  static void requireSize(long size) {
    if (size > MAX_RESULT_BITS) {
      throw new PyLimitException("a result of more than " + MAX_RESULT_BITS + " bits or items");
    }
  }

  /** {@code a / b}: a float, correctly rounded also for ints beyond 2^53. */
  public static Object divide(Object a, Object b) {
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (isNumeric(a, b)) {
        return numeric("/", a, b);
      }
      throw unsupported("/", a, b);
    }
    if (isFloat(a, b)) {
      double divisor = toDouble(b);
      double dividend = toDouble(a);
      if (divisor == 0) {
        throw zeroDivision("float division by zero");
      }
      return dividend / divisor;
    }
    if (Boolean.FALSE.equals(b) || b.equals(0L)) {
      throw zeroDivision("division by zero");
    }
    if (a instanceof Long x && b instanceof Long y && isExactDouble(x) && isExactDouble(y)) {
      return (double) x / (double) y;
    }
    return divideExactly(toBigInteger(a), toBigInteger(b));
  }

  /** The double nearest to x / y (ties to even). */
  private static double divideExactly(BigInteger x, BigInteger y) {
    int shift = Math.max(0, 66 - (x.bitLength() - y.bitLength()));
    BigInteger[] parts = x.abs().shiftLeft(shift).divideAndRemainder(y.abs());
    double result = BigFloat.withSticky(parts[0], parts[1].signum() != 0, -shift).toDouble();
    if (Double.isInfinite(result)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "integer division result too large for a float");
    }
    boolean sameSign = (x.signum() < 0) == (y.signum() < 0);
    return sameSign ? result : -result;
  }

  private static PyException zeroDivision(String text) {
    return new PyException(PyException.Kind.ZERO_DIVISION_ERROR, text);
  }

  /** {@code a // b}. */
  public static Object floorDivide(Object a, Object b) {
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (isNumeric(a, b)) {
        return numeric("//", a, b);
      }
      throw unsupported("//", a, b);
    }
    if (isFloat(a, b)) {
      double x = toDouble(a);
      double y = toDouble(b);
      if (y == 0) {
        throw zeroDivision("float floor division by zero");
      }
      return floatFloorDivide(x, y);
    }
    BigInteger y = toBigInteger(b);
    if (y.signum() == 0) {
      throw zeroDivision("integer division or modulo by zero");
    }
    BigInteger[] parts = toBigInteger(a).divideAndRemainder(y);
    boolean below = parts[1].signum() != 0 && parts[1].signum() != y.signum();
    return normalize(below ? parts[0].subtract(BigInteger.ONE) : parts[0]);
  }

  /** From the remainder, as C's {@code fmod} gives it exactly. */
  private static double floatFloorDivide(double x, double y) {
    double remainder = x % y;
    double quotient = (x - remainder) / y;
    if (remainder != 0 && (y < 0) != (remainder < 0)) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0.0, x / y);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  /** {@code a % b} of numbers; text formatting with {@code %} is not offered. */
  public static Object modulo(Object a, Object b) {
    if (a instanceof String) {
      throw new PyLimitException("text formatting with %");
    }
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (isNumeric(a, b)) {
        return numeric("%", a, b);
      }
      throw unsupported("%", a, b);
    }
    if (isFloat(a, b)) {
      double x = toDouble(a);
      double y = toDouble(b);
      if (y == 0) {
        throw zeroDivision("float modulo");
      }
      return floatModulo(x, y);
    }
    BigInteger y = toBigInteger(b);
    if (y.signum() == 0) {
      throw zeroDivision("integer modulo by zero");
    }
    BigInteger remainder = toBigInteger(a).remainder(y);
    boolean below = remainder.signum() != 0 && remainder.signum() != y.signum();
    return normalize(below ? remainder.add(y) : remainder);
  }

  private static double floatModulo(double x, double y) {
    double remainder = x % y;
    if (remainder == 0) {
      return Math.copySign(0.0, y);
    }
    return (remainder < 0) != (y < 0) ? remainder + y : remainder;
  }

  /** {@code -a}. */
  public static Object negate(Object a) {
    if (a instanceof Double value) {
      return -value;
    }
    if (a instanceof Long value && value != Long.MIN_VALUE) {
      return -value;
    }
    if (a instanceof PyNumeric numeric) {
      return numeric.negate();
    }
    if (!Py.isNumber(a)) {
      throw PyException.typeError("bad operand type for unary -: '" + Py.typeName(a) + "'");
    }
    return normalize(toBigInteger(a).negate());
  }

  /** {@code +a}. */
  public static Object positive(Object a) {
    if (a instanceof PyNumeric) {
      return a;
    }
    if (!Py.isNumber(a)) {
      throw PyException.typeError("bad operand type for unary +: '" + Py.typeName(a) + "'");
    }
    return boolAsInt(a);
  }

  /** {@code a ** b}. */
  public static Object power(Object a, Object b) {
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (isNumeric(a, b)) {
        return numeric("** or pow()", a, b);
      }
      throw unsupported("** or pow()", a, b);
    }
    if (!isFloat(a, b) && toBigInteger(b).signum() >= 0) {
      BigInteger base = toBigInteger(a);
      BigInteger exponent = toBigInteger(b);
      if (base.abs().bitLength() <= 1) {
        return normalize(
            (base.signum() < 0 && !exponent.testBit(0)) || exponent.signum() == 0
                ? BigInteger.ONE
                : base);
      }
      requireSize(
          exponent.bitLength() > 31
              ? Long.MAX_VALUE
              : base.bitLength() * exponent.longValueExact());
      return normalize(base.pow(exponent.intValueExact()));
    }
    return PyPower.power(toDouble(a), toDouble(b));
  }

  /**
   * {@code round(number, digits)}: half to even on the exact binary value. Without digits an int.
   *
   * @param digits an int, or None
   */
  public static Object round(Object number, Object digits) {
    return PyRounding.round(number, digits);
  }

  /** {@code int(value)} of a float: truncation, with Python's errors for NaN and infinity. */
  public static Object truncate(double value) {
    return PyRounding.truncate(value);
  }

  /** {@code f"{number:.2f}"} and its kin: exact binary value, half to even. */
  public static String fixed(Object number, int decimals) {
    return PyRounding.fixed(number, decimals);
  }

  /** {@code abs(number)}. */
  public static Object absolute(Object number) {
    if (number instanceof Double value) {
      return Math.abs(value);
    }
    if (number instanceof Long value && value != Long.MIN_VALUE) {
      return Math.abs(value);
    }
    if (number instanceof PyNumeric numeric) {
      return numeric.absolute();
    }
    if (!Py.isNumber(number)) {
      throw PyException.typeError("bad operand type for abs(): '" + Py.typeName(number) + "'");
    }
    return normalize(toBigInteger(number).abs());
  }

  /**
   * {@code int(value)}: a float is truncated, a text read as an int of base 10.
   *
   * @throws PyException ValueError for a text that is no int, for NaN and for a text of more than
   *     4,300 digits; OverflowError for infinity; TypeError for any other class
   */
  public static Object parseInt(Object value) {
    if (value instanceof Long || value instanceof BigInteger) {
      return value;
    }
    if (value instanceof String text) {
      return PyNumberParser.parseInt(text);
    }
    if (value instanceof Double number) {
      return truncate(number);
    }
    if (value instanceof Boolean) {
      return boolAsInt(value);
    }
    if (value instanceof PyNumeric numeric) {
      return numeric.toInt();
    }
    throw PyException.typeError(
        "int() argument must be a string, a bytes-like object or a real number, not '"
            + Py.typeName(value)
            + "'");
  }

  /**
   * {@code float(value)}: a text may hold a decimal number, {@code inf} or {@code nan}.
   *
   * @throws PyException ValueError for a text that is no number; OverflowError for an int beyond
   *     the range of doubles; TypeError for any other class
   */
  public static double parseFloat(Object value) {
    if (value instanceof String text) {
      return PyNumberParser.parseFloat(text);
    }
    if (Py.isNumber(value)) {
      return toDouble(value);
    }
    if (value instanceof PyNumeric numeric) {
      return numeric.toFloat();
    }
    throw PyException.typeError(
        "float() argument must be a string or a real number, not '" + Py.typeName(value) + "'");
  }
}
