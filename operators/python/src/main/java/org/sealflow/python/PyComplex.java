package org.sealflow.python;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Python complex number. A bool, int or float on the other side of an operator counts as a
 * complex number with the imaginary part 0.
 *
 * <p>Source: call-execution.md 7.4 for the text, math-api.md 4.9 for powers.
 */
public final class PyComplex implements PyNumeric {
  private static final PyComplex ONE = new PyComplex(1, 0);

  /** Whole exponents up to here are powers by repeated multiplication. */
  private static final double GREATEST_MULTIPLIED_EXPONENT = 100;

  private final double real;
  private final double imaginary;

  public PyComplex(double real, double imaginary) {
    this.real = real;
    this.imaginary = imaginary;
  }

  public double real() {
    return real;
  }

  public double imaginary() {
    return imaginary;
  }

  @Override
  public String typeName() {
    return "complex";
  }

  @Override
  public boolean isTrue() {
    return real != 0 || imaginary != 0;
  }

  @Override
  public String repr() {
    if (real == 0 && 1 / real > 0) {
      return part(imaginary) + "j";
    }
    String sign = Math.copySign(1, imaginary) > 0 || Double.isNaN(imaginary) ? "+" : "";
    return "(" + part(real) + sign + part(imaginary) + "j)";
  }

  private static String part(double value) {
    String text = PyText.floatRepr(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  @Override
  public boolean pyEquals(Object other) {
    if (other instanceof PyComplex complex) {
      return real == complex.real && imaginary == complex.imaginary;
    }
    return Py.isNumber(other) && imaginary == 0 && PyNumbers.equal(real, other);
  }

  @Override
  public Object hashKey() {
    // Adding 0.0 makes the two zeros one key.
    return imaginary == 0
        ? PyKey.normalNumber(real)
        : List.of("complex", PyKey.normalNumber(real), PyKey.normalNumber(imaginary + 0.0));
  }

  @Override
  public Object negate() {
    return new PyComplex(-real, -imaginary);
  }

  /** The modulus; OverflowError where it is no double. */
  @Override
  public Object absolute() {
    if (Double.isInfinite(real) || Double.isInfinite(imaginary)) {
      return Double.POSITIVE_INFINITY;
    }
    if (Double.isNaN(real) || Double.isNaN(imaginary)) {
      return Double.NaN;
    }
    double modulus = Elementary.hypot(real, imaginary);
    if (Double.isInfinite(modulus)) {
      throw new PyException(PyException.Kind.OVERFLOW_ERROR, "absolute value too large");
    }
    return modulus;
  }

  @Override
  public @Nullable Object arithmetic(String operator, Object other, boolean reflected) {
    boolean number = other instanceof PyComplex || Py.isNumber(other);
    if (!number || operator.equals("//") || operator.equals("%")) {
      return null;
    }
    PyComplex left = reflected ? of(other) : this;
    PyComplex right = reflected ? this : of(other);
    return switch (operator) {
      case "+" -> new PyComplex(left.real + right.real, left.imaginary + right.imaginary);
      case "-" -> new PyComplex(left.real - right.real, left.imaginary - right.imaginary);
      case "*" -> left.times(right);
      case "/" -> left.dividedBy(right);
      default -> power(left, right);
    };
  }

  private static PyComplex of(Object number) {
    return number instanceof PyComplex complex
        ? complex
        : new PyComplex(PyNumbers.toDouble(number), 0);
  }

  private PyComplex times(PyComplex other) {
    return new PyComplex(
        real * other.real - imaginary * other.imaginary,
        real * other.imaginary + imaginary * other.real);
  }

  private PyComplex dividedBy(PyComplex divisor) {
    if (divisor.real == 0 && divisor.imaginary == 0) {
      throw new PyException(PyException.Kind.ZERO_DIVISION_ERROR, "complex division by zero");
    }
    return quotient(this, divisor);
  }

  /** Smith's method: the larger part of the divisor is divided out first. */
  private static PyComplex quotient(PyComplex a, PyComplex b) {
    if (Math.abs(b.real) >= Math.abs(b.imaginary)) {
      double ratio = b.imaginary / b.real;
      double scale = b.real + b.imaginary * ratio;
      return new PyComplex(
          (a.real + a.imaginary * ratio) / scale, (a.imaginary - a.real * ratio) / scale);
    }
    if (Math.abs(b.imaginary) >= Math.abs(b.real)) {
      double ratio = b.real / b.imaginary;
      double scale = b.real * ratio + b.imaginary;
      return new PyComplex(
          (a.real * ratio + a.imaginary) / scale, (a.imaginary * ratio - a.real) / scale);
    }
    return new PyComplex(Double.NaN, Double.NaN);
  }

  /**
   * {@code base ** exponent}.
   *
   * @throws PyException ZeroDivisionError for zero to a negative or complex power, OverflowError
   *     where a part of the result is infinite
   */
  static PyComplex power(PyComplex base, PyComplex exponent) {
    double whole = exponent.real;
    boolean multiplied =
        exponent.imaginary == 0
            && whole == Math.rint(whole)
            && Math.abs(whole) <= GREATEST_MULTIPLIED_EXPONENT;
    boolean zero = base.real == 0 && base.imaginary == 0;
    if (zero && (exponent.imaginary != 0 || exponent.real < 0)) {
      throw new PyException(
          PyException.Kind.ZERO_DIVISION_ERROR, "0.0 to a negative or complex power");
    }
    PyComplex result = multiplied ? multiplied(base, (int) whole) : polarPower(base, exponent);
    if (Double.isInfinite(result.real) || Double.isInfinite(result.imaginary)) {
      throw new PyException(PyException.Kind.OVERFLOW_ERROR, "complex exponentiation");
    }
    return result;
  }

  private static PyComplex multiplied(PyComplex base, int exponent) {
    PyComplex result = ONE;
    PyComplex square = base;
    for (int rest = Math.abs(exponent); rest > 0; rest >>= 1) {
      if ((rest & 1) != 0) {
        result = result.times(square);
      }
      square = square.times(square);
    }
    return exponent > 0 ? result : quotient(ONE, result);
  }

  /** r^e · (cos φe + i sin φe), with the turn and the decay an imaginary exponent adds. */
  private static PyComplex polarPower(PyComplex base, PyComplex exponent) {
    if (base.real == 0 && base.imaginary == 0) {
      return new PyComplex(0, 0);
    }
    double modulus = PyNumbers.toDouble(base.absolute());
    double angle = angle(base);
    double length = realPower(modulus, exponent.real);
    double turn = angle * exponent.real;
    if (exponent.imaginary != 0) {
      length *= Elementary.exp(-angle * exponent.imaginary);
      turn += exponent.imaginary * (Double.isFinite(modulus) ? Elementary.ln(modulus) : modulus);
    }
    if (!Double.isFinite(turn)) {
      return new PyComplex(Double.NaN, Double.NaN);
    }
    return new PyComplex(length * Elementary.cos(turn), length * Elementary.sin(turn));
  }

  private static double realPower(double base, double exponent) {
    return Double.isFinite(base) && Double.isFinite(exponent)
        ? Elementary.pow(base, exponent)
        : Math.pow(base, exponent);
  }

  private static double angle(PyComplex point) {
    boolean special =
        point.real == 0
            || point.imaginary == 0
            || !Double.isFinite(point.real)
            || !Double.isFinite(point.imaginary);
    return special
        ? Math.atan2(point.imaginary, point.real)
        : Elementary.atan2(BigFloat.of(point.imaginary), BigFloat.of(point.real), 53).toDouble();
  }
}
