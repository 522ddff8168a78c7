package org.sealflow.model.template;

import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.Numbers;
import org.sealflow.model.template.value.Parameters;
import org.sealflow.model.template.value.Sizes;
import org.sealflow.model.template.value.StringMethods;
import org.sealflow.model.template.value.Strings;
import org.sealflow.model.template.value.Subscripts;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Undefined;
import org.sealflow.model.template.value.Values;
import org.sealflow.python.PyNumbers;

/** The filters of numbers, and those for values that may be absent. */
final class ScalarFilters {
  private static final Pattern FLOAT =
      Pattern.compile("[+-]?(\\d[\\d_]*\\.?[\\d_]*|\\.\\d[\\d_]*)([eE][+-]?\\d+)?");

  static final Map<String, Filter> FILTERS =
      Map.of(
          "default", ScalarFilters::fallback,
          "d", ScalarFilters::fallback,
          "attr", ScalarFilters::attr,
          "int", ScalarFilters::toInteger,
          "float", ScalarFilters::toFloat,
          "abs", ScalarFilters::absolute,
          "round", ScalarFilters::round);

  private ScalarFilters() {}

  private static Object fallback(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "default_value", "boolean");
    boolean absent = value instanceof Undefined || (parameters.isTrue(1) && !Values.isTrue(value));
    return absent ? parameters.value(0, "") : value;
  }

  private static Object attr(Object value, Arguments arguments) {
    String name = arguments.bind(1, "name").text(0);
    if (value instanceof Map) {
      // A key is no attribute: this filter alone never falls back to it.
      Object attribute = Subscripts.attribute(Map.of(), name);
      return attribute instanceof Undefined ? attribute : Subscripts.attribute(value, name);
    }
    return Subscripts.attribute(value, name);
  }

  private static Object toInteger(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "default", "base");
    Values.requireDefined(value);
    Object fallback = parameters.value(0, 0L);
    if (Numbers.isInteger(value)) {
      return PyNumbers.normalize(PyNumbers.toBigInteger(value));
    }
    if (value instanceof String text) {
      Object integer =
          integer(Strings.stripRight(Strings.stripLeft(text)), (int) parameters.integer(1, 10));
      return integer != null ? integer : truncated(number(text), fallback);
    }
    return truncated(value instanceof Double number ? number : null, fallback);
  }

  private static Object truncated(@Nullable Double number, Object fallback) {
    return number == null || !Double.isFinite(number) ? fallback : PyNumbers.truncate(number);
  }

  private static @Nullable Object integer(String text, int base) {
    String sign = text.startsWith("-") ? "-" : "";
    String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    String prefix = base == 16 ? "0x" : base == 8 ? "0o" : base == 2 ? "0b" : "";
    boolean prefixed = !prefix.isEmpty() && StringMethods.lower(unsigned).startsWith(prefix);
    String digits = prefixed ? unsigned.substring(2) : unsigned;
    if (digits.isEmpty() || digits.startsWith("-") || digits.startsWith("+")) {
      return null;
    }
    Sizes.requireBits(digits.length());
    try {
      return PyNumbers.normalize(new BigInteger(sign + digits, base));
    } catch (NumberFormatException notAnInteger) {
      return null;
    }
  }

  private static @Nullable Double number(String given) {
    String text = Strings.stripRight(Strings.stripLeft(given));
    return FLOAT.matcher(text).matches() ? Double.valueOf(text.replace("_", "")) : null;
  }

  private static Object toFloat(Object value, Arguments arguments) {
    Object fallback = arguments.bind(0, "default").value(0, 0.0);
    Values.requireDefined(value);
    if (Numbers.isNumber(value)) {
      return Numbers.toDouble(value);
    }
    Double number = value instanceof String text ? number(text) : null;
    return number == null ? fallback : number;
  }

  private static Object absolute(Object value, Arguments arguments) {
    arguments.bind(0);
    return PyNumbers.absolute(requireNumber(value, "abs"));
  }

  private static Object round(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "precision", "method");
    RoundingMode mode =
        switch (parameters.text(1, "common")) {
          case "common" -> RoundingMode.HALF_EVEN;
          case "ceil" -> RoundingMode.CEILING;
          case "floor" -> RoundingMode.FLOOR;
          default -> throw new TemplateFault("round expects the method common, ceil or floor");
        };
    int decimals = (int) Math.max(-400, Math.min(parameters.integer(0, 0), 400));
    Object number = requireNumber(value, "round");
    if (Numbers.isInteger(number) && mode == RoundingMode.HALF_EVEN) {
      return Numbers.roundInteger(number, decimals);
    }
    return Numbers.round(Numbers.toDouble(number), decimals, mode);
  }

  private static Object requireNumber(Object value, String filter) {
    Values.requireDefined(value);
    if (Numbers.isNumber(value)) {
      return value;
    }
    throw new TemplateFault(
        "filter " + filter + " expects a number, found " + Values.typeName(value));
  }
}
