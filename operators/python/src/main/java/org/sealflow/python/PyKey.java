package org.sealflow.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands for a Python value as a key of a Java map: equal exactly when Python's {@code ==} and
 * {@code hash} make two values one key. Text and None stand for themselves, everything else is a
 * pair of the normal form and the value as it was written first.
 */
final class PyKey {
  private final Object normal;
  private final Object value;

  private PyKey(Object normal, Object value) {
    this.normal = normal;
    this.value = value;
  }

  static Object of(Object value) {
    if (value instanceof String || value instanceof PyNone) {
      return value;
    }
    return new PyKey(normal(value), value);
  }

  static Object value(Object key) {
    return key instanceof PyKey wrapped ? wrapped.value : key;
  }

  private static Object normal(Object value) {
    if (value instanceof String || value instanceof PyNone) {
      return value;
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return value;
    }
    if (value instanceof Boolean bool) {
      return bool ? 1L : 0L;
    }
    if (value instanceof Double number) {
      return normalNumber(number);
    }
    if (value instanceof PyTuple tuple) {
      List<Object> parts = new ArrayList<>(tuple.size());
      for (Object item : tuple) {
        parts.add(normal(item));
      }
      return parts;
    }
    if (value instanceof PyObject object) {
      return object.hashKey();
    }
    throw PyException.unhashable(value);
  }

  /** A float that is a whole number is the same key as that int; NaN equals only itself. */
  static Object normalNumber(double number) {
    if (Double.isNaN(number)) {
      return new Object();
    }
    if (number == Math.rint(number) && !Double.isInfinite(number)) {
      return Math.abs(number) < 0x1p62
          ? (Object) (long) number
          : PyNumbers.normalize(new BigDecimal(number).toBigIntegerExact());
    }
    return number;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyKey key && normal.equals(key.normal);
  }

  @Override
  public int hashCode() {
    return normal.hashCode();
  }
}
