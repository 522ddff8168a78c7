package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Facts of CPython 3.11 about complex numbers, measured. */
class PyComplexTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final PyComplex I = new PyComplex(0, 1);

  private static void gives(String repr, Object value) {
    assertThat(Py.repr(value)).isEqualTo(repr);
  }

  private static void raises(String text, ThrowingCallable code) {
    PyException raised = catchThrowableOfType(PyException.class, code);
    assertThat(raised).as(text).isNotNull();
    assertThat(raised.text()).isEqualTo(text);
  }

  @Test
  void onlyAPositiveZeroRealPartIsLeftOut() {
    gives("1j", I);
    gives("-0j", new PyComplex(0, -0.0));
    gives("(-0-1j)", PyNumbers.negate(I));
    gives("(1-2j)", new PyComplex(1, -2));
    gives("(1e+16+1e-07j)", new PyComplex(1e16, 1e-7));
    gives("(1+nanj)", new PyComplex(1, Double.NaN));
    gives("(-inf+infj)", new PyComplex(-INFINITY, INFINITY));
  }

  @Test
  void arithmeticTakesAnyNumberOnTheOtherSide() {
    gives("(1+1j)", PyNumbers.add(true, I));
    gives("(1-1j)", PyNumbers.subtract(1L, I));
    gives("(-0-1j)", PyNumbers.multiply(I, -1L));
    gives("(0.5+0.5j)", PyNumbers.divide(1L, new PyComplex(1, -1)));
    gives("(-0.4+0.2j)", PyNumbers.divide(I, new PyComplex(1, -2)));
    gives("(inf+infj)", PyNumbers.multiply(1e300, new PyComplex(1e300, 1e300)));
    raises("complex division by zero", () -> PyNumbers.divide(I, 0.0));
    raises("int too large to convert to float", () -> PyNumbers.add(BigInteger.TEN.pow(400), I));
  }

  @Test
  void otherOperatorsAndClassesAreRefused() {
    raises(
        "unsupported operand type(s) for //: 'complex' and 'int'",
        () -> PyNumbers.floorDivide(I, BigInteger.TEN.pow(400)));
    raises("unsupported operand type(s) for %: 'int' and 'complex'", () -> PyNumbers.modulo(2L, I));
    raises(
        "unsupported operand type(s) for -: 'complex' and 'str'", () -> PyNumbers.subtract(I, "a"));
    raises("can only concatenate str (not \"complex\") to str", () -> PyNumbers.add("a", I));
    raises("type complex doesn't define __round__ method", () -> PyNumbers.round(I, PyNone.NONE));
    raises("'<' not supported between instances of 'complex' and 'int'", () -> Py.less(I, 2L));
  }

  @Test
  void powersOfWholeExponentsAreProducts() {
    gives("(-1+0j)", PyNumbers.power(I, 2L));
    gives("(-0.08800000000000001+0.016j)", PyNumbers.power(new PyComplex(1, 2), -3L));
    gives("(1+0j)", PyNumbers.power(new PyComplex(0, 0), 0L));
    gives("(nan+nanj)", PyNumbers.power(new PyComplex(1e200, 1), -2L));
    raises("complex exponentiation", () -> PyNumbers.power(new PyComplex(1e200, 1), 2L));
    raises("0.0 to a negative or complex power", () -> PyNumbers.power(new PyComplex(0, 0), -1L));
    raises("0.0 to a negative or complex power", () -> PyNumbers.power(0L, I));
  }

  @Test
  void otherPowersTurnTheAngle() {
    gives("(0.7071067811865476+0.7071067811865475j)", PyNumbers.power(I, 0.5));
    gives("(4.408109496293883e-15+1j)", PyNumbers.power(I, 101L));
    gives(
        "(4.142651948235564e+68+7.877724108330427e+69j)",
        PyNumbers.power(new PyComplex(1, 2), 200L));
    gives("(0.7692389013639721+0.6389612763136348j)", PyNumbers.power(2L, I));
    gives("(6.123233995736766e-17+1j)", PyNumbers.power(-1L, 0.5));
    raises("complex exponentiation", () -> PyNumbers.power(-10.0, 400.5));
  }

  @Test
  void theModulusIsAFloat() {
    gives("5.0", PyNumbers.absolute(new PyComplex(3, 4)));
    gives("0.0", PyNumbers.absolute(new PyComplex(-0.0, 0)));
    gives("inf", PyNumbers.absolute(new PyComplex(INFINITY, Double.NaN)));
    raises("absolute value too large", () -> PyNumbers.absolute(new PyComplex(1e308, 1.7e308)));
  }

  @Test
  void equalNumbersAreOneKey() {
    assertThat(Py.eq(new PyComplex(2, 0), 2L)).isTrue();
    assertThat(Py.eq(2.0, new PyComplex(2, 0))).isTrue();
    assertThat(Py.eq(I, 1L)).isFalse();
    assertThat(Py.eq(I, "1j")).isFalse();
    assertThat(Py.eq(new PyComplex(0x1p53, 0), (1L << 53) + 1)).isFalse();
    assertThat(PyDict.of(new PyComplex(2, -0.0), "x").get(2L)).isEqualTo("x");
    assertThat(PyDict.of(I, "x").get(new PyComplex(-0.0, 1))).isEqualTo("x");
    assertThat(Py.isTrue(new PyComplex(0, -0.0))).isFalse();
    assertThat(Py.isTrue(I)).isTrue();
  }
}
