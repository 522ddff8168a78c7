package org.sealflow.python;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real (mpf) or complex (mpc) number of mpmath. It compares and prints; arithmetic with it is
 * refused.
 */
public final class MpNumber implements PyNumeric {
  private final BigFloat real;
  private final @Nullable BigFloat imaginary;
  private final MpContext context;

  MpNumber(BigFloat real, MpContext context) {
    this.real = real;
    this.imaginary = null;
    this.context = context;
  }

  MpNumber(BigFloat real, BigFloat imaginary, MpContext context) {
    this.real = real;
    this.imaginary = imaginary;
    this.context = context;
  }

  boolean isComplex() {
    return imaginary != null;
  }

  BigFloat real() {
    return real;
  }

  BigFloat imaginary() {
    return imaginary == null ? BigFloat.ZERO : imaginary;
  }

  @Override
  public String typeName() {
    return isComplex() ? "mpc" : "mpf";
  }

  @Override
  public String repr() {
    int digits = context.reprDigits();
    return imaginary == null
        ? "mpf('" + real.toDigits(digits) + "')"
        : "mpc(real='" + real.toDigits(digits) + "', imag='" + imaginary.toDigits(digits) + "')";
  }

  @Override
  public String str() {
    int digits = context.digits();
    if (imaginary == null) {
      return real.toDigits(digits);
    }
    String sign = imaginary.signum() < 0 ? " - " : " + ";
    return "(" + real.toDigits(digits) + sign + imaginary.abs().toDigits(digits) + "j)";
  }

  @Override
  public boolean isTrue() {
    return !real.isZero() || !imaginary().isZero();
  }

  @Override
  public boolean pyEquals(Object other) {
    if (other instanceof MpNumber number) {
      return real.sameValue(number.real) && imaginary().sameValue(number.imaginary());
    }
    if (other instanceof PyComplex complex) {
      return real.sameValue(BigFloat.of(complex.real()))
          && imaginary().sameValue(BigFloat.of(complex.imaginary()));
    }
    if (other instanceof Double value) {
      return imaginary().isZero() && real.sameValue(BigFloat.of(value));
    }
    return Py.isInt(other)
        && imaginary().isZero()
        && real.sameValue(BigFloat.of(PyNumbers.toBigInteger(other)));
  }

  @Override
  public Object hashKey() {
    return imaginary().isZero() ? key(real) : List.of("complex", key(real), key(imaginary()));
  }

  private static Object key(BigFloat value) {
    double nearest = value.toDouble();
    if (value.isNan() || value.equals(BigFloat.of(nearest))) {
      return PyKey.normalNumber(nearest);
    }
    return value.exponent() >= 0 ? PyNumbers.normalize(value.toBigInteger()) : value;
  }

  @Override
  public Object toInt() {
    if (isComplex()) {
      return PyNumeric.super.toInt();
    }
    if (!real.isFinite()) {
      throw PyException.valueError("cannot convert inf or nan to int");
    }
    return PyNumbers.normalize(real.toBigInteger());
  }

  @Override
  public double toFloat() {
    return isComplex() ? PyNumeric.super.toFloat() : real.toDouble();
  }

  @Override
  public @Nullable Object arithmetic(String operator, Object other, boolean reflected) {
    if (Py.isNumber(other) || other instanceof PyNumeric) {
      throw refused();
    }
    return null;
  }

  @Override
  public Object negate() {
    throw refused();
  }

  @Override
  public Object absolute() {
    throw refused();
  }

  @Override
  public Object round(Object digits) {
    throw refused();
  }

  private PyLimitException refused() {
    return new PyLimitException("arithmetic with " + typeName());
  }
}
