package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * The working precision of mpmath and what the simulators compute with it: logarithms and their
 * quotients. Numbers made here print with the precision their context has when they are printed.
 *
 * <p>Source: math-api.md 4.1.
 */
public final class MpContext {
  private static final double BITS_PER_DIGIT = 3.3219280948873626;

  /** Bits a sum of two products keeps beyond the precision before it divides. */
  private static final int SUM_GUARD_BITS = 10;

  private static final int ANGLE_GUARD_BITS = 4;

  /** So many bits more than are kept, and cutting off sees the same as of an exact number. */
  private static final int SPARE_BITS = 64;

  /** Beyond it (about 4,900 digits) a logarithm is refused, not computed. */
  private static final int MAX_BITS = 1 << 14;

  private static final int MAX_DECIMAL_EXPONENT = 100_000;

  /** Mpmath prints doubles with the digits that identify them. */
  private static final int DOUBLE_DIGITS = 15;

  private static final int DOUBLE_REPR_DIGITS = 17;
  private static final int SPARE_REPR_DIGITS = 3;

  private int bits = 53;

  /** A context of the same precision. */
  public MpContext copy() {
    MpContext copy = new MpContext();
    copy.bits = bits;
    return copy;
  }

  /**
   * {@code mpmath.mp.dps = digits}.
   *
   * @param digits what {@code int()} takes; zero and below count as a fraction of a digit
   * @throws PyException as {@code int()} raises
   */
  public void setDigits(Object digits) {
    Object next = PyNumbers.add(PyNumbers.parseInt(digits), 1L);
    double wanted = Math.rint(PyNumbers.toDouble(next) * BITS_PER_DIGIT);
    if (wanted > MAX_BITS) {
      throw new PyLimitException("a logarithm of more than " + MAX_BITS + " bits");
    }
    bits = (int) Math.max(1, wanted);
  }

  /** {@code mpmath.mp.dps}: how many decimal digits the precision is good for. */
  int digits() {
    return (int) Math.max(1, Math.rint(bits / BITS_PER_DIGIT) - 1);
  }

  /** How many digits a repr shows. */
  int reprDigits() {
    int digits = digits();
    return digits == DOUBLE_DIGITS ? DOUBLE_REPR_DIGITS : digits + SPARE_REPR_DIGITS;
  }

  /**
   * {@code mpmath.log(value)}: a complex number for a negative or complex value, −inf for 0.
   *
   * @throws PyException if mpmath makes no number of the value: TypeError, or a ZeroDivisionError
   *     without text for a fraction with divisor 0
   */
  public MpNumber log(Object value) {
    if (value instanceof PyComplex complex) {
      return logComplex(BigFloat.of(complex.real()), BigFloat.of(complex.imaginary()));
    }
    if (value instanceof MpNumber number && number.isComplex()) {
      return logComplex(number.real(), number.imaginary());
    }
    BigFloat real = toBigFloat(value);
    return real.signum() < 0
        ? new MpNumber(logPositive(real.abs()), Elementary.pi(bits), this)
        : new MpNumber(logPositive(real), this);
  }

  private BigFloat logPositive(BigFloat value) {
    if (value.isZero()) {
      return BigFloat.NEGATIVE_INFINITY;
    }
    return value.isFinite() ? Elementary.ln(value, bits) : value;
  }

  private MpNumber logComplex(BigFloat real, BigFloat imaginary) {
    BigFloat modulus;
    if (real.isZero() || imaginary.isZero()) {
      modulus = logPositive(real.add(imaginary).abs());
    } else {
      BigFloat square = real.multiply(real).add(imaginary.multiply(imaginary));
      modulus = logPositive(square).scale(-1);
    }
    return new MpNumber(modulus, angle(imaginary, real), this);
  }

  private BigFloat angle(BigFloat y, BigFloat x) {
    if (y.isFinite() && x.isFinite()) {
      return y.isZero() || x.isZero() ? Elementary.atan2(y, x, bits) : slope(y, x);
    }
    if (y.isNan() || (x.isNan() && y.isFinite()) || (x.isInfinite() && y.isInfinite())) {
      return BigFloat.NAN;
    }
    if (y.isInfinite()) {
      BigFloat quarter = Elementary.pi(bits).scale(-1);
      return y.signum() < 0 ? quarter.negate() : quarter;
    }
    BigFloat half = x.signum() < 0 ? Elementary.pi(bits) : BigFloat.ZERO;
    return y.signum() < 0 ? half.negate() : half;
  }

  /** The angle off the axes. Ratio, arctangent and π are cut off a little later: measured. */
  private BigFloat slope(BigFloat y, BigFloat x) {
    int work = bits + ANGLE_GUARD_BITS;
    BigFloat ratio = y.divide(x, work + SPARE_BITS).cut(work);
    BigFloat angle = Elementary.atan2(ratio, BigFloat.ONE, work + SPARE_BITS).cut(work);
    if (x.signum() > 0) {
      return angle.round(bits);
    }
    BigFloat half = Elementary.pi(work + SPARE_BITS).cut(work);
    return angle.add(y.signum() < 0 ? half.negate() : half).round(bits);
  }

  /**
   * {@code a / b}.
   *
   * @throws PyException ZeroDivisionError without text where {@code b} is 0
   */
  public MpNumber divide(MpNumber a, MpNumber b) {
    BigFloat real = b.real();
    if (!b.isComplex()) {
      BigFloat quotient = a.real().divide(real, bits);
      return a.isComplex()
          ? new MpNumber(quotient, a.imaginary().divide(real, bits), this)
          : new MpNumber(quotient, this);
    }
    BigFloat imaginary = b.imaginary();
    BigFloat square = sum(real.multiply(real), imaginary.multiply(imaginary));
    if (!a.isComplex()) {
      return new MpNumber(
          a.real().multiply(real).divide(square, bits),
          a.real().multiply(imaginary).negate().divide(square, bits),
          this);
    }
    BigFloat along = sum(a.real().multiply(real), a.imaginary().multiply(imaginary));
    BigFloat across = sum(a.imaginary().multiply(real), a.real().multiply(imaginary).negate());
    return new MpNumber(along.divide(square, bits), across.divide(square, bits), this);
  }

  /** Cut off, not rounded to the nearest: measured. */
  private BigFloat sum(BigFloat a, BigFloat b) {
    return a.add(b).cut(bits + SUM_GUARD_BITS);
  }

  /** Exact for numbers, rounded to the precision for texts and decimals. */
  private BigFloat toBigFloat(Object value) {
    if (value instanceof Double number) {
      return BigFloat.of(number);
    }
    if (Py.isInt(value)) {
      return BigFloat.of(PyNumbers.toBigInteger(value));
    }
    if (value instanceof MpNumber number) {
      return number.real();
    }
    if (value instanceof PyDecimal decimal) {
      return decimal.isFinite() ? ofDecimal(decimal.value()) : BigFloat.of(decimal.toFloat());
    }
    if (value instanceof String text) {
      return ofText(text);
    }
    throw noNumber(value);
  }

  private static PyException noNumber(Object value) {
    return PyException.typeError("cannot create mpf from " + Py.repr(value));
  }

  /**
   * A decimal number, a fraction of two ints, or one of three words; an L at the end is skipped.
   */
  private BigFloat ofText(String text) {
    String number = PyStrings.lower(PyStrings.strip(text));
    if (number.equals("nan")) {
      return BigFloat.NAN;
    }
    if (number.equals("inf") || number.equals("+inf")) {
      return BigFloat.POSITIVE_INFINITY;
    }
    if (number.equals("-inf")) {
      return BigFloat.NEGATIVE_INFINITY;
    }
    List<String> parts = PyStrings.split(number, "/");
    if (parts.size() == 2) {
      BigFloat dividend = BigFloat.of(wholePart(parts.get(0), text));
      return dividend.divide(BigFloat.of(wholePart(parts.get(1), text)), bits);
    }
    BigDecimal decimal = PyNumberParser.parseDecimal(withoutSuffix(number));
    if (decimal == null) {
      throw noNumber(text);
    }
    return ofDecimal(decimal);
  }

  private static String withoutSuffix(String number) {
    int end = number.length();
    while (end > 0 && number.charAt(end - 1) == 'l') {
      end--;
    }
    return number.substring(0, end);
  }

  private static BigInteger wholePart(String part, String text) {
    try {
      return PyNumbers.toBigInteger(PyNumberParser.parseInt(part));
    } catch (PyException notAnInt) {
      throw noNumber(text);
    }
  }

  private BigFloat ofDecimal(BigDecimal value) {
    if (Math.abs((long) value.scale()) > MAX_DECIMAL_EXPONENT) {
      throw new PyLimitException("a number with a decimal exponent of " + -(long) value.scale());
    }
    BigFloat digits = BigFloat.of(value.unscaledValue());
    BigFloat power = BigFloat.of(BigInteger.TEN.pow(Math.abs(value.scale())));
    return value.scale() > 0 ? digits.divide(power, bits) : digits.multiply(power).round(bits);
  }
}
