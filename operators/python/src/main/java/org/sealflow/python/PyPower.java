package org.sealflow.python;

/** {@code float ** float} with Python's errors; a negative base with a fraction gives a complex. */
final class PyPower {
  private PyPower() {}

  /**
   * The power of two floats: a {@code Double}, or a {@link PyComplex}.
   *
   * @throws PyException ZeroDivisionError for zero to a negative power, OverflowError where the
   *     result of finite numbers is beyond the doubles
   */
  static Object power(double base, double exponent) {
    if (exponent == 0 || base == 1) {
      return 1.0;
    }
    if (base == 0 && exponent < 0) {
      throw new PyException(
          PyException.Kind.ZERO_DIVISION_ERROR, "0.0 cannot be raised to a negative power");
    }
    if (base == 0 || !Double.isFinite(base) || !Double.isFinite(exponent)) {
      // Zeros, infinities and NaN: Java's rules are those of C, but for −1 to an infinite power.
      return base == -1 && Double.isInfinite(exponent) ? 1.0 : Math.pow(base, exponent);
    }
    if (base < 0 && exponent != Math.rint(exponent)) {
      return PyComplex.power(new PyComplex(base, 0), new PyComplex(exponent, 0));
    }
    double magnitude = Elementary.pow(Math.abs(base), exponent);
    if (Double.isInfinite(magnitude)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "(34, 'Numerical result out of range')");
    }
    return base < 0 && isOdd(exponent) ? -magnitude : magnitude;
  }

  private static boolean isOdd(double whole) {
    return Math.abs(Math.IEEEremainder(whole, 2)) == 1;
  }
}
