package org.sealflow.model.template.value;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.sealflow.python.PyNumbers;

/** The operators of numbers, some of which also join or repeat texts and lists. */
public enum ArithmeticOperator {
  ADD("+", Numbers::add),
  SUBTRACT("-", Numbers::subtract),
  MULTIPLY("*", Numbers::multiply),
  DIVIDE("/", Numbers::divide),
  FLOOR_DIVIDE("//", Numbers::floorDivide),
  MODULO("%", Numbers::modulo),
  POWER("**", Numbers::power);

  private final String symbol;

  @SuppressWarnings("ImmutableEnumChecker") // the functions hold no state
  private final BinaryOperator<Object> ofNumbers;

  ArithmeticOperator(String symbol, BinaryOperator<Object> ofNumbers) {
    this.symbol = symbol;
    this.ofNumbers = ofNumbers;
  }

  public Object apply(Object a, Object b) {
    Values.requireDefined(a);
    Values.requireDefined(b);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return ofNumbers.apply(a, b);
    }
    if (this == ADD && a instanceof String left && b instanceof String right) {
      Sizes.requireText((long) left.length() + right.length());
      return left + right;
    }
    List<Object> left = Values.itemsOrNull(a);
    List<Object> right = Values.itemsOrNull(b);
    if (this == ADD && left != null && right != null && a instanceof List == b instanceof List) {
      return joined(left, right, a instanceof Tuple);
    }
    if (this == MULTIPLY && Numbers.isInteger(b)) {
      return repeated(a, b);
    }
    if (this == MULTIPLY && Numbers.isInteger(a)) {
      return repeated(b, a);
    }
    if (this == MODULO && a instanceof String format) {
      return FormatText.percent(format, b);
    }
    throw unsupported(a, b);
  }

  private static Object joined(List<Object> left, List<Object> right, boolean tuple) {
    Sizes.requireItems((long) left.size() + right.size());
    List<Object> joined = new ArrayList<>(left);
    joined.addAll(right);
    return tuple ? new Tuple(joined) : joined;
  }

  private Object repeated(Object sequence, Object times) {
    List<Object> items = Values.itemsOrNull(sequence);
    if (items == null && !(sequence instanceof String)) {
      throw unsupported(sequence, times);
    }
    long count =
        Math.max(
            0, PyNumbers.toBigInteger(times).min(PyNumbers.toBigInteger(1L << 40)).longValue());
    if (sequence instanceof String text) {
      Sizes.requireText(text.length() * count);
      return text.isEmpty() ? text : text.repeat((int) count);
    }
    return repeatedItems(Values.iterate(sequence), count, sequence instanceof Tuple);
  }

  private static Object repeatedItems(List<Object> items, long count, boolean tuple) {
    Sizes.requireItems(items.size() * count);
    List<Object> repeated = new ArrayList<>();
    for (long i = 0; i < count && !items.isEmpty(); i++) {
      repeated.addAll(items);
    }
    return tuple ? new Tuple(repeated) : repeated;
  }

  private TemplateFault unsupported(Object a, Object b) {
    return new TemplateFault(
        "'"
            + symbol
            + "' is not supported between "
            + Values.typeName(a)
            + " and "
            + Values.typeName(b)
            + (this == ADD ? ", join texts and other values with '~'" : ""));
  }
}
