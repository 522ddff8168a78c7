package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Facts of CPython 3.11 about numbers, measured. */
class PyNumbersTest {
  private static final BigInteger HUGE = BigInteger.TEN.pow(400);

  private static void gives(String repr, Object value) {
    assertThat(Py.repr(value)).isEqualTo(repr);
  }

  private static void raises(PyException.Kind kind, String text, ThrowingCallable code) {
    PyException raised = catchThrowableOfType(PyException.class, code);
    assertThat(raised).as(text).isNotNull();
    assertThat(raised.kind()).isEqualTo(kind);
    assertThat(raised.text()).isEqualTo(text);
  }

  private static void refusesType(String text, ThrowingCallable code) {
    raises(PyException.Kind.TYPE_ERROR, text, code);
  }

  @Test
  void intsGrowBeyondSixtyFourBits() {
    gives("9223372036854775808", PyNumbers.add(Long.MAX_VALUE, 1L));
    gives("-9223372036854775809", PyNumbers.subtract(Long.MIN_VALUE, 1L));
    gives("9223372036854775808", PyNumbers.negate(Long.MIN_VALUE));
    gives("9223372036854775808", PyNumbers.multiply(Long.MIN_VALUE, -1L));
    gives("18446744073709551616", PyNumbers.multiply(1L << 32, 1L << 32));
    assertThat(PyNumbers.subtract(BigInteger.ONE.shiftLeft(63), 1L)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void divisionOfIntsIsRoundedOnce() {
    gives("4503599627370496.0", PyNumbers.divide((1L << 53) + 1, 2L));
    gives("9007199254740992.0", PyNumbers.divide((1L << 53) + 1, 1L));
    gives("1e-323", PyNumbers.divide(3L, BigInteger.TWO.pow(1075)));
    gives("0.0", PyNumbers.divide(1L, BigInteger.TWO.pow(1075)));
    gives("-0.0", PyNumbers.divide(-1L, BigInteger.TWO.pow(1076)));
    gives("-0.0", PyNumbers.divide(0L, -5L));
    gives("-0.0", PyNumbers.divide(0L, HUGE.negate()));
    gives(
        "27293.039638311202",
        PyNumbers.divide(BigInteger.TWO.pow(10000), new BigInteger("3").pow(6300)));
    raises(
        PyException.Kind.OVERFLOW_ERROR,
        "integer division result too large for a float",
        () -> PyNumbers.divide(HUGE, 3L));
    raises(
        PyException.Kind.OVERFLOW_ERROR,
        "int too large to convert to float",
        () -> PyNumbers.divide(1.0, HUGE));
  }

  @Test
  void everyDivisionByZeroHasItsOwnText() {
    PyException.Kind kind = PyException.Kind.ZERO_DIVISION_ERROR;
    raises(kind, "division by zero", () -> PyNumbers.divide(1L, false));
    raises(kind, "float division by zero", () -> PyNumbers.divide(1L, 0.0));
    raises(kind, "integer division or modulo by zero", () -> PyNumbers.floorDivide(1L, 0L));
    raises(kind, "float floor division by zero", () -> PyNumbers.floorDivide(1.0, 0L));
    raises(kind, "integer modulo by zero", () -> PyNumbers.modulo(1L, 0L));
    raises(kind, "float modulo", () -> PyNumbers.modulo(1L, 0.0));
    raises(kind, "0.0 cannot be raised to a negative power", () -> PyNumbers.power(0L, -1L));
  }

  @Test
  void floorDivisionAndModuloGoDownwards() {
    gives("-4", PyNumbers.floorDivide(-7L, 2L));
    gives("1", PyNumbers.modulo(-7L, 2L));
    gives("-1", PyNumbers.modulo(7L, -2L));
    gives("49.0", PyNumbers.floorDivide(5.0, 0.1));
    gives("-1.0", PyNumbers.floorDivide(-5L, Double.POSITIVE_INFINITY));
    gives("inf", PyNumbers.modulo(-5L, Double.POSITIVE_INFINITY));
    gives("-0.0", PyNumbers.floorDivide(0.0, -5L));
    gives("-0.0", PyNumbers.modulo(0.0, -1L));
  }

  @Test
  void sequencesAreJoinedAndRepeated() {
    gives("[1, 2]", PyNumbers.add(PyList.of(1L), PyList.of(2L)));
    gives("(1, 1)", PyNumbers.multiply(2L, PyTuple.of(1L)));
    gives("''", PyNumbers.multiply("ab", -1L));
    gives("'a'", PyNumbers.multiply("a", true));
    refusesType("can only concatenate str (not \"int\") to str", () -> PyNumbers.add("a", 1L));
    refusesType(
        "can only concatenate list (not \"tuple\") to list",
        () -> PyNumbers.add(PyList.of(1L), PyTuple.of(1L)));
    refusesType("unsupported operand type(s) for +: 'int' and 'str'", () -> PyNumbers.add(1L, "a"));
    refusesType(
        "can't multiply sequence by non-int of type 'float'", () -> PyNumbers.multiply("a", 2.0));
    refusesType(
        "can't multiply sequence by non-int of type 'complex'",
        () -> PyNumbers.multiply(new PyComplex(0, 1), PyList.of(1L)));
  }

  @Test
  void aJoinedListIsANewOne() {
    PyList left = PyList.of(1L);
    Object joined = PyNumbers.add(left, new PyList());
    assertThat(joined).isNotSameAs(left);
    gives("[1]", joined);
  }

  @Test
  void aResultTooLargeToKeepIsRefused() {
    assertThatThrownBy(() -> PyNumbers.power(10L, 10_000_000L))
        .isInstanceOf(PyLimitException.class);
    assertThatThrownBy(() -> PyNumbers.multiply("ab", 1L << 40))
        .isInstanceOf(PyLimitException.class);
  }

  @Test
  void anIntOfMoreThan4300DigitsHasNoText() {
    BigInteger longest = BigInteger.TEN.pow(4300).subtract(BigInteger.ONE);
    assertThat(Py.repr(longest)).hasSize(4300);
    raises(
        PyException.Kind.VALUE_ERROR,
        "Exceeds the limit (4300 digits) for integer string conversion;"
            + " use sys.set_int_max_str_digits() to increase the limit",
        () -> Py.repr(longest.add(BigInteger.ONE)));
    raises(
        PyException.Kind.VALUE_ERROR,
        "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits;"
            + " use sys.set_int_max_str_digits() to increase the limit",
        () -> PyNumbers.parseInt(" -" + "9".repeat(4301)));
  }

  @Test
  void powersOfFloatsFollowC() {
    double infinity = Double.POSITIVE_INFINITY;
    gives("1.0", PyNumbers.power(Double.NaN, 0L));
    gives("1.0", PyNumbers.power(1L, Double.NaN));
    gives("1.0", PyNumbers.power(-1L, infinity));
    gives("-0.0", PyNumbers.power(-infinity, -3L));
    gives("-8.0", PyNumbers.power(-2.0, 3L));
    gives("1.0", PyNumbers.power(-1L, 1e17));
    gives("5.4e-323", PyNumbers.power(1.5, -1830L));
    gives("0.0", PyNumbers.power(1.5, -1840L));
    gives("15.625", PyNumbers.power(6.25, 1.5));
    gives("1.4142135623730951", PyNumbers.power(2L, 0.5));
    raises(
        PyException.Kind.OVERFLOW_ERROR,
        "(34, 'Numerical result out of range')",
        () -> PyNumbers.power(-2.0, 1e300));
    raises(
        PyException.Kind.OVERFLOW_ERROR,
        "int too large to convert to float",
        () -> PyNumbers.power(HUGE, 0.5));
  }

  @Test
  void comparisonIsExactAcrossIntAndFloat() {
    assertThat(Py.eq((1L << 53) + 1, 0x1p53)).isFalse();
    assertThat(Py.less(0x1p53, (1L << 53) + 1)).isTrue();
    assertThat(Py.eq(0L, -0.0)).isTrue();
    assertThat(Py.less(5L, Double.POSITIVE_INFINITY)).isTrue();
    assertThat(Py.less(HUGE, Double.POSITIVE_INFINITY)).isTrue();
    assertThat(Py.greater(HUGE, Double.MAX_VALUE)).isTrue();
    assertThat(Py.less(3L, 3.5)).isTrue();
    assertThat(Py.less(Double.NaN, 1L)).isFalse();
  }

  @Test
  void roundingTakesEveryNumberOfPlaces() {
    gives("1e+22", PyNumbers.round(1e22, -22L));
    gives("0.0", PyNumbers.round(2.5, BigInteger.TEN.pow(30).negate()));
    gives("2.5", PyNumbers.round(2.5, BigInteger.TEN.pow(30)));
    gives("0", PyNumbers.round(-5L, -1L));
    gives("1", PyNumbers.round(true, 1L));
    gives(
        "20000000000000000000000000",
        PyNumbers.round(new BigInteger("15000000000000000000000000"), -25L));
    refusesType(
        "type NoneType doesn't define __round__ method", () -> PyNumbers.round(PyNone.NONE, 1L));
    refusesType(
        "'float' object cannot be interpreted as an integer", () -> PyNumbers.round(5L, 1.0));
  }

  @Test
  void fixedTextRefusesWhatIsNoNumber() {
    gives("'1.00'", PyNumbers.fixed(true, 2));
    gives("'-0.00'", PyNumbers.fixed(-0.001, 2));
    gives("'nan'", PyNumbers.fixed(Double.NaN, 2));
    gives("'100000000000000000000.00'", PyNumbers.fixed(BigInteger.TEN.pow(20), 2));
    raises(
        PyException.Kind.VALUE_ERROR,
        "Unknown format code 'f' for object of type 'str'",
        () -> PyNumbers.fixed("a", 2));
    refusesType(
        "unsupported format string passed to NoneType.__format__",
        () -> PyNumbers.fixed(PyNone.NONE, 2));
  }

  /** The quick way of rounding must never differ from the exact one. */
  @Test
  void roundingIsThatOfTheExactBinaryValue() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      double value =
          switch (i % 3) {
            case 0 -> random.nextInt(10_000_000) / 8e3;
            case 1 -> random.nextInt(1_000_000) / 1000.0;
            default -> random.nextGaussian() * Math.pow(10, random.nextInt(18) - 4);
          };
      int places = 1 + random.nextInt(6);
      BigDecimal exact = new BigDecimal(value).setScale(places, RoundingMode.HALF_EVEN);
      String sign = Math.copySign(1, value) < 0 ? "-" : "";
      assertThat(PyNumbers.fixed(value, places)).isEqualTo(sign + exact.abs().toPlainString());
      assertThat(PyNumbers.round(value, (long) places))
          .isEqualTo(Math.copySign(exact.abs().doubleValue(), value));
    }
  }

  @Test
  void theSmallestFloatsPrintInOneDigitWhereThatIsEnough() {
    List<String> texts =
        List.of("5e-324", "1e-323", "1.5e-323", "2e-323", "2.5e-323", "3e-323", "3.5e-323");
    for (int i = 0; i < texts.size(); i++) {
      gives(texts.get(i), (i + 1) * Double.MIN_VALUE);
      gives("-" + texts.get(i), -(i + 1) * Double.MIN_VALUE);
    }
  }

  @Test
  void absoluteValueAndSignsRefuseText() {
    gives("9223372036854775808", PyNumbers.absolute(Long.MIN_VALUE));
    gives("1", PyNumbers.absolute(true));
    gives("-1", PyNumbers.negate(true));
    gives("1", PyNumbers.positive(true));
    refusesType("bad operand type for abs(): 'str'", () -> PyNumbers.absolute("a"));
    refusesType("bad operand type for unary -: 'NoneType'", () -> PyNumbers.negate(PyNone.NONE));
    refusesType("bad operand type for unary +: 'str'", () -> PyNumbers.positive("a"));
  }

  @Test
  void intReadsTextInEveryScript() {
    gives("34", PyNumbers.parseInt("٣_4"));
    gives("7", PyNumbers.parseInt("\u2003 7 \u0085"));
    gives("-5", PyNumbers.parseInt("\n-5\t"));
    gives("12", PyNumbers.parseInt("00012"));
    gives("-2", PyNumbers.parseInt(-2.7));
    gives("10000000000000000000000", PyNumbers.parseInt(1e22));
    gives("1", PyNumbers.parseInt(true));
  }

  @Test
  void intRefusesTextThatOnlyLooksLikeAnInt() {
    List<String> texts =
        List.of("", "  ", "_5", "5_", "1__0", "- 5", "+-5", "0x10", "1e3", "²", "1.", "5\u001c");
    for (String text : texts) {
      raises(
          PyException.Kind.VALUE_ERROR,
          "invalid literal for int() with base 10: " + Py.repr(text),
          () -> PyNumbers.parseInt(text));
    }
    raises(
        PyException.Kind.VALUE_ERROR,
        "invalid literal for int() with base 10: '" + "x".repeat(199),
        () -> PyNumbers.parseInt("x".repeat(300)));
    raises(
        PyException.Kind.OVERFLOW_ERROR,
        "cannot convert float infinity to integer",
        () -> PyNumbers.parseInt(Double.POSITIVE_INFINITY));
    refusesType(
        "int() argument must be a string, a bytes-like object or a real number, not 'list'",
        () -> PyNumbers.parseInt(new PyList()));
    refusesType(
        "int() argument must be a string, a bytes-like object or a real number, not 'complex'",
        () -> PyNumbers.parseInt(new PyComplex(0, 1)));
  }

  @Test
  void floatReadsNumbersAndThreeWords() {
    gives("10.01", PyNumbers.parseFloat("1_0.0_1"));
    gives("340.0", PyNumbers.parseFloat("٣.٤e٢"));
    gives("-0.0005", PyNumbers.parseFloat(" -.5e-3 "));
    gives("-inf", PyNumbers.parseFloat("-Infinity"));
    gives("inf", PyNumbers.parseFloat("1e400"));
    gives("nan", PyNumbers.parseFloat("+nAn"));
    gives("9007199254740992.0", PyNumbers.parseFloat((1L << 53) + 1));
  }

  @Test
  void floatRefusesWhatJavaWouldRead() {
    for (String text : List.of("1d", "1f", "0x1p3", "1e", ".", "e5", "1_.0", "infin", "i_nf", "")) {
      raises(
          PyException.Kind.VALUE_ERROR,
          "could not convert string to float: " + Py.repr(text),
          () -> PyNumbers.parseFloat(text));
    }
    refusesType(
        "float() argument must be a string or a real number, not 'NoneType'",
        () -> PyNumbers.parseFloat(PyNone.NONE));
    raises(
        PyException.Kind.OVERFLOW_ERROR,
        "int too large to convert to float",
        () -> PyNumbers.parseFloat(HUGE));
  }

  @Test
  void mpmathAndDecimalNumbersCompareButDoNotCompute() {
    MpContext context = new MpContext();
    Object two = context.divide(context.log(100L), context.log(10L));
    Object four = PyDecimal.of(4L);
    assertThat(Py.eq(two, 2L)).isTrue();
    assertThat(Py.eq(2.0, two)).isTrue();
    assertThat(Py.eq(four, 4.0)).isTrue();
    assertThat(PyDict.of(two, "x").get(2L)).isEqualTo("x");
    assertThat(PyDict.of(four, "x").get(4L)).isEqualTo("x");
    gives("2", PyNumbers.parseInt(two));
    gives("4.0", PyNumbers.parseFloat(four));
    for (Supplier<Object> arithmetic :
        List.<Supplier<Object>>of(
            () -> PyNumbers.add(two, 1L),
            () -> PyNumbers.multiply(2L, four),
            () -> PyNumbers.absolute(four),
            () -> PyNumbers.round(two, 2L),
            () -> PyNumbers.negate(two))) {
      assertThatThrownBy(arithmetic::get).isInstanceOf(PyLimitException.class);
    }
    refusesType(
        "unsupported operand type(s) for +: 'decimal.Decimal' and 'float'",
        () -> PyNumbers.add(four, 1.5));
    refusesType(
        "unsupported operand type(s) for +: 'mpf' and 'NoneType'",
        () -> PyNumbers.add(two, PyNone.NONE));
  }

  @Test
  void mpmathNumbersPrintWithThePrecisionOfTheMoment() {
    MpContext context = new MpContext();
    context.setDigits(5L);
    Object half = context.divide(context.log(2L), context.log(10L));
    assertThat(Py.repr(half)).isEqualTo("mpf('0.30102968')");
    assertThat(Py.str(half)).isEqualTo("0.30103");
    assertThat(Py.str(context.log(-8L))).isEqualTo("(2.0794 + 3.1416j)");
    context.setDigits(2L);
    assertThat(Py.repr(half)).isEqualTo("mpf('0.30103')");
  }
}
