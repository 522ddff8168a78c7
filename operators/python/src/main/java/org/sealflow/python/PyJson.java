package org.sealflow.python;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/**
 * {@code json.dumps} with Python's defaults: ASCII only, {@code ", "} and {@code ": "}. An instance
 * keeps its room from one text to the next and refuses huge ones; not thread-safe.
 */
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

  private final AsciiText out = new AsciiText();
  private final int longest;

  /** Of texts of at most {@link PyText#LONGEST} characters. */
  public PyJson() {
    this(PyText.LONGEST);
  }

  private PyJson(int longest) {
    this.longest = longest;
  }

  /**
   * The JSON text of a value, however long.
   *
   * @throws PyException as Python raises for what JSON cannot hold (TypeError), a cycle
   *     (ValueError) and an int beyond 4,300 digits (ValueError)
   */
  public static String dumps(Object value) {
    return new PyJson(Integer.MAX_VALUE).text(value);
  }

  /**
   * The same as {@link #dumps}, of a limited length.
   *
   * @throws PyLimitException if it would be longer
   */
  public String text(Object value) {
    out.clear();
    append(value, 0);
    requireRoom();
    return out.toString();
  }

  private void requireRoom() {
    if (out.length() > longest) {
      throw PyText.tooLong();
    }
  }

  private void append(Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw PyException.valueError("Circular reference detected");
    }
    if (value instanceof String text) {
      quote(text);
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
        appendArray(list.asList().iterator(), depth);
      } else {
        out.append(text);
      }
    } else if (value instanceof PyTuple tuple) {
      appendArray(tuple.iterator(), depth);
    } else if (value instanceof PyDict dict) {
      String text = dict.constantJson();
      if (text == null) {
        appendObject(dict, depth);
      } else {
        out.append(text);
      }
    } else {
      throw PyException.typeError(
          "Object of type " + Py.typeName(value) + " is not JSON serializable");
    }
  }

  private void appendArray(Iterator<Object> items, int depth) {
    out.append('[');
    while (items.hasNext()) {
      requireRoom();
      append(items.next(), depth + 1);
      if (items.hasNext()) {
        out.append(", ");
      }
    }
    out.append(']');
  }

  private void appendObject(PyDict dict, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<Object, Object> entry : dict.byKey().entrySet()) {
      requireRoom();
      out.append(separator);
      quote(key(PyKey.value(entry.getKey())));
      out.append(": ");
      append(entry.getValue(), depth + 1);
      separator = ", ";
    }
    out.append('}');
  }

  private void quote(String text) {
    out.append('"');
    for (int i = out.appendWhile(PLAIN, text, 0);
        i < text.length();
        i = out.appendWhile(PLAIN, text, i + 1)) {
      out.append(escape(text.charAt(i)));
    }
    out.append('"');
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
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < PLAIN.length ? !PLAIN[c] : asciiOnly) {
        out.append(text, plain, i).append(escape(c));
        plain = i + 1;
      }
    }
    // A whole text is copied as bytes, a part of one letter by letter.
    if (plain == 0) {
      out.append(text);
    } else {
      out.append(text, plain, text.length());
    }
    out.append('"');
  }

  private static String escape(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      default -> "\\u" + HEX[c >> 12] + HEX[(c >> 8) & 15] + HEX[(c >> 4) & 15] + HEX[c & 15];
    };
  }
}
