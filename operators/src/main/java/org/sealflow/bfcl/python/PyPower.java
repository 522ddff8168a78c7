package org.sealflow.bfcl.python;

/** {@code float ** float} with Python's errors; a negative base with a fraction gives a complex. */
final class PyPower {
  private PyPower() {}

  static Object power(double base, double exponent) {
    if (exponent == 0 || base == 1) {
      return 1.0;
    }
    if (base == 0 && exponent < 0) {
      throw new PyException(
          PyException.Kind.ZERO_DIVISION_ERROR, "0.0 cannot be raised to a negative power");
    }
    double result = StrictMath.pow(base, exponent);
    boolean finite = !Double.isInfinite(base) && !Double.isInfinite(exponent);
    if (finite && Double.isInfinite(result)) {
      throw new PyException(
          PyException.Kind.OVERFLOW_ERROR, "(34, 'Numerical result out of range')");
    }
    return result;
  }
}
