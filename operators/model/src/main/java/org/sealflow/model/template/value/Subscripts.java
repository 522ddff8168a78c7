package org.sealflow.model.template.value;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;

/** {@code value.name}, {@code value[key]} and {@code value[start:stop:step]}. */
public final class Subscripts {
  private Subscripts() {}

  /** {@code value.name}: an attribute or method of the value, else its key of that name. */
  public static Object attribute(Object value, String name) {
    Object attribute = own(value, name);
    if (attribute == null) {
      Map<Object, Object> dict = Values.dictOrNull(value);
      attribute = dict == null ? null : dict.get(name);
    }
    return attribute == null ? Undefined.attribute(value, name) : attribute;
  }

  /** {@code value[key]}: the item, else an attribute of that name. */
  public static Object item(Object value, Object key) {
    Values.requireDefined(value);
    Object item = itemOrNull(value, key);
    if (item == null && key instanceof String name) {
      item = own(value, name);
    }
    return item == null ? Undefined.attribute(value, PythonText.str(key)) : item;
  }

  private static @Nullable Object own(Object value, String name) {
    Values.requireDefined(value);
    Map<Object, Object> dict = Values.dictOrNull(value);
    if (dict != null) {
      return DictMethods.attribute(dict, name);
    }
    List<Object> items = Values.itemsOrNull(value);
    if (items != null) {
      return ListMethods.attribute(items, name);
    }
    if (value instanceof String text) {
      return StringMethods.attribute(text, name);
    }
    return value instanceof Attributes attributes ? attributes.attribute(name) : null;
  }

  private static @Nullable Object itemOrNull(Object value, Object key) {
    Map<Object, Object> dict = Values.dictOrNull(value);
    if (dict != null) {
      return Values.lookup(dict, key);
    }
    if (!Numbers.isInteger(key) || key instanceof BigInteger) {
      return null;
    }
    long index = PyNumbers.toBigInteger(key).longValueExact();
    List<Object> items = Values.itemsOrNull(value);
    if (items != null) {
      int at = position(index, items.size());
      return at < 0 ? null : items.get(at);
    }
    return value instanceof String text ? character(text, index) : null;
  }

  private static @Nullable Object character(String text, long index) {
    int at = position(index, Strings.length(text));
    return at < 0 ? null : Character.toString(text.codePointAt(text.offsetByCodePoints(0, at)));
  }

  /** Where a possibly negative index points to, or a negative number where it points outside. */
  private static int position(long index, int size) {
    long at = index < 0 ? index + size : index;
    return at < 0 || at >= size ? -1 : (int) at;
  }

  /**
   * {@code value[start:stop:step]} of a list, tuple or text.
   *
   * @param start none if it is left out; so are the others
   */
  public static Object slice(Object value, Object start, Object stop, Object step) {
    Values.requireDefined(value);
    boolean text = value instanceof String;
    List<Object> items = text ? Strings.characters((String) value) : Values.itemsOrNull(value);
    if (items == null) {
      throw new TemplateFault(
          Values.typeName(value) + " cannot be cut, expected a list, tuple or text");
    }
    List<Object> part = part(items, start, stop, stride(step));
    if (text) {
      StringBuilder joined = new StringBuilder();
      part.forEach(joined::append);
      return joined.toString();
    }
    return value instanceof Tuple ? new Tuple(part) : part;
  }

  private static long stride(Object step) {
    long stride = step == None.NONE ? 1 : bound(step);
    if (stride == 0) {
      throw new TemplateFault("the step of a slice is 0, expected another number");
    }
    return stride;
  }

  private static List<Object> part(List<Object> items, Object start, Object stop, long stride) {
    int size = items.size();
    boolean forward = stride > 0;
    long least = forward ? 0 : -1;
    long greatest = forward ? size : size - 1L;
    long at =
        start == None.NONE ? (forward ? least : greatest) : clamp(start, size, least, greatest);
    long end =
        stop == None.NONE ? (forward ? greatest : least) : clamp(stop, size, least, greatest);
    List<Object> part = new ArrayList<>();
    while (forward ? at < end : at > end) {
      part.add(items.get((int) at));
      at += stride;
    }
    return part;
  }

  private static long clamp(Object index, int size, long least, long greatest) {
    long bound = bound(index);
    long at = bound < 0 ? bound + size : bound;
    return Math.max(least, Math.min(greatest, at));
  }

  /** Beyond any list, an index counts the same. */
  private static long bound(Object index) {
    if (!Numbers.isInteger(Values.requireDefined(index))) {
      throw new TemplateFault(
          "the bounds of a slice are whole numbers, found " + Values.typeName(index));
    }
    BigInteger limit = BigInteger.valueOf(Integer.MAX_VALUE);
    return PyNumbers.toBigInteger(index).min(limit).max(limit.negate()).longValueExact();
  }
}
