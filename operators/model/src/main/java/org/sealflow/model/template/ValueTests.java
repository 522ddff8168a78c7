package org.sealflow.model.template;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.ArithmeticOperator;
import org.sealflow.model.template.value.Callable;
import org.sealflow.model.template.value.ComparisonOperator;
import org.sealflow.model.template.value.None;
import org.sealflow.model.template.value.Numbers;
import org.sealflow.model.template.value.PythonText;
import org.sealflow.model.template.value.StringMethods;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Tuple;
import org.sealflow.model.template.value.Undefined;
import org.sealflow.model.template.value.Values;

/** The tests after {@code is}. */
final class ValueTests {
  private static final Map<String, ValueTest> TESTS =
      Map.ofEntries(
          plain("defined", value -> !(value instanceof Undefined)),
          plain("undefined", value -> value instanceof Undefined),
          plain("none", value -> value == None.NONE),
          plain("string", value -> value instanceof String),
          plain("mapping", value -> value instanceof Map),
          plain("iterable", ValueTests::isIterable),
          plain("sequence", ValueTests::isIterable),
          plain("boolean", value -> value instanceof Boolean),
          plain("true", value -> value.equals(true)),
          plain("false", value -> value.equals(false)),
          plain("number", Numbers::isNumber),
          plain("integer", value -> Numbers.isInteger(value) && !(value instanceof Boolean)),
          plain("float", value -> value instanceof Double),
          plain("callable", value -> value instanceof Callable),
          plain("odd", value -> Values.equal(remainder(value, 2L), 1L)),
          plain("even", value -> isDivisible(value, 2L)),
          plain("lower", value -> isCase(value, StringMethods.lower(PythonText.str(value)))),
          plain("upper", value -> isCase(value, StringMethods.upper(PythonText.str(value)))),
          plain("filter", value -> Filters.isKnown(PythonText.str(value))),
          plain("test", value -> isKnown(PythonText.str(value))),
          compared("divisibleby", ValueTests::isDivisible),
          compared("in", (value, other) -> Values.contains(other, value)),
          compared("sameas", ValueTests::isSame),
          compared("eq", ComparisonOperator.EQUAL::holds),
          compared("equalto", ComparisonOperator.EQUAL::holds),
          compared("==", ComparisonOperator.EQUAL::holds),
          compared("ne", ComparisonOperator.NOT_EQUAL::holds),
          compared("!=", ComparisonOperator.NOT_EQUAL::holds),
          compared("lt", ComparisonOperator.LESS::holds),
          compared("lessthan", ComparisonOperator.LESS::holds),
          compared("<", ComparisonOperator.LESS::holds),
          compared("le", ComparisonOperator.LESS_OR_EQUAL::holds),
          compared("<=", ComparisonOperator.LESS_OR_EQUAL::holds),
          compared("gt", ComparisonOperator.GREATER::holds),
          compared("greaterthan", ComparisonOperator.GREATER::holds),
          compared(">", ComparisonOperator.GREATER::holds),
          compared("ge", ComparisonOperator.GREATER_OR_EQUAL::holds),
          compared(">=", ComparisonOperator.GREATER_OR_EQUAL::holds));

  /** A test that compares the value with another. */
  private interface Comparison {
    boolean holds(Object value, Object other);
  }

  private ValueTests() {}

  static Set<String> names() {
    return TESTS.keySet();
  }

  static boolean isKnown(String name) {
    return TESTS.containsKey(name);
  }

  /**
   * The test of a name.
   *
   * @throws TemplateFault if there is none
   */
  static ValueTest named(String name) {
    @Nullable ValueTest test = TESTS.get(name);
    if (test == null) {
      throw new TemplateFault(
          "there is no test '" + name + "', expected one of " + new TreeSet<>(TESTS.keySet()));
    }
    return test;
  }

  private static Map.Entry<String, ValueTest> plain(String name, Predicate<Object> predicate) {
    return Map.entry(
        name,
        (value, arguments) -> {
          arguments.bind(0);
          return predicate.test(value);
        });
  }

  private static Map.Entry<String, ValueTest> compared(String name, Comparison comparison) {
    return Map.entry(
        name, (value, arguments) -> comparison.holds(value, arguments.bind(1, "other").value(0)));
  }

  /** A dict and a text have a length and items by key too, so they count as sequences. */
  private static boolean isIterable(Object value) {
    return value instanceof String
        || value instanceof List
        || value instanceof Tuple
        || value instanceof Map
        || value instanceof Undefined;
  }

  private static boolean isDivisible(Object value, Object divisor) {
    return Values.equal(remainder(value, divisor), 0L);
  }

  private static Object remainder(Object value, Object divisor) {
    return ArithmeticOperator.MODULO.apply(value, divisor);
  }

  private static boolean isCase(Object value, String changed) {
    String text = PythonText.str(value);
    return text.equals(changed) && !StringMethods.upper(text).equals(StringMethods.lower(text));
  }

  /** Identity, which small values share with those equal to them. */
  private static boolean isSame(Object value, Object other) {
    boolean scalar = value instanceof Boolean || value instanceof String || Numbers.isNumber(value);
    return scalar ? value.equals(other) : value == other;
  }
}
