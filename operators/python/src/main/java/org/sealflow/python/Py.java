package org.sealflow.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** The operations every Python value has: type name, truth, equality, order, membership, items. */
public final class Py {
  private Py() {}

  /** The type name as Python's error texts write it. */
  public static String typeName(Object value) {
    if (value instanceof String) {
      return "str";
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return "int";
    }
    if (value instanceof Double) {
      return "float";
    }
    if (value instanceof Boolean) {
      return "bool";
    }
    if (value instanceof PyNone none) {
      return none.typeName();
    }
    if (value instanceof PyList) {
      return "list";
    }
    if (value instanceof PyDict) {
      return "dict";
    }
    if (value instanceof PyTuple) {
      return "tuple";
    }
    if (value instanceof PySet) {
      return "set";
    }
    if (value instanceof PyObject object) {
      return object.typeName();
    }
    throw new IllegalArgumentException("not a Python value: " + value.getClass().getName());
  }

  /** {@code bool(value)}. */
  public static boolean isTrue(Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof String text) {
      return !text.isEmpty();
    }
    if (value instanceof Long number) {
      return number != 0;
    }
    if (value instanceof Double number) {
      return number != 0;
    }
    if (value instanceof PyNone none) {
      return none != PyNone.NONE;
    }
    if (value instanceof PyList list) {
      return !list.isEmpty();
    }
    if (value instanceof PyDict dict) {
      return !dict.isEmpty();
    }
    if (value instanceof PyTuple tuple) {
      return tuple.size() > 0;
    }
    if (value instanceof PySet set) {
      return set.size() > 0;
    }
    return !(value instanceof PyObject object) || object.isTrue();
  }

  public static boolean isNone(Object value) {
    return value == PyNone.NONE;
  }

  /** bool, int or float: the numbers Python's {@code isinstance(x, (int, float))} accepts. */
  public static boolean isNumber(Object value) {
    return value instanceof Long
        || value instanceof Double
        || value instanceof Boolean
        || value instanceof BigInteger;
  }

  /** int or bool. */
  public static boolean isInt(Object value) {
    return value instanceof Long || value instanceof BigInteger || value instanceof Boolean;
  }

  /** {@code a is b or a == b}: how containers compare what they hold. */
  public static boolean same(Object a, Object b) {
    return (a == b && !(a instanceof Double)) || eq(a, b);
  }

  /** {@code a == b}. */
  public static boolean eq(Object a, Object b) {
    if (a instanceof String) {
      return a.equals(b);
    }
    if (isNumber(a)) {
      return isNumber(b)
          ? PyNumbers.equal(a, b)
          : b instanceof PyObject object && object.pyEquals(a);
    }
    if (a instanceof PyList left) {
      return b instanceof PyList right && (a == b || sameItems(left.asList(), right.asList()));
    }
    if (a instanceof PyDict left) {
      return b instanceof PyDict right && (a == b || sameEntries(left, right));
    }
    if (a instanceof PyTuple left) {
      return b instanceof PyTuple right && (a == b || sameItems(left.items(), right.items()));
    }
    if (a instanceof PySet left) {
      return b instanceof PySet right && left.keys().equals(right.keys());
    }
    if (a instanceof PyObject object) {
      return object.pyEquals(b);
    }
    return a == b;
  }

  private static boolean sameItems(List<Object> a, List<Object> b) {
    if (a == b) {
      return true;
    }
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameEntries(PyDict a, PyDict b) {
    Map<Object, Object> others = b.byKey();
    if (a.byKey() == others) {
      return true;
    }
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<Object, Object> entry : a.byKey().entrySet()) {
      Object other = others.get(entry.getKey());
      if (other == null || !same(entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  /** The comparison operators that order values. */
  public enum Order {
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Order(String symbol) {
      this.symbol = symbol;
    }

    /** As Python writes it. */
    public String symbol() {
      return symbol;
    }

    boolean holds(int comparison) {
      return switch (this) {
        case LESS -> comparison < 0;
        case LESS_OR_EQUAL -> comparison <= 0;
        case GREATER -> comparison > 0;
        case GREATER_OR_EQUAL -> comparison >= 0;
      };
    }
  }

  /** {@code a < b} and its kin; TypeError for values Python does not order. */
  public static boolean compare(Object a, Order order, Object b) {
    if (isNumber(a) && isNumber(b)) {
      return !PyNumbers.isNan(a) && !PyNumbers.isNan(b) && order.holds(PyNumbers.compare(a, b));
    }
    if (a instanceof String left && b instanceof String right) {
      return order.holds(PyStrings.compare(left, right));
    }
    if (a instanceof PyList left && b instanceof PyList right) {
      return compareItems(left, left.size(), order, right, right.size());
    }
    if (a instanceof PyTuple left && b instanceof PyTuple right) {
      return compareItems(left, left.size(), order, right, right.size());
    }
    if (isOrderedNumeric(a) || isOrderedNumeric(b)) {
      throw new PyLimitException("comparison with mpf or Decimal");
    }
    throw notOrdered(a, order, b);
  }

  private static boolean isOrderedNumeric(Object value) {
    return value instanceof MpNumber || value instanceof PyDecimal;
  }

  private static PyException notOrdered(Object a, Order order, Object b) {
    return PyException.typeError(
        "'"
            + order.symbol
            + "' not supported between instances of '"
            + typeName(a)
            + "' and '"
            + typeName(b)
            + "'");
  }

  private static boolean compareItems(
      Iterable<Object> a, int sizeA, Order order, Iterable<Object> b, int sizeB) {
    Iterator<Object> right = b.iterator();
    for (Object left : a) {
      if (!right.hasNext()) {
        break;
      }
      Object other = right.next();
      if (!same(left, other)) {
        return compare(left, order, other);
      }
    }
    return order.holds(Integer.compare(sizeA, sizeB));
  }

  public static boolean less(Object a, Object b) {
    return compare(a, Order.LESS, b);
  }

  public static boolean lessOrEqual(Object a, Object b) {
    return compare(a, Order.LESS_OR_EQUAL, b);
  }

  public static boolean greater(Object a, Object b) {
    return compare(a, Order.GREATER, b);
  }

  public static boolean greaterOrEqual(Object a, Object b) {
    return compare(a, Order.GREATER_OR_EQUAL, b);
  }

  /** {@code item in container}. */
  public static boolean contains(Object container, Object item) {
    if (container instanceof String text) {
      if (item instanceof String part) {
        return text.contains(part);
      }
      throw PyException.typeError(
          "'in <string>' requires string as left operand, not " + typeName(item));
    }
    if (container instanceof PyDict dict) {
      return dict.containsKey(item);
    }
    if (container instanceof PyList list) {
      return list.contains(item);
    }
    if (container instanceof PyTuple tuple) {
      for (Object member : tuple) {
        if (same(member, item)) {
          return true;
        }
      }
      return false;
    }
    if (container instanceof PySet set) {
      return set.contains(item);
    }
    throw PyException.typeError("argument of type '" + typeName(container) + "' is not iterable");
  }

  /** The items of {@code for item in value}: elements, keys of a dict, characters of a text. */
  public static Iterable<Object> iterate(Object value) {
    if (value instanceof PyList list) {
      return liveItems(list);
    }
    if (value instanceof PyTuple tuple) {
      return tuple;
    }
    if (value instanceof PyDict dict) {
      return dict;
    }
    if (value instanceof PySet set) {
      return set;
    }
    if (value instanceof String text) {
      return PyStrings.characters(text);
    }
    throw PyException.typeError("'" + typeName(value) + "' object is not iterable");
  }

  /** Python walks a list by index: what is appended during the walk is met too. */
  private static Iterable<Object> liveItems(PyList list) {
    return () ->
        new Iterator<>() {
          private int next;

          @Override
          public boolean hasNext() {
            return next < list.size();
          }

          @Override
          public Object next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            return list.get(next++);
          }
        };
  }

  /** {@code len(value)}. */
  public static long length(Object value) {
    if (value instanceof String text) {
      return PyStrings.length(text);
    }
    if (value instanceof PyList list) {
      return list.size();
    }
    if (value instanceof PyDict dict) {
      return dict.size();
    }
    if (value instanceof PyTuple tuple) {
      return tuple.size();
    }
    if (value instanceof PySet set) {
      return set.size();
    }
    throw PyException.typeError("object of type '" + typeName(value) + "' has no len()");
  }

  /** {@code container[key]}. */
  public static Object getItem(Object container, Object key) {
    if (container instanceof PyDict dict) {
      return dict.getItem(key);
    }
    if (container instanceof PyList list) {
      return list.get(index(key, list.size(), "list"));
    }
    if (container instanceof PyTuple tuple) {
      return tuple.get(index(key, tuple.size(), "tuple"));
    }
    if (container instanceof String text) {
      return PyStrings.characterAt(text, index(key, PyStrings.length(text), "string"));
    }
    throw PyException.typeError("'" + typeName(container) + "' object is not subscriptable");
  }

  private static int index(Object key, int size, String container) {
    if (!isInt(key)) {
      throw PyException.typeError(
          (container.equals("string")
                  ? "string indices must be integers, not '"
                  : container + " indices must be integers or slices, not ")
              + typeName(key)
              + (container.equals("string") ? "'" : ""));
    }
    BigInteger wanted = PyNumbers.toBigInteger(key);
    if (wanted.bitLength() > 63) {
      throw new PyException(
          PyException.Kind.INDEX_ERROR, "cannot fit 'int' into an index-sized integer");
    }
    long at = wanted.longValueExact();
    if (at < 0) {
      at += size;
    }
    if (at < 0 || at >= size) {
      throw PyException.indexError(container + " index out of range");
    }
    return (int) at;
  }

  /** {@code sorted(values)}: stable, comparing only with {@code <}. */
  public static List<Object> sorted(Iterable<?> values) {
    List<Object> sorted = new ArrayList<>();
    for (Object value : values) {
      sorted.add(value);
    }
    sorted.sort((a, b) -> less(a, b) ? -1 : less(b, a) ? 1 : 0);
    return sorted;
  }

  /** {@code copy.deepcopy(value)} of lists, dicts, sets and what they hold (no cycles). */
  public static Object deepCopy(Object value) {
    if (value instanceof PyDict dict) {
      return dict.deepCopy();
    }
    if (value instanceof PyList list) {
      return list.deepCopy();
    }
    if (value instanceof PySet set) {
      return PySet.of(set);
    }
    if (value instanceof PyTuple tuple) {
      List<Object> items = new ArrayList<>(tuple.items());
      items.replaceAll(Py::deepCopy);
      return new PyTuple(items);
    }
    return value;
  }

  /**
   * {@code copy.deepcopy(value)} of a value that never changes again. Dicts and lists are copied
   * when they are first looked into, so that what nobody looks at costs nothing, and two copies are
   * equal at a glance where neither was changed. Looking into a copy writes into it: threads that
   * share one compare it or show it, or each take a copy of it.
   */
  public static Object copyOfConstant(Object value) {
    if (value instanceof PyDict dict) {
      return PyDict.ofConstant(dict);
    }
    return value instanceof PyList list ? PyList.ofConstant(list) : deepCopy(value);
  }

  /** Whether a value of a constant holds others. */
  static boolean holdsValues(Object value) {
    return value instanceof PyDict
        || value instanceof PyList
        || value instanceof PyTuple
        || value instanceof PySet;
  }

  /** {@code str(value)}. */
  public static String str(Object value) {
    return PyText.str(value);
  }

  /** {@code repr(value)}. */
  public static String repr(Object value) {
    return PyText.repr(value);
  }

  /**
   * The beginning of {@code repr(value)} for people to read, without the work for the rest. An int
   * of more than 4,300 digits, which Python does not print, is written as its size.
   *
   * @param length in characters; a longer text ends with an ellipsis instead
   */
  public static String reprStart(Object value, int length) {
    return PyText.reprStart(value, length);
  }
}
