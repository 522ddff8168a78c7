package org.sealflow.model.template.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyText;

/** {@code '{} {name}'.format(...)} without format specifications, and {@code '%s' % value}. */
public final class FormatText {
  private static final Pattern FIELD = Pattern.compile("\\{\\{|}}|\\{([^{}]*)}|[{}]");
  private static final Pattern NAME = Pattern.compile("\\w*");
  private static final Pattern CONVERSION =
      Pattern.compile(
          "%(?<minus>-?)(?<zero>0?)(?<width>\\d{0,4})(?:\\.(?<digits>\\d{1,3}))?(?<kind>.?)");

  private FormatText() {}

  /** {@code text.format(...)} with fields {@code {}}, {@code {0}} and {@code {name}}. */
  static Object format(String text, Arguments arguments) {
    Matcher field = FIELD.matcher(text);
    StringBuilder out = new StringBuilder();
    int done = 0;
    int next = 0;
    while (field.find()) {
      out.append(text, done, field.start());
      done = field.end();
      String name = field.group(1);
      if (name == null) {
        out.append(brace(field.group()));
      } else {
        out.append(
            PythonText.str(value(name.isEmpty() ? String.valueOf(next++) : name, arguments)));
      }
      Sizes.requireText(out.length());
    }
    return out.append(text.substring(done)).toString();
  }

  private static String brace(String found) {
    if (found.length() == 1) {
      throw new TemplateFault("format found a single '" + found + "', double it to print it");
    }
    return found.substring(1);
  }

  private static Object value(String name, Arguments arguments) {
    if (!NAME.matcher(name).matches()) {
      throw new TemplateFault("format knows the fields {}, {0} and {name}, found {" + name + "}");
    }
    boolean number = Character.isDigit(name.charAt(0));
    if (number && name.length() < 4 && Integer.parseInt(name) < arguments.positional().size()) {
      return arguments.positional().get(Integer.parseInt(name));
    }
    Object value = arguments.named().get(name);
    if (value == null) {
      throw new TemplateFault("format is not given the field {" + name + "}");
    }
    return value;
  }

  /**
   * {@code text % values} with the conversions {@code s}, {@code r}, {@code d}, {@code i}, {@code
   * f}, {@code x} and {@code %}, width and precision.
   *
   * @param given a tuple of values, or one value
   */
  public static String percent(String text, Object given) {
    List<Object> values = given instanceof Tuple tuple ? tuple.items() : List.of(given);
    Matcher conversion = CONVERSION.matcher(text);
    StringBuilder out = new StringBuilder();
    int done = 0;
    int used = 0;
    while (conversion.find()) {
      out.append(text, done, conversion.start());
      done = conversion.end();
      if (conversion.group().equals("%%")) {
        out.append('%');
      } else if (used < values.size()) {
        out.append(padded(conversion, converted(conversion, values.get(used++))));
      } else {
        throw new TemplateFault("not enough values for the format '" + text + "'");
      }
      Sizes.requireText(out.length());
    }
    boolean mayBeUnused = given instanceof List || given instanceof Map;
    if (used < values.size() && !mayBeUnused) {
      throw new TemplateFault("too many values for the format '" + text + "'");
    }
    return out.append(text.substring(done)).toString();
  }

  private static String converted(Matcher conversion, Object value) {
    String digits = conversion.group("digits");
    return switch (conversion.group("kind")) {
      case "s" -> cut(PythonText.str(value), digits);
      case "r" -> cut(PythonText.repr(value), digits);
      case "d", "i" -> integer(value);
      case "x" -> PyNumbers.toBigInteger(requireInteger(value)).toString(16);
      case "f" -> fixed(value, digits == null ? 6 : Integer.parseInt(digits));
      default ->
          throw new TemplateFault(
              "the format '"
                  + conversion.group()
                  + "' is not known, expected one of %s, %r, %d, %i, %f, %x and %%");
    };
  }

  private static String cut(String text, @Nullable String digits) {
    int length = digits == null ? Integer.MAX_VALUE : Integer.parseInt(digits);
    return Strings.length(text) <= length
        ? text
        : text.substring(0, text.offsetByCodePoints(0, length));
  }

  private static String integer(Object value) {
    Object whole = value instanceof Double number ? Numbers.truncate(number) : value;
    return PyNumbers.toBigInteger(requireInteger(whole)).toString();
  }

  private static Object requireInteger(Object value) {
    if (Numbers.isInteger(value)) {
      return value;
    }
    throw new TemplateFault("a number is expected here, found " + Values.typeName(value));
  }

  private static String fixed(Object value, int digits) {
    if (!Numbers.isNumber(value)) {
      requireInteger(value);
    }
    double number = Numbers.toDouble(value);
    return Double.isFinite(number)
        ? new BigDecimal(number).setScale(digits, RoundingMode.HALF_EVEN).toPlainString()
        : PyText.floatRepr(number);
  }

  private static String padded(Matcher conversion, String text) {
    String width = conversion.group("width");
    int missing = width.isEmpty() ? 0 : Integer.parseInt(width) - Strings.length(text);
    if (missing <= 0) {
      return text;
    }
    if (!conversion.group("minus").isEmpty()) {
      return text + " ".repeat(missing);
    }
    boolean zeros =
        !conversion.group("zero").isEmpty() && "dixf".contains(conversion.group("kind"));
    if (!zeros) {
      return " ".repeat(missing) + text;
    }
    int sign = text.startsWith("-") ? 1 : 0;
    return text.substring(0, sign) + "0".repeat(missing) + text.substring(sign);
  }
}
