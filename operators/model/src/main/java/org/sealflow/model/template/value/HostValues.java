package org.sealflow.model.template.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;

/** Turns what a caller hands in into values of a template. */
public final class HostValues {
  private HostValues() {}

  /**
   * The value of a Java object: null, a text, a boolean, a number, a collection or a map of such.
   *
   * @throws IllegalArgumentException for anything else
   */
  static Object of(@Nullable Object object) {
    if (object == null) {
      return None.NONE;
    }
    if (object instanceof CharSequence text) {
      return text.toString();
    }
    if (object instanceof Boolean || object instanceof Double || object instanceof Long) {
      return object;
    }
    if (object instanceof Number number) {
      return number(number);
    }
    if (object instanceof Map<?, ?> map) {
      return dict(map);
    }
    if (object instanceof Iterable<?> items) {
      return list(items);
    }
    throw new IllegalArgumentException(
        "a template takes texts, numbers, booleans, null, lists and maps, found "
            + object.getClass().getName());
  }

  /** The variables of a rendering. */
  public static Map<String, Object> variables(Map<String, ?> given) {
    Map<String, Object> variables = new LinkedHashMap<>();
    given.forEach((name, value) -> variables.put(name, of(value)));
    return variables;
  }

  private static Object number(Number number) {
    if (number instanceof BigInteger big) {
      return PyNumbers.normalize(big);
    }
    return number instanceof Float || number instanceof BigDecimal
        ? (Object) number.doubleValue()
        : (Object) number.longValue();
  }

  private static Map<Object, Object> dict(Map<?, ?> map) {
    Map<Object, Object> dict = new LinkedHashMap<>();
    map.forEach((key, value) -> dict.put(of(key), of(value)));
    return dict;
  }

  private static List<Object> list(Iterable<?> items) {
    List<Object> list = new ArrayList<>();
    items.forEach(item -> list.add(of(item)));
    return list;
  }
}
