package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.Iterator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.MpContext;
import org.sealflow.python.Py;
import org.sealflow.python.PyDecimal;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.call.LiveInstance;

/**
 * Arithmetic, statistics and unit conversion. An instance holds nothing that a later call sees.
 * Every method returns {@code {"result": value}} or {@code {"error": text}}.
 *
 * <p>Source: math-api.md.
 */
public final class MathAPI implements Simulator {
  public static final SimulatorClass<MathAPI> TYPE =
      SimulatorClass.named("MathAPI", MathAPI::load)
          .method(
              "logarithm",
              (self, arguments) -> self.logarithm(arguments[0], arguments[1], arguments[2]),
              required("value"),
              required("base"),
              required("precision"))
          .method("mean", (self, arguments) -> mean(arguments[0]), required("numbers"))
          .method(
              "standard_deviation",
              (self, arguments) -> standardDeviation(arguments[0]),
              required("numbers"))
          .method(
              "si_unit_conversion",
              (self, arguments) -> siUnitConversion(arguments[0], arguments[1], arguments[2]),
              required("value"),
              required("unit_in"),
              required("unit_out"))
          .method(
              "imperial_si_conversion",
              (self, arguments) -> imperialSiConversion(arguments[0], arguments[1], arguments[2]),
              required("value"),
              required("unit_in"),
              required("unit_out"))
          .method(
              "add",
              (self, arguments) -> ofTwo(PyNumbers::add, arguments[0], arguments[1]),
              required("a"),
              required("b"))
          .method(
              "subtract",
              (self, arguments) -> ofTwo(PyNumbers::subtract, arguments[0], arguments[1]),
              required("a"),
              required("b"))
          .method(
              "multiply",
              (self, arguments) -> multiply(arguments[0], arguments[1]),
              required("a"),
              required("b"))
          .method(
              "divide",
              (self, arguments) -> divide(arguments[0], arguments[1]),
              required("a"),
              required("b"))
          .method(
              "power",
              (self, arguments) -> ofTwo(PyNumbers::power, arguments[0], arguments[1]),
              required("base"),
              required("exponent"))
          .method(
              "square_root",
              (self, arguments) -> squareRoot(arguments[0], arguments[1]),
              required("number"),
              required("precision"))
          .method(
              "absolute_value",
              (self, arguments) -> absoluteValue(arguments[0]),
              required("number"))
          .method(
              "round_number",
              (self, arguments) -> roundNumber(arguments[0], arguments[1]),
              required("number"),
              optional("decimal_places", 0L))
          .method(
              "percentage",
              (self, arguments) -> percentage(arguments[0], arguments[1]),
              required("part"),
              required("whole"))
          .method("min_value", (self, arguments) -> minimum(arguments[0]), required("numbers"))
          .method("max_value", (self, arguments) -> maximum(arguments[0]), required("numbers"))
          .method("sum_values", (self, arguments) -> sumValues(arguments[0]), required("numbers"))
          .build();

  private static final String NOT_NUMBERS = "All elements in the list must be numbers";
  private static final String NOT_TWO_NUMBERS = "Both inputs must be numbers";
  private static final String NO_NUMBER = "Value must be a number";

  private final MpContext precision;

  /** The reference loads no scenario into this class. */
  private static MathAPI load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new MathAPI(new MpContext());
  }

  private MathAPI(MpContext precision) {
    this.precision = precision;
  }

  @Override
  public LiveInstance<MathAPI> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new MathAPI(precision.copy()));
  }

  @Override
  public SimulatorClass<MathAPI> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of();
  }

  private static PyDict result(Object value) {
    return PyDict.of("result", value);
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }

  /** The result, or the error text where the computation raises a TypeError. */
  private static PyDict unlessTypeError(String text, Supplier<Object> computation) {
    try {
      return result(computation.get());
    } catch (PyException e) {
      if (e.kind() == PyException.Kind.TYPE_ERROR) {
        return error(text);
      }
      throw e;
    }
  }

  private static PyDict ofTwo(BinaryOperator<Object> operator, Object a, Object b) {
    return unlessTypeError(NOT_TWO_NUMBERS, () -> operator.apply(a, b));
  }

  /** The logarithm to so many digits; whatever is raised becomes the error text. */
  private PyDict logarithm(Object value, Object base, Object digits) {
    try {
      precision.setDigits(digits);
      return result(precision.divide(precision.log(value), precision.log(base)));
    } catch (PyException e) {
      return error(e.text());
    }
  }

  private static PyDict mean(Object numbers) {
    return Py.isTrue(numbers)
        ? unlessTypeError(NOT_NUMBERS, () -> average(numbers))
        : error("Cannot calculate mean of an empty list");
  }

  private static Object average(Object numbers) {
    Object sum = sum(numbers);
    return PyNumbers.divide(sum, Py.length(numbers));
  }

  /** From the int 0 on, one addition after the other. */
  private static Object sum(Object numbers) {
    Object sum = 0L;
    for (Object number : Py.iterate(numbers)) {
      sum = PyNumbers.add(sum, number);
    }
    return sum;
  }

  private static PyDict standardDeviation(Object numbers) {
    return Py.isTrue(numbers)
        ? unlessTypeError(NOT_NUMBERS, () -> Math.sqrt(variance(numbers)))
        : error("Cannot calculate standard deviation of an empty list");
  }

  /** Of the whole population. A complex variance is a TypeError, as for {@code math.sqrt}. */
  private static double variance(Object numbers) {
    Object mean = average(numbers);
    Object squares = 0L;
    for (Object number : Py.iterate(numbers)) {
      squares = PyNumbers.add(squares, PyNumbers.power(PyNumbers.subtract(number, mean), 2L));
    }
    return PyNumbers.parseFloat(PyNumbers.divide(squares, Py.length(numbers)));
  }

  private static PyDict siUnitConversion(Object value, Object from, Object to) {
    return Py.isNumber(value)
        ? converted(value, UnitConversions.betweenLengths(from, to), from, to)
        : error(NO_NUMBER);
  }

  private static PyDict imperialSiConversion(Object value, Object from, Object to) {
    if (!Py.isNumber(value)) {
      return error(NO_NUMBER);
    }
    return Py.eq(from, to)
        ? result(value)
        : converted(value, UnitConversions.betweenSystems(from, to), from, to);
  }

  private static PyDict converted(
      Object value, @Nullable UnaryOperator<Object> conversion, Object from, Object to) {
    if (conversion == null) {
      return error(
          "Conversion from '" + Py.str(from) + "' to '" + Py.str(to) + "' is not supported");
    }
    try {
      return result(conversion.apply(value));
    } catch (PyException e) {
      if (e.kind() == PyException.Kind.OVERFLOW_ERROR) {
        return error("Conversion resulted in a value too large to represent");
      }
      throw e;
    }
  }

  private static PyDict multiply(Object a, Object b) {
    return Py.isNumber(a) && Py.isNumber(b)
        ? result(PyNumbers.multiply(a, b))
        : error(NOT_TWO_NUMBERS);
  }

  private static PyDict divide(Object a, Object b) {
    return Py.eq(b, 0L) ? error("Cannot divide by zero") : ofTwo(PyNumbers::divide, a, b);
  }

  private static PyDict squareRoot(Object number, Object precision) {
    return isNegative(number)
        ? error("Cannot calculate square root of a negative number")
        : unlessTypeError(
            "Input must be a number or computation resulted in an invalid operation",
            () -> squareRootOfDecimal(number, precision));
  }

  /** False also for what is no number: that fails later. */
  private static boolean isNegative(Object number) {
    return number instanceof PyDecimal decimal
        ? decimal.isNegative()
        : Py.isNumber(number) && Py.less(number, 0L);
  }

  /** A bad precision is noticed only where the number could be compared with 0. */
  private static Object squareRootOfDecimal(Object number, Object precision) {
    if (!Py.isNumber(number) && !(number instanceof PyDecimal)) {
      throw PyException.typeError("no number");
    }
    long digits = PyDecimal.precision(precision);
    return PyDecimal.of(number).sqrt(digits);
  }

  private static PyDict absoluteValue(Object number) {
    return unlessTypeError("Input must be a number", () -> PyNumbers.absolute(number));
  }

  private static PyDict roundNumber(Object number, Object places) {
    return unlessTypeError(
        "First input must be a number, second input must be an integer",
        () -> PyNumbers.round(number, places));
  }

  private static PyDict percentage(Object part, Object whole) {
    return Py.eq(whole, 0L)
        ? error("Whole value cannot be zero")
        : unlessTypeError(
            NOT_TWO_NUMBERS, () -> PyNumbers.multiply(PyNumbers.divide(part, whole), 100L));
  }

  private static PyDict minimum(Object numbers) {
    return Py.isTrue(numbers)
        ? unlessTypeError(NOT_NUMBERS, () -> extreme(numbers, Py.Order.LESS))
        : error("Cannot find minimum of an empty list");
  }

  private static PyDict maximum(Object numbers) {
    return Py.isTrue(numbers)
        ? unlessTypeError(NOT_NUMBERS, () -> extreme(numbers, Py.Order.GREATER))
        : error("Cannot find maximum of an empty list");
  }

  /** The first item that no other one precedes in that order; there is one item at least. */
  private static Object extreme(Object numbers, Py.Order order) {
    Iterator<Object> items = Py.iterate(numbers).iterator();
    Object extreme = items.next();
    while (items.hasNext()) {
      Object item = items.next();
      if (Py.compare(item, order, extreme)) {
        extreme = item;
      }
    }
    return extreme;
  }

  private static PyDict sumValues(Object numbers) {
    return Py.isTrue(numbers)
        ? unlessTypeError(NOT_NUMBERS, () -> sum(numbers))
        : error("Cannot calculate sum of an empty list");
  }
}
