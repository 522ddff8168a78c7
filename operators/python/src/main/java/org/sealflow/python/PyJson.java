package org.sealflow.python;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/** {@code json.dumps} with Python's defaults: ASCII only, {@code ", "} and {@code ": "}. */
public final class PyJson {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  /** The characters below 0x7f that stand for themselves. */
  private static final boolean[] PLAIN = new boolean[0x7f];

  static {
    Arrays.fill(PLAIN, ' ', PLAIN.length, true);
    PLAIN['"'] = false;
    PLAIN['\\'] = false;
  }

  /** Python's own limit lies near here; it turns a deeper value into a RecursionError. */
  private static final int MAX_DEPTH = 900;

  private PyJson() {}

  /**
   * The JSON text of a value.
   *
   * @throws PyException as Python raises for what JSON cannot hold (TypeError), a cycle
   *     (ValueError) and an int beyond 4,300 digits (ValueError)
   */
  public static String dumps(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value, 0);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw PyException.valueError("Circular reference detected");
    }
    if (value instanceof String text) {
      quote(out, text, true);
    } else if (value instanceof Long || value instanceof BigInteger) {
      out.append(PyText.intRepr(value));
    } else if (value instanceof Double number) {
      out.append(floatText(number));
    } else if (value instanceof Boolean bool) {
      out.append(bool ? "true" : "false");
    } else if (value == PyNone.NONE) {
      out.append("null");
    } else if (value instanceof PyList list) {
      String text = list.constantJson();
      if (text == null) {
        appendArray(out, list.asList().iterator(), depth);
      } else {
        out.append(text);
      }
    } else if (value instanceof PyTuple tuple) {
      appendArray(out, tuple.iterator(), depth);
    } else if (value instanceof PyDict dict) {
      String text = dict.constantJson();
      if (text == null) {
        appendObject(out, dict, depth);
      } else {
        out.append(text);
      }
    } else {
      throw PyException.typeError(
          "Object of type " + Py.typeName(value) + " is not JSON serializable");
    }
  }

  private static void appendArray(StringBuilder out, Iterator<Object> items, int depth) {
    out.append('[');
    while (items.hasNext()) {
      append(out, items.next(), depth + 1);
      if (items.hasNext()) {
        out.append(", ");
      }
    }
    out.append(']');
  }

  private static void appendObject(StringBuilder out, PyDict dict, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<Object, Object> entry : dict.byKey().entrySet()) {
      out.append(separator);
      quote(out, key(PyKey.value(entry.getKey())), true);
      out.append(": ");
      append(out, entry.getValue(), depth + 1);
      separator = ", ";
    }
    out.append('}');
  }

  private static String key(Object key) {
    if (key instanceof String text) {
      return text;
    }
    if (key instanceof Boolean bool) {
      return bool ? "true" : "false";
    }
    if (key instanceof Long || key instanceof BigInteger) {
      return PyText.intRepr(key);
    }
    if (key instanceof Double value) {
      return floatText(value);
    }
    if (key == PyNone.NONE) {
      return "null";
    }
    throw PyException.typeError(
        "keys must be str, int, float, bool or None, not " + Py.typeName(key));
  }

  /** A float as JSON text; Python writes those that JSON does not have as words. */
  public static String floatText(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return PyText.floatRepr(value);
  }

  /**
   * Appends a text in quotes.
   *
   * @param asciiOnly whether everything beyond ASCII is escaped, as Python does by default
   */
  public static void quote(StringBuilder out, String text, boolean asciiOnly) {
    out.append('"');
    int plain = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < PLAIN.length ? PLAIN[c] : !asciiOnly) {
        continue;
      }
      out.append(text, plain, i);
      plain = i + 1;
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default ->
            out.append("\\u")
                .append(HEX[c >> 12])
                .append(HEX[(c >> 8) & 15])
                .append(HEX[(c >> 4) & 15])
                .append(HEX[c & 15]);
      }
    }
    // A whole text is copied as bytes, a part of one letter by letter.
    if (plain == 0) {
      out.append(text);
    } else {
      out.append(text, plain, length);
    }
    out.append('"');
  }
}
