package org.sealflow.tau.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyText;

/** Python's operations on values of any type, and its errors. */
public final class Python {
  private Python() {}

  /** The name of the type in error texts. */
  public static String typeName(@Nullable Object value) {
    if (value == null) {
      return "NoneType";
    }
    if (value instanceof Boolean) {
      return "bool";
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return "int";
    }
    if (value instanceof Double) {
      return "float";
    }
    if (value instanceof String) {
      return "str";
    }
    if (value instanceof List) {
      return "list";
    }
    return value instanceof Entity entity ? entity.shape().name() : "dict";
  }

  public static String str(@Nullable Object value) {
    return value instanceof String text ? text : repr(value);
  }

  public static String repr(@Nullable Object value) {
    if (value instanceof String text) {
      return PyText.repr(text);
    }
    if (value == null) {
      return "None";
    }
    if (value instanceof Boolean truth) {
      return truth ? "True" : "False";
    }
    if (value instanceof Double number) {
      return PyText.floatRepr(number);
    }
    if (value instanceof Number) {
      return value.toString();
    }
    return nested(value);
  }

  private static String nested(Object value) {
    StringBuilder text = new StringBuilder();
    if (value instanceof List<?> list) {
      text.append('[');
      for (int i = 0; i < list.size(); i++) {
        text.append(i == 0 ? "" : ", ").append(repr(list.get(i)));
      }
      return text.append(']').toString();
    }
    if (value instanceof Map<?, ?> map) {
      text.append('{');
      String comma = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        text.append(comma).append(repr(entry.getKey())).append(": ");
        text.append(repr(entry.getValue()));
        comma = ", ";
      }
      return text.append('}').toString();
    }
    Entity entity = (Entity) value;
    text.append(entity.shape().name()).append('(');
    List<String> names = entity.shape().fieldNames();
    for (int i = 0; i < names.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(names.get(i)).append('=');
      text.append(repr(entity.get(names.get(i))));
    }
    return text.append(')').toString();
  }

  /**
   * Value equality: {@code 1 == 1.0 == True}, NaN equals nothing, lists in order, dictionaries
   * without order.
   */
  public static boolean equal(@Nullable Object left, @Nullable Object right) {
    if (left == right) {
      return true;
    }
    if (left == null || right == null) {
      return false;
    }
    if (PythonNumbers.isNumber(left) && PythonNumbers.isNumber(right)) {
      return PyNumbers.equal(left, right);
    }
    if (left instanceof List<?> first && right instanceof List<?> second) {
      if (first.size() != second.size()) {
        return false;
      }
      for (int i = 0; i < first.size(); i++) {
        if (!equal(first.get(i), second.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (left instanceof Map<?, ?> first && right instanceof Map<?, ?> second) {
      if (first.size() != second.size()) {
        return false;
      }
      for (Map.Entry<?, ?> entry : first.entrySet()) {
        if (!second.containsKey(entry.getKey())
            || !equal(entry.getValue(), second.get(entry.getKey()))) {
          return false;
        }
      }
      return true;
    }
    return left.equals(right);
  }

  /**
   * The value as a key.
   *
   * @throws CallException if the value cannot be one: lists, dictionaries, records
   */
  public static @Nullable Object hashable(@Nullable Object value) {
    if (value instanceof List || value instanceof Map || value instanceof Entity) {
      throw CallException.typeError("unhashable type: '" + typeName(value) + "'");
    }
    return value;
  }

  /** The items that a loop over the value meets. */
  public static List<? extends @Nullable Object> iterate(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    if (value instanceof Map<?, ?> map) {
      return new ArrayList<>(map.keySet());
    }
    if (value instanceof String text) {
      List<String> characters = new ArrayList<>();
      text.codePoints().forEach(point -> characters.add(Character.toString(point)));
      return characters;
    }
    throw CallException.typeError("'" + typeName(value) + "' object is not iterable");
  }

  public static int length(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.size();
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    if (value instanceof String text) {
      return text.codePointCount(0, text.length());
    }
    throw CallException.typeError("object of type '" + typeName(value) + "' has no len()");
  }

  /** The text in lower case. */
  public static String lower(@Nullable Object value) {
    if (value instanceof String text) {
      return text.toLowerCase(Locale.ROOT);
    }
    throw CallException.noAttribute(typeName(value), "lower");
  }

  /** An attribute of a record; nothing else has one. */
  public static @Nullable Object attribute(@Nullable Object value, String name) {
    if (value instanceof Entity entity && entity.shape().has(name)) {
      return entity.get(name);
    }
    throw CallException.noAttribute(typeName(value), name);
  }
}
