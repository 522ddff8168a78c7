package org.sealflow.model.template.value;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;

/** Operations of every Python value: type name, truth, equality, order, items, members. */
public final class Values {
  private Values() {}

  public static String typeName(Object value) {
    if (value instanceof String) {
      return "str";
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
    if (value instanceof List) {
      return "list";
    }
    if (value instanceof Tuple) {
      return "tuple";
    }
    if (value instanceof Map) {
      return "dict";
    }
    if (value instanceof Attributes attributes) {
      return attributes.typeName();
    }
    return value == None.NONE ? "NoneType" : value instanceof Callable ? "function" : "Undefined";
  }

  public static boolean isTrue(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (Numbers.isNumber(value)) {
      return !PyNumbers.equal(value, 0L);
    }
    if (value instanceof String text) {
      return !text.isEmpty();
    }
    if (value instanceof Map<?, ?> dict) {
      return !dict.isEmpty();
    }
    List<Object> items = itemsOrNull(value);
    return items != null ? !items.isEmpty() : value != None.NONE && !(value instanceof Undefined);
  }

  /** The items of a list or tuple, or null for another value. */
  @SuppressWarnings("unchecked") // every list of this package is a list of values
  public static @Nullable List<Object> itemsOrNull(Object value) {
    if (value instanceof List<?> list) {
      return (List<Object>) list;
    }
    return value instanceof Tuple tuple ? tuple.items() : null;
  }

  @SuppressWarnings("unchecked") // every map of this package is a map of values
  public static @Nullable Map<Object, Object> dictOrNull(Object value) {
    return value instanceof Map<?, ?> map ? (Map<Object, Object>) map : null;
  }

  /** {@code a == b}. */
  public static boolean equal(Object a, Object b) {
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return PyNumbers.equal(a, b);
    }
    if (a instanceof Undefined) {
      return b instanceof Undefined;
    }
    if (a instanceof List<?> left && b instanceof List<?> right) {
      return sameItems(left, right);
    }
    if (a instanceof Tuple left && b instanceof Tuple right) {
      return sameItems(left.items(), right.items());
    }
    if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
      return sameEntries(left, right);
    }
    return a.equals(b);
  }

  private static boolean sameItems(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<?> other = b.iterator();
    for (Object item : a) {
      if (!equal(item, other.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameEntries(Map<?, ?> a, Map<?, ?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object other = lookup(b, entry.getKey());
      if (other == null || !equal(entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  /** The entry of a key, equal as Python equates keys, or null if there is none. */
  static @Nullable Object lookup(Map<?, ?> dict, Object key) {
    if (key instanceof String || !Numbers.isNumber(key)) {
      return dict.get(key);
    }
    for (Map.Entry<?, ?> entry : dict.entrySet()) {
      if (equal(entry.getKey(), key)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** {@code dict[key] = value}: of keys that are equal the first stays. */
  public static void put(Map<Object, Object> dict, Object key, Object value) {
    Object kept = key;
    if (Numbers.isNumber(key)) {
      for (Object present : dict.keySet()) {
        kept = equal(present, key) ? present : kept;
      }
    }
    dict.put(kept, value);
  }

  /**
   * Negative, zero or positive as {@code a} is less than, equal to or greater than {@code b}.
   *
   * @param symbol the operator, for the fault of values that have no order
   */
  public static int compare(Object a, String symbol, Object b) {
    requireDefined(a);
    requireDefined(b);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return Numbers.compare(a, b);
    }
    if (a instanceof String left && b instanceof String right) {
      return Strings.compare(left, right);
    }
    List<Object> left = itemsOrNull(a);
    List<Object> right = itemsOrNull(b);
    if (left != null && right != null && a instanceof List == b instanceof List) {
      return compareItems(left, symbol, right);
    }
    throw new TemplateFault(
        "'"
            + symbol
            + "' is not supported between "
            + typeName(a)
            + " and "
            + typeName(b)
            + ", compare values of one kind");
  }

  private static int compareItems(List<Object> a, String symbol, List<Object> b) {
    Iterator<Object> other = b.iterator();
    for (Object left : a) {
      if (!other.hasNext()) {
        return 1;
      }
      Object right = other.next();
      if (!equal(left, right)) {
        return compare(left, symbol, right);
      }
    }
    return other.hasNext() ? -1 : 0;
  }

  /** The value itself, unless it is undefined. */
  public static Object requireDefined(Object value) {
    if (value instanceof Undefined undefined) {
      throw undefined.fault();
    }
    return value;
  }

  /** The items of a loop: items, keys of a dict, characters of a text. */
  public static List<Object> iterate(Object value) {
    List<Object> items = itemsOrNull(value);
    if (items != null) {
      return items;
    }
    Map<Object, Object> dict = dictOrNull(value);
    if (dict != null) {
      return List.copyOf(dict.keySet());
    }
    if (value instanceof String text) {
      return Strings.characters(text);
    }
    if (value instanceof Undefined) {
      return List.of();
    }
    throw new TemplateFault(
        typeName(value) + " is not iterable, expected a list, tuple, dict or text");
  }

  public static long length(Object value) {
    if (value instanceof String text) {
      return Strings.length(text);
    }
    if (value instanceof Map<?, ?> dict) {
      return dict.size();
    }
    List<Object> items = itemsOrNull(value);
    if (items != null) {
      return items.size();
    }
    if (value instanceof Undefined) {
      return 0;
    }
    throw new TemplateFault(
        typeName(value) + " has no length, expected a list, tuple, dict or text");
  }

  /** {@code item in container}. */
  public static boolean contains(Object container, Object item) {
    if (container instanceof String text) {
      if (item instanceof String part) {
        return text.contains(part);
      }
      throw new TemplateFault(
          "'in' of a text requires a text on its left, found " + typeName(item));
    }
    if (container instanceof Map<?, ?> dict) {
      return lookup(dict, item) != null;
    }
    for (Object member : iterate(container)) {
      if (equal(member, item)) {
        return true;
      }
    }
    return false;
  }
}
