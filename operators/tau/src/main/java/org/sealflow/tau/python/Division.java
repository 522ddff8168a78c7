package org.sealflow.tau.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Python's two divisions of numbers. */
final class Division {
  /** Integers up to this convert to floats exactly. */
  private static final long EXACT = 1L << 53;

  private static final MathContext MANY_DIGITS = new MathContext(60);

  private Division() {}

  static Object exact(Object left, Object right) {
    if (left instanceof Double || right instanceof Double) {
      double divisor = PythonNumbers.asDouble(right);
      double dividend = PythonNumbers.asDouble(left);
      if (divisor == 0) {
        throw byZero("float division by zero");
      }
      return dividend / divisor;
    }
    BigInteger dividend = PythonNumbers.asInteger(left);
    BigInteger divisor = PythonNumbers.asInteger(right);
    if (divisor.signum() == 0) {
      throw byZero("division by zero");
    }
    if (isSmall(left) && isSmall(right)) {
      return dividend.doubleValue() / divisor.doubleValue();
    }
    double quotient =
        new BigDecimal(dividend).divide(new BigDecimal(divisor), MANY_DIGITS).doubleValue();
    if (Double.isInfinite(quotient)) {
      throw CallException.arithmetic(
          "OverflowError", "integer division result too large for a float");
    }
    return quotient;
  }

  static Object floor(Object left, Object right) {
    if (left instanceof Double || right instanceof Double) {
      double divisor = PythonNumbers.asDouble(right);
      double dividend = PythonNumbers.asDouble(left);
      if (divisor == 0) {
        throw byZero("float floor division by zero");
      }
      return floor(dividend, divisor);
    }
    BigInteger divisor = PythonNumbers.asInteger(right);
    if (divisor.signum() == 0) {
      throw byZero("integer division or modulo by zero");
    }
    BigInteger[] parts = PythonNumbers.asInteger(left).divideAndRemainder(divisor);
    boolean down = parts[1].signum() != 0 && parts[1].signum() != divisor.signum();
    return PythonNumbers.normal(down ? parts[0].subtract(BigInteger.ONE) : parts[0]);
  }

  private static double floor(double dividend, double divisor) {
    double remainder = dividend % divisor;
    double quotient = (dividend - remainder) / divisor;
    if (remainder != 0 && (divisor < 0) != (remainder < 0)) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0.0, dividend / divisor);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  private static boolean isSmall(Object value) {
    return value instanceof Boolean
        || (value instanceof Long number && number <= EXACT && number >= -EXACT);
  }

  private static CallException byZero(String text) {
    return CallException.arithmetic("ZeroDivisionError", text);
  }
}
