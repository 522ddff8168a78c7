package org.sealflow.tau.python;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyJson;

/**
 * JSON text as Python writes it by default: blanks after commas and colons, everything beyond ASCII
 * escaped, floats by their repr.
 */
public final class PythonJsonText {
  /** Orders keys by code point, not by UTF-16 unit. */
  public static final Comparator<String> BY_CODE_POINT = PythonJsonText::compareCodePoints;

  private PythonJsonText() {}

  /** Appends a value with the keys in their own order. */
  public static void append(StringBuilder text, @Nullable Object value) {
    append(text, value, false);
  }

  /** Appends a value with sorted keys, the form that digests are made of. */
  public static void appendSorted(StringBuilder text, @Nullable Object value) {
    append(text, value, true);
  }

  /**
   * The text of a tool's result: text as it is, everything else as JSON, where a bare number or
   * truth value, also directly in a list or map, turns into text first.
   */
  public static String ofResult(@Nullable Object result) {
    if (result instanceof String text) {
      return text;
    }
    StringBuilder text = new StringBuilder(256);
    appendResult(text, result);
    return text.toString();
  }

  private static void appendResult(StringBuilder text, @Nullable Object value) {
    if (value instanceof List<?> list) {
      text.append('[');
      for (int i = 0; i < list.size(); i++) {
        text.append(i == 0 ? "" : ", ");
        appendResult(text, list.get(i));
      }
      text.append(']');
    } else if (value instanceof Map<?, ?> map) {
      text.append('{');
      String comma = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        text.append(comma);
        quote(text, (String) entry.getKey());
        text.append(": ");
        appendResult(text, entry.getValue());
        comma = ", ";
      }
      text.append('}');
    } else if (PythonNumbers.isNumber(value)) {
      quote(text, Python.str(value));
    } else {
      append(text, value, false);
    }
  }

  private static void append(StringBuilder text, @Nullable Object value, boolean sorted) {
    if (value instanceof String string) {
      quote(text, string);
    } else if (value instanceof Entity entity) {
      appendEntity(text, entity, sorted);
    } else if (value instanceof List<?> list) {
      text.append('[');
      for (int i = 0; i < list.size(); i++) {
        text.append(i == 0 ? "" : ", ");
        append(text, list.get(i), sorted);
      }
      text.append(']');
    } else if (value instanceof Map<?, ?> map) {
      appendMap(text, map, sorted);
    } else if (value == null) {
      text.append("null");
    } else if (value instanceof Double number) {
      text.append(PyJson.floatText(number));
    } else {
      // Boolean, Long, BigInteger.
      text.append(value);
    }
  }

  private static void appendEntity(StringBuilder text, Entity entity, boolean sorted) {
    List<String> names = entity.shape().fieldNames();
    int[] order = entity.shape().sortedPositions();
    text.append('{');
    for (int i = 0; i < order.length; i++) {
      int position = sorted ? order[i] : i;
      text.append(i == 0 ? "\"" : ", \"").append(names.get(position)).append("\": ");
      append(text, entity.at(position), sorted);
    }
    text.append('}');
  }

  private static void appendMap(StringBuilder text, Map<?, ?> map, boolean sorted) {
    List<String> keys = new ArrayList<>(map.size());
    for (Object key : map.keySet()) {
      keys.add((String) key);
    }
    if (sorted) {
      keys.sort(BY_CODE_POINT);
    }
    text.append('{');
    String comma = "";
    for (String key : keys) {
      text.append(comma);
      quote(text, key);
      text.append(": ");
      append(text, map.get(key), sorted);
      comma = ", ";
    }
    text.append('}');
  }

  /** Appends a text in quotes. */
  public static void quote(StringBuilder text, String string) {
    PyJson.quote(text, string, true);
  }

  private static int compareCodePoints(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char first = left.charAt(i);
      char second = right.charAt(i);
      if (first != second) {
        boolean surrogates = Character.isSurrogate(first) && Character.isSurrogate(second);
        return surrogates || (!Character.isSurrogate(first) && !Character.isSurrogate(second))
            ? Character.compare(first, second)
            : Character.isSurrogate(first) ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
