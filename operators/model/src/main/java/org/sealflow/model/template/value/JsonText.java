package org.sealflow.model.template.value;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.python.PyJson;

/**
 * {@code tojson} as Hugging Face sets it up: {@code json.dumps} with {@code ensure_ascii} off and
 * no escaping of HTML.
 */
public final class JsonText {
  private static final int DEEPEST = 500;

  /**
   * How the text is laid out.
   *
   * @param indent what each level is indented by; empty for one line
   * @param itemSeparator between items
   * @param keySeparator between a key and its value
   */
  public record Layout(
      boolean multiLine,
      String indent,
      String itemSeparator,
      String keySeparator,
      boolean asciiOnly,
      boolean sortKeys) {}

  private final Layout layout;
  private final StringBuilder out = new StringBuilder();

  private JsonText(Layout layout) {
    this.layout = layout;
  }

  public static String of(Object value, Layout layout) {
    JsonText text = new JsonText(layout);
    text.append(value, 0);
    return text.out.toString();
  }

  private void append(Object value, int depth) {
    if (depth > DEEPEST) {
      throw new TemplateFault("a value nests deeper than " + DEEPEST + " levels");
    }
    Sizes.requireText(out.length());
    List<Object> items = Values.itemsOrNull(value);
    Map<Object, Object> dict = Values.dictOrNull(value);
    if (items != null) {
      appendArray(items, depth);
    } else if (dict != null) {
      appendObject(dict, depth);
    } else if (value instanceof String string) {
      PyJson.quote(out, string, layout.asciiOnly());
    } else {
      out.append(scalar(value));
    }
  }

  private void appendArray(List<Object> items, int depth) {
    out.append('[');
    String separator = "";
    for (Object item : items) {
      out.append(separator);
      newLine(depth + 1);
      append(item, depth + 1);
      separator = layout.itemSeparator();
    }
    close(']', items.isEmpty(), depth);
  }

  private void appendObject(Map<Object, Object> dict, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<Object, Object> entry : entries(dict)) {
      out.append(separator);
      newLine(depth + 1);
      PyJson.quote(out, key(entry.getKey()), layout.asciiOnly());
      out.append(layout.keySeparator());
      append(entry.getValue(), depth + 1);
      separator = layout.itemSeparator();
    }
    close('}', dict.isEmpty(), depth);
  }

  private List<Map.Entry<Object, Object>> entries(Map<Object, Object> dict) {
    if (!layout.sortKeys()) {
      return new ArrayList<>(dict.entrySet());
    }
    Map<Object, Object> sorted = new TreeMap<>((a, b) -> Values.compare(a, "<", b));
    sorted.putAll(dict);
    return new ArrayList<>(sorted.entrySet());
  }

  private void close(char bracket, boolean empty, int depth) {
    if (!empty) {
      newLine(depth);
    }
    out.append(bracket);
  }

  private void newLine(int depth) {
    if (layout.multiLine()) {
      out.append('\n').append(layout.indent().repeat(depth));
    }
  }

  private static String key(Object key) {
    if (key instanceof String text) {
      return text;
    }
    if (key instanceof Tuple) {
      throw new TemplateFault("JSON keys are texts, numbers, booleans or none, found a tuple");
    }
    return scalar(key);
  }

  private static String scalar(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? "true" : "false";
    }
    if (value == None.NONE) {
      return "null";
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return value.toString();
    }
    if (value instanceof Double number) {
      return PyJson.floatText(number);
    }
    if (value instanceof Undefined undefined) {
      throw new TemplateFault(undefined.reason() + ", so it cannot be written as JSON");
    }
    throw new TemplateFault(Values.typeName(value) + " cannot be written as JSON");
  }
}
