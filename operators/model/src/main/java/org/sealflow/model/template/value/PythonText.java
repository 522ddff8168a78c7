package org.sealflow.model.template.value;

import java.util.List;
import java.util.Map;
import org.sealflow.python.PyText;

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
    if (value instanceof String || value instanceof Double || value instanceof Boolean) {
      return PyText.repr(value);
    }
    if (value == None.NONE) {
      return "None";
    }
    if (value instanceof Callable callable) {
      return "<function " + callable.name() + ">";
    }
    return value instanceof Undefined ? "Undefined" : value.toString();
  }
}
