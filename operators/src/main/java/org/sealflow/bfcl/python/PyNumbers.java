package org.sealflow.bfcl.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic of bool, int and float as Python does it: ints without bound, {@code /} always a
 * float, floor division and modulo towards minus infinity. {@code +} and {@code *} also join and
 * repeat texts, lists and tuples.
 */
public final class PyNumbers {
  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

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
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "int too large to convert to float");
    }
    return value;
  }

  /** A bool as the int it is; any other number unchanged. */
  public static Object boolAsInt(Object number) {
    return number instanceof Boolean bool ? (Object) (bool ? 1L : 0L) : number;
  }

  static boolean isNan(Object number) {
    return number instanceof Double value && Double.isNaN(value);
  }

  static boolean equal(Object a, Object b) {
    return !isNan(a) && !isNan(b) && compare(a, b) == 0;
  }

  /** Exact comparison of two numbers that are not NaN. */
  static int compare(Object a, Object b) {
    Object left = boolAsInt(a);
    Object right = boolAsInt(b);
    if (left instanceof Long x && right instanceof Long y) {
      return Long.compare(x, y);
    }
    if (left instanceof Double x && right instanceof Double y) {
      return x < y ? -1 : x > y ? 1 : 0;
    }
    if (left instanceof Double x && Double.isInfinite(x)) {
      return x > 0 ? 1 : -1;
    }
    if (right instanceof Double y && Double.isInfinite(y)) {
      return y > 0 ? -1 : 1;
    }
    return exact(left).compareTo(exact(right));
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
    if (Py.isNumber(a) && Py.isNumber(b)) {
      return isFloat(a, b)
          ? (Object) (toDouble(a) + toDouble(b))
          : normalize(toBigInteger(a).add(toBigInteger(b)));
    }
    if (a instanceof PyNumeric || b instanceof PyNumeric) {
      return PyNumeric.apply("+", a, b);
    }
    if (a instanceof String left) {
      if (b instanceof String right) {
        return left + right;
      }
      throw PyException.typeError("can only concatenate str (not \"" + Py.typeName(b) + "\") to str");
    }
    if (a instanceof PyList left) {
      if (b instanceof PyList right) {
        PyList joined = new PyList(left.snapshot());
        joined.addAll(right);
        return joined;
      }
      throw PyException.typeError(
          "can only concatenate list (not \"" + Py.typeName(b) + "\") to list");
    }
    if (a instanceof PyTuple left) {
      if (b instanceof PyTuple right) {
        PyList joined = new PyList(left.items());
        joined.addAll(right);
        return new PyTuple(joined.snapshot());
      }
      throw PyException.typeError(
          "can only concatenate tuple (not \"" + Py.typeName(b) + "\") to tuple");
    }
    throw unsupported("+", a, b);
  }

  /** {@code a - b}. */
  public static Object subtract(Object a, Object b) {
    if (Py.isNumber(a) && Py.isNumber(b)) {
      return isFloat(a, b)
          ? (Object) (toDouble(a) - toDouble(b))
          : normalize(toBigInteger(a).subtract(toBigInteger(b)));
    }
    if (a instanceof PyNumeric || b instanceof PyNumeric) {
      return PyNumeric.apply("-", a, b);
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
      BigInteger x = toBigInteger(a);
      BigInteger y = toBigInteger(b);
      requireSize((long) x.bitLength() + y.bitLength());
      return normalize(x.multiply(y));
    }
    if (a instanceof PyNumeric || b instanceof PyNumeric) {
      return PyNumeric.apply("*", a, b);
    }
    if (isSequence(a)) {
      return repeat(a, b);
    }
    if (isSequence(b)) {
      return repeat(b, a);
    }
    throw unsupported("*", a, b);
  }

  private static boolean isSequence(Object value) {
    return value instanceof String || value instanceof PyList || value instanceof PyTuple;
  }

  private static Object repeat(Object sequence, Object times) {
    if (!Py.isInt(times)) {
      throw PyException.typeError(
          "can't multiply sequence by non-int of type '" + Py.typeName(times) + "'");
    }
    BigInteger wanted = toBigInteger(times).max(BigInteger.ZERO);
    long length = Py.length(sequence);
    if (length > 0) {
      requireSize(wanted.bitLength() > 31 ? Long.MAX_VALUE : length * wanted.longValueExact());
    }
    int count = length == 0 ? 0 : wanted.intValueExact();
    if (sequence instanceof String text) {
      return text.repeat(count);
    }
    PyList repeated = new PyList();
    for (int i = 0; i < count; i++) {
      repeated.addAll(Py.iterate(sequence));
    }
    return sequence instanceof PyTuple ? new PyTuple(repeated.snapshot()) : repeated;
  }

  private static void requireSize(long size) {
    if (size > MAX_RESULT_BITS) {
      throw new PyLimitException("a result of more than " + MAX_RESULT_BITS + " bits or items");
    }
  }

  /** {@code a / b}: a float, correctly rounded also for ints beyond 2^53. */
  public static Object divide(Object a, Object b) {
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (a instanceof PyNumeric || b instanceof PyNumeric) {
        return PyNumeric.apply("/", a, b);
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
    BigInteger x = toBigInteger(a);
    BigInteger y = toBigInteger(b);
    if (y.signum() == 0) {
      throw zeroDivision("division by zero");
    }
    if (x.bitLength() <= 53 && y.bitLength() <= 53) {
      return x.doubleValue() / y.doubleValue();
    }
    return divideExactly(x, y);
  }

  /** The double nearest to x / y (ties to even). */
  private static double divideExactly(BigInteger x, BigInteger y) {
    if (x.signum() == 0) {
      return 0.0;
    }
    // Enough quotient bits for a correct rounding: 66 beyond the point where the value starts.
    int shift = 66 - (x.bitLength() - y.bitLength());
    BigInteger dividend = shift > 0 ? x.abs().shiftLeft(shift) : x.abs();
    BigInteger divisor = shift < 0 ? y.abs().shiftLeft(-shift) : y.abs();
    BigInteger[] parts = dividend.divideAndRemainder(divisor);
    BigInteger quotient = parts[0];
    if (parts[1].signum() != 0) {
      quotient = quotient.setBit(0);
    }
    BigDecimal value =
        shift > 0
            ? new BigDecimal(quotient).divide(new BigDecimal(BigInteger.ONE.shiftLeft(shift)))
            : new BigDecimal(quotient.shiftLeft(-shift));
    double result = value.doubleValue();
    if (Double.isInfinite(result)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "integer division result too large for a float");
    }
    return x.signum() == y.signum() ? result : -result;
  }

  private static PyException zeroDivision(String text) {
    return new PyException(PyException.Kind.ZERO_DIVISION_ERROR, text);
  }

  /** {@code a // b}. */
  public static Object floorDivide(Object a, Object b) {
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (a instanceof PyNumeric || b instanceof PyNumeric) {
        return PyNumeric.apply("//", a, b);
      }
      throw unsupported("//", a, b);
    }
    if (isFloat(a, b)) {
      double x = toDouble(a);
      double y = toDouble(b);
      if (y == 0) {
        throw zeroDivision("float floor division by zero");
      }
      double remainder = floatModulo(x, y);
      double quotient = (x - remainder) / y;
      if (quotient == 0) {
        return Math.copySign(0.0, x / y);
      }
      double floor = Math.floor(quotient);
      return quotient - floor > 0.5 ? floor + 1 : floor;
    }
    BigInteger y = toBigInteger(b);
    if (y.signum() == 0) {
      throw zeroDivision("integer division or modulo by zero");
    }
    BigInteger[] parts = toBigInteger(a).divideAndRemainder(y);
    boolean below = parts[1].signum() != 0 && parts[1].signum() != y.signum();
    return normalize(below ? parts[0].subtract(BigInteger.ONE) : parts[0]);
  }

  /** {@code a % b} of numbers; text formatting with {@code %} is not offered. */
  public static Object modulo(Object a, Object b) {
    if (!Py.isNumber(a) || !Py.isNumber(b)) {
      if (a instanceof PyNumeric || b instanceof PyNumeric) {
        return PyNumeric.apply("%", a, b);
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
      throw zeroDivision("integer division or modulo by zero");
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
      if (a instanceof PyNumeric || b instanceof PyNumeric) {
        return PyNumeric.apply("** or pow()", a, b);
      }
      throw unsupported("** or pow()", a, b);
    }
    if (!isFloat(a, b) && toBigInteger(b).signum() >= 0) {
      BigInteger base = toBigInteger(a);
      BigInteger exponent = toBigInteger(b);
      if (base.abs().bitLength() <= 1) {
        return normalize(
            base.signum() < 0 && !exponent.testBit(0) || exponent.signum() == 0
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
    if (!Py.isNumber(number)) {
      throw PyException.typeError(
          "type " + Py.typeName(number) + " doesn't define __round__ method");
    }
    if (Py.isNone(digits)) {
      return number instanceof Double value ? wholeNumber(value, RoundingMode.HALF_EVEN) : boolAsInt(number);
    }
    if (!Py.isInt(digits)) {
      throw PyException.typeError(
          "'" + Py.typeName(digits) + "' object cannot be interpreted as an integer");
    }
    BigInteger places = toBigInteger(digits);
    if (number instanceof Double value) {
      return roundFloat(value, places);
    }
    BigInteger whole = toBigInteger(number);
    if (places.signum() >= 0) {
      return normalize(whole);
    }
    if (places.negate().compareTo(BigInteger.valueOf(whole.bitLength() + 2L)) > 0) {
      return 0L;
    }
    return normalize(
        new BigDecimal(whole)
            .setScale(places.intValueExact(), RoundingMode.HALF_EVEN)
            .toBigIntegerExact());
  }

  private static Object roundFloat(double value, BigInteger places) {
    if (Double.isNaN(value)
        || Double.isInfinite(value)
        || places.compareTo(BigInteger.valueOf(330)) > 0) {
      return value;
    }
    if (places.compareTo(BigInteger.valueOf(-310)) < 0) {
      return Math.copySign(0.0, value);
    }
    double rounded =
        new BigDecimal(value).setScale(places.intValueExact(), RoundingMode.HALF_EVEN).doubleValue();
    if (Double.isInfinite(rounded)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "rounded value too large to represent");
    }
    return rounded == 0 ? Math.copySign(0.0, value) : rounded;
  }

  /** {@code int(value)} of a float: truncation, with Python's errors for NaN and infinity. */
  public static Object truncate(double value) {
    return wholeNumber(value, RoundingMode.DOWN);
  }

  private static Object wholeNumber(double value, RoundingMode mode) {
    if (Double.isNaN(value)) {
      throw PyException.valueError("cannot convert float NaN to integer");
    }
    if (Double.isInfinite(value)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "cannot convert float infinity to integer");
    }
    return normalize(new BigDecimal(value).setScale(0, mode).toBigIntegerExact());
  }

  /** {@code f"{number:.2f}"} and its kin: exact binary value, half to even. */
  public static String fixed(Object number, int decimals) {
    if (!Py.isNumber(number)) {
      throw new PyException(
          PyException.Kind.VALUE_ERROR,
          "Unknown format code 'f' for object of type '" + Py.typeName(number) + "'");
    }
    double value = toDouble(number);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return PyText.floatRepr(value);
    }
    String digits =
        new BigDecimal(Math.abs(value)).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    boolean negative = value < 0 || (value == 0 && 1 / value < 0);
    return negative ? "-" + digits : digits;
  }

  /** {@code abs(number)}. */
  public static Object absolute(Object number) {
    if (number instanceof Double value) {
      return Math.abs(value);
    }
    if (!Py.isNumber(number)) {
      throw PyException.typeError("bad operand type for abs(): '" + Py.typeName(number) + "'");
    }
    return normalize(toBigInteger(number).abs());
  }
}
