package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyComplex;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.MethodTable;

class MathAPITest {
  private static final BigInteger HUGE = BigInteger.TEN.pow(400);
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final double NAN = Double.NaN;

  private static final String TOO_LARGE_FOR_FLOAT = "int too large to convert to float";
  private static final String NOT_NUMBERS = "All elements in the list must be numbers";
  private static final String NOT_TWO_NUMBERS = "Both inputs must be numbers";

  private final TestingInstance<MathAPI> math = TestingInstance.of(MathAPI.TYPE);

  private static PyList list(Object... items) {
    return PyList.of(items);
  }

  private void gives(String repr, String method, Object... arguments) {
    math.returns("{'result': " + repr + "}", method, arguments);
  }

  @Test
  void hasSeventeenMethodsAndNoState() {
    assertThat(MathAPI.TYPE.methods()).hasSize(17);
    assertThat(MathAPI.TYPE.publicAttributes()).isEmpty();
    assertThat(math.privateState()).isEmpty();
  }

  @Test
  void aScenarioChangesNothing() {
    TestingInstance<MathAPI> loaded =
        TestingInstance.of(MathAPI.TYPE, "precision", 2L, "numbers", list(1L));
    loaded.returns("{'result': mpf('0.30102999566398114')}", "logarithm", 2L, 10L, 15L);
  }

  @Test
  void logarithmShowsThreeDigitsMoreThanItsPrecision() {
    gives("mpf('2.0')", "logarithm", 100L, 10L, 5L);
    gives("mpf('3.000000000029')", "logarithm", 8L, 2L, 10L);
    gives("mpf('0.30102999566398114')", "logarithm", 2L, 10L, 15L);
    gives("mpf('4.3429452e-8')", "logarithm", 1.0000001, 10L, 5L);
    gives("mpf('-300.0')", "logarithm", 1e-300, 10L, 5L);
    gives("mpf('0.0')", "logarithm", true, 10L, 5L);
    gives("mpf('3000.0000000000000000035')", "logarithm", BigInteger.TWO.pow(3000), 2L, 20L);
  }

  @Test
  void logarithmTakesAnyPrecisionThatIsAnInt() {
    gives("mpf('0.3125')", "logarithm", 2L, 10L, 0L);
    gives("mpf('0.25')", "logarithm", 2L, 10L, -5L);
    gives("mpf('2.0')", "logarithm", 100L, 10L, 2.7);
    gives("mpf('2.0')", "logarithm", 100L, 10L, "5");
    math.refuses("invalid literal for int() with base 10: 'x'", "logarithm", 1L, 2L, "x");
    math.refuses("cannot convert float infinity to integer", "logarithm", 1L, 2L, INFINITY);
    math.refuses(TOO_LARGE_FOR_FLOAT, "logarithm", 1L, 2L, HUGE);
  }

  @Test
  void logarithmReadsNumbersFromText() {
    gives("mpf('2.0')", "logarithm", " 1e2L ", 10L, 5L);
    gives("mpf('-1.0')", "logarithm", "1/2", 2L, 5L);
    gives("mpf('+inf')", "logarithm", "INF", 2L, 5L);
    math.refuses("", "logarithm", "1/0", 2L, 5L);
    math.refuses("cannot create mpf from 'abc'", "logarithm", "abc", 2L, 5L);
    math.refuses("cannot create mpf from '1/2/3'", "logarithm", "1/2/3", 2L, 5L);
    math.refuses("cannot create mpf from [1]", "logarithm", 2L, list(1L), 5L);
  }

  @Test
  void logarithmOfNegativeNumbersIsComplex() {
    gives("mpc(real='1.0', imag='1.3643761')", "logarithm", -10L, 10L, 5L);
    gives("mpc(real='0.34946442', imag='-0.47680092')", "logarithm", 10L, -10L, 5L);
    gives("mpc(real='0.75573444', imag='0.3332696')", "logarithm", -2L, -10L, 5L);
    gives("mpc(real='0.0', imag='0.68218803')", "logarithm", new PyComplex(0, 1), 10L, 5L);
    gives("mpc(real='0.69896984', imag='0.40271902')", "logarithm", new PyComplex(3, 4), 10L, 5L);
    gives("mpc(real='0.15051484', imag='1.0232811')", "logarithm", new PyComplex(-1, 1), 10L, 5L);
  }

  @Test
  void logarithmOfTheEdgesHasNoError() {
    gives("mpf('-inf')", "logarithm", 0L, 10L, 5L);
    gives("mpf('0.0')", "logarithm", 10L, 0L, 5L);
    gives("mpf('nan')", "logarithm", 0L, 0L, 5L);
    gives("mpf('nan')", "logarithm", INFINITY, INFINITY, 5L);
    gives("mpc(real='+inf', imag='4.5323639')", "logarithm", -INFINITY, 2L, 5L);
    gives("mpc(real='nan', imag='-inf')", "logarithm", INFINITY, -1L, 5L);
    gives("mpc(real='nan', imag='nan')", "logarithm", NAN, -1L, 5L);
    math.refuses("", "logarithm", 10L, 1L, 5L);
    math.refuses("", "logarithm", NAN, true, 5L);
  }

  @Test
  void anEndlessLogarithmIsRefusedAndNotComputed() {
    assertThatThrownBy(() -> math.call("logarithm", 2L, 10L, 1_000_000L))
        .isInstanceOf(PyLimitException.class);
    assertThatThrownBy(() -> math.call("logarithm", "1e999999999", 10L, 5L))
        .isInstanceOf(PyLimitException.class);
  }

  @Test
  void meanAddsFromLeftToRight() {
    gives("2.0", "mean", list(1L, 2L, 3L));
    gives("0.20000000000000004", "mean", list(0.1, 0.2, 0.3));
    gives("0.0", "mean", list(-0.0));
    gives("1.5", "mean", PyTuple.of(1L, 2L));
    gives("2.0", "mean", PyDict.of(1L, 2L, 3L, 4L));
    gives("(1+0.5j)", "mean", list(new PyComplex(0, 1), 2L));
    gives("inf", "mean", list(1e308, 1e308));
  }

  @Test
  void meanRefusesWhatIsNoListOfNumbers() {
    for (Object empty : List.of(list(), 0L, 0.0, false, "", PyNone.NONE, PyTuple.of())) {
      math.refuses("Cannot calculate mean of an empty list", "mean", empty);
    }
    for (Object odd : List.of(5L, "abc", list("1"), list(1L, PyNone.NONE), list(list(1L)))) {
      math.refuses(NOT_NUMBERS, "mean", odd);
    }
    math.raises("integer division result too large for a float", "mean", list(HUGE, 1L));
    math.raises(TOO_LARGE_FOR_FLOAT, "mean", list(HUGE, 1.0));
  }

  @Test
  void standardDeviationIsThatOfThePopulation() {
    gives("1.118033988749895", "standard_deviation", list(1L, 2L, 3L, 4L));
    gives("3.361547262794322", "standard_deviation", list(2.5, 3.7, 1.1, 9.9));
    gives("0.0", "standard_deviation", list(1L));
    gives("nan", "standard_deviation", list(INFINITY, 1L));
    math.refuses(
        "Cannot calculate standard deviation of an empty list", "standard_deviation", list());
    math.refuses(NOT_NUMBERS, "standard_deviation", list("a"));
    math.refuses(NOT_NUMBERS, "standard_deviation", list(new PyComplex(0, 1), 2L));
    math.raises("(34, 'Numerical result out of range')", "standard_deviation", list(1e200, -1e200));
  }

  @Test
  void siConversionRoundsTwice() {
    gives("1000.0", "si_unit_conversion", 1L, "km", "m");
    gives("2999.9999999999995", "si_unit_conversion", 3L, "um", "nm");
    gives("999999999.9999999", "si_unit_conversion", true, "m", "nm");
    gives("inf", "si_unit_conversion", 1e308, "km", "mm");
    gives("0.3", "si_unit_conversion", 3L, "mm", "cm");
  }

  @Test
  void siConversionKnowsSixUnits() {
    String method = "si_unit_conversion";
    math.refuses("Value must be a number", method, "3", "xx", "cm");
    math.refuses("Conversion from 'm' to 'KM' is not supported", method, 3L, "m", "KM");
    math.refuses("Conversion from 'None' to '5' is not supported", method, 3L, PyNone.NONE, 5L);
    math.refuses("Conversion from 'x' to '['m']' is not supported", method, 3L, "x", list("m"));
    math.raises("unhashable type: 'list'", method, 3L, "m", list("m"));
    math.refuses("Conversion resulted in a value too large to represent", method, HUGE, "km", "m");
  }

  @Test
  void imperialConversionKeepsTheValueOfTheSameUnit() {
    String method = "imperial_si_conversion";
    gives("3.9370100000000003", method, 10L, "cm", "in");
    gives("212.0", method, 100L, "celsius", "fahrenheit");
    gives("37.0", method, 98.6, "fahrenheit", "celsius");
    gives("5", method, 5L, list("a"), list("a"));
    gives("True", method, true, "xx", "xx");
    math.refuses("Value must be a number", method, "5", "cm", "cm");
    math.refuses("Conversion from 'mi' to 'km' is not supported", method, 5L, "mi", "km");
    math.refuses("Conversion resulted in a value too large to represent", method, HUGE, "cm", "in");
  }

  @Test
  void additionJoinsWhateverPythonJoins() {
    gives("3", "add", 1L, 2L);
    gives("3.5", "add", 1.5, 2L);
    gives("9223372036854775808", "add", Long.MAX_VALUE, 1L);
    gives("2", "add", true, true);
    gives("'ab'", "add", "a", "b");
    gives("[1, 2]", "add", list(1L), list(2L));
    gives("(1+1j)", "add", new PyComplex(0, 1), 1L);
    math.refuses(NOT_TWO_NUMBERS, "add", "a", 1L);
    math.refuses(NOT_TWO_NUMBERS, "add", PyNone.NONE, 1L);
    math.raises(TOO_LARGE_FOR_FLOAT, "add", HUGE, 1.0);
  }

  @Test
  void subtractionWorksOnSetsToo() {
    gives("-2", "subtract", 5L, 7L);
    gives("0.19999999999999998", "subtract", 0.3, 0.1);
    gives("{1}", "subtract", PySet.of(List.of(1L, 2L)), PySet.of(List.of(2L)));
    math.refuses(NOT_TWO_NUMBERS, "subtract", "a", "b");
  }

  @Test
  void multiplicationTestsItsTypesFirst() {
    gives("12", "multiply", 3L, 4L);
    gives("0.30000000000000004", "multiply", 0.1, 3L);
    gives("5", "multiply", true, 5L);
    math.refuses(NOT_TWO_NUMBERS, "multiply", "a", 3L);
    math.refuses(NOT_TWO_NUMBERS, "multiply", new PyComplex(0, 1), 2L);
    math.raises(TOO_LARGE_FOR_FLOAT, "multiply", HUGE, 1.5);
  }

  @Test
  void divisionByZeroIsNoticedBeforeTheTypes() {
    gives("2.0", "divide", 6L, 3L);
    gives("-0.0", "divide", -0.0, 5L);
    gives("(-0-1j)", "divide", new PyComplex(-0.0, -1), 1L);
    math.refuses("Cannot divide by zero", "divide", "a", false);
    math.refuses(NOT_TWO_NUMBERS, "divide", 1L, list());
    math.raises("integer division result too large for a float", "divide", HUGE, 3L);
  }

  @Test
  void powerIsExactForIntsAndComplexForRootsOfNegatives() {
    gives("1024", "power", 2L, 10L);
    gives("0.5", "power", 2L, -1L);
    gives("4.321942375150668", "power", 1.05, 30L);
    gives("5e-324", "power", 2L, -1074L);
    gives("(1.7319121124709868e-16+2.8284271247461903j)", "power", -8L, 0.5);
    gives("(1.0000000000000002+1.7320508075688772j)", "power", -8L, 1.0 / 3);
    math.raises("0.0 cannot be raised to a negative power", "power", 0L, -1L);
    math.raises("(34, 'Numerical result out of range')", "power", 10.0, 400L);
    math.refuses(NOT_TWO_NUMBERS, "power", list(1L), 2L);
  }

  @Test
  void squareRootIsExactWhereItFits() {
    gives("Decimal('4')", "square_root", 16L, 2L);
    gives("Decimal('12.34000000')", "square_root", 152.2756, 10L);
    gives("Decimal('0.3162277660')", "square_root", 0.1, 10L);
    gives("Decimal('1.000E+5')", "square_root", 1e10, 4L);
    gives("Decimal('1E+1')", "square_root", 100L, 1L);
    gives("Decimal('2')", "square_root", 2.25, 1L);
    gives("Decimal('4.0')", "square_root", 15.9, 2L);
    gives("Decimal('-0')", "square_root", -0.0, 5L);
    gives("Decimal('Infinity')", "square_root", INFINITY, 5L);
    gives("Decimal('NaN')", "square_root", NAN, 5L);
  }

  @Test
  void squareRootTestsTheSignBeforeThePrecision() {
    String invalid = "Input must be a number or computation resulted in an invalid operation";
    math.refuses("Cannot calculate square root of a negative number", "square_root", -5L, 0L);
    math.refuses(
        "Cannot calculate square root of a negative number", "square_root", -INFINITY, "x");
    math.refuses(invalid, "square_root", "4", 0L);
    math.refuses(invalid, "square_root", 2L, 5.0);
    math.refuses(invalid, "square_root", new PyComplex(0, 1), 5L);
    math.raises("valid range for prec is [1, MAX_PREC]", "square_root", 2L, 0L);
    math.raises("Python int too large to convert to C ssize_t", "square_root", 3L, HUGE);
    assertThatThrownBy(() -> math.call("square_root", 3L, 1_000_000L))
        .isInstanceOf(PyLimitException.class);
    gives("Decimal('3')", "square_root", 9L, 1_000_000L);
  }

  @Test
  void absoluteValueKeepsTheType() {
    gives("5", "absolute_value", -5L);
    gives("0.0", "absolute_value", -0.0);
    gives("1", "absolute_value", true);
    gives("5.0", "absolute_value", new PyComplex(3, 4));
    gives("9223372036854775808", "absolute_value", Long.MIN_VALUE);
    math.refuses("Input must be a number", "absolute_value", "a");
  }

  @Test
  void roundingIsHalfToEvenOnTheBinaryValue() {
    String invalid = "First input must be a number, second input must be an integer";
    gives("4.0", "round_number", 3.7);
    gives("2.67", "round_number", 2.675, 2L);
    gives("1200", "round_number", 1250L, -2L);
    gives("-0.0", "round_number", -1.5, -5L);
    gives("4", "round_number", 3.7, PyNone.NONE);
    gives("0.5", "round_number", 0.5, true);
    math.refuses(invalid, "round_number", 3.7, 1.0);
    math.refuses(invalid, "round_number", new PyComplex(0, 1));
    math.raises("cannot convert float infinity to integer", "round_number", INFINITY, PyNone.NONE);
    math.raises("rounded value too large to represent", "round_number", Double.MAX_VALUE, -308L);
  }

  @Test
  void percentageRoundsTwice() {
    gives("7.000000000000001", "percentage", 7L, 100L);
    gives("50.0", "percentage", true, 2L);
    math.refuses("Whole value cannot be zero", "percentage", PyNone.NONE, false);
    math.refuses(NOT_TWO_NUMBERS, "percentage", 1L, "a");
    math.raises("integer division result too large for a float", "percentage", HUGE, 3L);
  }

  @Test
  void theFirstOfEqualExtremesWins() {
    gives("1.0", "min_value", list(1.0, 1L));
    gives("True", "min_value", list(true, 1L));
    gives("nan", "min_value", list(NAN, 1L));
    gives("1", "max_value", list(1L, NAN));
    gives("'e'", "min_value", "hello");
    gives("[1]", "min_value", list(list(2L), list(1L)));
    gives("None", "max_value", list(PyNone.NONE));
    math.refuses("Cannot find minimum of an empty list", "min_value", 0L);
    math.refuses("Cannot find maximum of an empty list", "max_value", PyNone.NONE);
    math.refuses(NOT_NUMBERS, "min_value", list(1L, "a"));
    math.refuses(NOT_NUMBERS, "max_value", 5L);
  }

  @Test
  void sumIsNotCompensated() {
    gives("6", "sum_values", list(1L, 2L, 3L));
    gives("0.6000000000000001", "sum_values", list(0.1, 0.2, 0.3));
    gives("0.0", "sum_values", list(1e16, 1L, 1L, -1e16));
    gives("2", "sum_values", list(true, true));
    math.refuses("Cannot calculate sum of an empty list", "sum_values", PyDict.of());
    math.refuses(NOT_NUMBERS, "sum_values", list(list(1L), list(2L)));
    math.raises(TOO_LARGE_FOR_FLOAT, "sum_values", list(HUGE, 1.0));
  }

  private final List<String> differences = new ArrayList<>();

  private void compare(String call, String recorded) {
    SharedWorld world = new SharedWorld(LongContext.none(), null);
    MethodTable methods = MethodTable.of(List.of(MathAPI.TYPE));
    CallOutcome outcome =
        new SimulatorInstances(
                ReferenceNames.of("m", "TID", methods), methods, new PyDict(), false, world)
            .execute(call);
    if (!outcome.text().equals(recorded)) {
      differences.add(call + "\n  " + outcome.text() + "\n  " + recorded);
    }
  }

  @Test
  void everyRecordedCallGivesItsResult() {
    List<JsonNode> rows = Reference.micro("math_call");
    for (JsonNode row : rows) {
      compare(row.get("call").asText(), row.get("r").asText());
    }
    assertThat(differences).isEmpty();
    assertThat(rows).hasSize(4000);
  }

  @Test
  void everyExampleOfTheSpecificationGivesItsResult() throws IOException {
    List<String> lines = Files.readAllLines(Reference.folder().resolve("spec/math-api.md"));
    int examples = 0;
    for (String line : lines.subList(lines.indexOf("## 6. Checked examples"), lines.size())) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        compare(line.substring(0, tab), line.substring(tab + 1));
        examples++;
      }
    }
    assertThat(differences).isEmpty();
    assertThat(examples).isEqualTo(372);
  }
}
