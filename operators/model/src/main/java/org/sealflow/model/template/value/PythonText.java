package org.sealflow.model.template.value;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;

/** {@code str} and {@code repr}. */
public final class PythonText {
  private static final int DEEPEST = 500;

  private PythonText() {}

  /** The text that a print statement writes of a value. */
  public static String str(Object value) {
    if (value instanceof String text) {
      return text;
    }
    return value instanceof Undefined ? "" : repr(value);
  }

  static String repr(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value, 0);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value, int depth) {
    if (depth > DEEPEST) {
      throw new TemplateFault("a value nests deeper than " + DEEPEST + " levels");
    }
    Sizes.requireText(out.length());
    Map<Object, Object> dict = Values.dictOrNull(value);
    if (dict != null) {
      appendDict(out, dict, depth);
    } else if (value instanceof List<?> list) {
      out.append('[');
      appendItems(out, list, depth);
      out.append(']');
    } else if (value instanceof Tuple tuple) {
      out.append('(');
      appendItems(out, tuple.items(), depth);
      out.append(tuple.items().size() == 1 ? ",)" : ")");
    } else {
      out.append(scalar(value));
    }
  }

  private static void appendItems(StringBuilder out, List<?> items, int depth) {
    String separator = "";
    for (Object item : items) {
      out.append(separator);
      append(out, item, depth + 1);
      separator = ", ";
    }
  }

  private static void appendDict(StringBuilder out, Map<Object, Object> dict, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<Object, Object> entry : dict.entrySet()) {
      out.append(separator);
      append(out, entry.getKey(), depth + 1);
      out.append(": ");
      append(out, entry.getValue(), depth + 1);
      separator = ", ";
    }
    out.append('}');
  }

  private static String scalar(Object value) {
    if (value instanceof String text) {
      return quoted(text);
    }
    if (value instanceof Double number) {
      return floatRepr(number);
    }
    if (value instanceof Boolean flag) {
      return flag ? "True" : "False";
    }
    if (value == None.NONE) {
      return "None";
    }
    if (value instanceof Callable callable) {
      return "<function " + callable.name() + ">";
    }
    return value instanceof Undefined ? "Undefined" : value.toString();
  }

  /** The shortest decimal that reads back as the same double, in Python's notation. */
  static String floatRepr(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    BigDecimal shortest = shortest(value);
    boolean negativeZero = value == 0 && 1 / value < 0;
    String sign = value < 0 || negativeZero ? "-" : "";
    return sign + notation(shortest.abs());
  }

  /** Java 17's own Double.toString does not always find it; this one gives two digits at least. */
  private static BigDecimal shortest(double value) {
    BigDecimal decimal = new BigDecimal(DoubleToDecimal.toString(value)).stripTrailingZeros();
    BigDecimal single = decimal.round(new MathContext(1));
    return single.doubleValue() == value ? single : decimal;
  }

  private static String notation(BigDecimal value) {
    String digits = value.unscaledValue().toString();
    int exponent = digits.length() - 1 - value.scale();
    if (value.signum() == 0) {
      return "0.0";
    }
    if (exponent >= -4 && exponent < 16) {
      String plain = value.toPlainString();
      return value.scale() > 0 ? plain : plain + ".0";
    }
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String size = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + size;
  }

  private static String quoted(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder out = new StringBuilder().append(quote);
    text.codePoints().forEach(point -> appendQuoted(out, point, quote));
    return out.append(quote).toString();
  }

  private static void appendQuoted(StringBuilder out, int point, char quote) {
    switch (point) {
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (point == quote) {
          out.append('\\').append(quote);
        } else if (isPrintable(point)) {
          out.appendCodePoint(point);
        } else {
          out.append(escape(point));
        }
      }
    }
  }

  private static String escape(int point) {
    String hex = Integer.toHexString(point);
    int width = point <= 0xff ? 2 : point <= 0xffff ? 4 : 8;
    String prefix = width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U";
    return prefix + "0".repeat(width - hex.length()) + hex;
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }
}
