package org.sealflow.python;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Python dict: insertion-ordered, keys equal as Python equates them ({@code 1}, {@code 1.0} and
 * {@code True} are one key; the first one written stays). A removed key that is written again goes
 * to the end. Compare with {@link Py#eq}.
 */
public final class PyDict implements Iterable<Object> {
  private final Map<Object, Object> entries;

  public PyDict() {
    this.entries = new LinkedHashMap<>();
  }

  private PyDict(Map<Object, Object> entries) {
    this.entries = entries;
  }

  /** Keys and values in turn. */
  public static PyDict of(Object... keysAndValues) {
    PyDict dict = new PyDict();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      dict.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return dict;
  }

  /** A dict of the same keys and the same (not copied) values: Python's {@code dict.copy}. */
  public PyDict copy() {
    return new PyDict(new LinkedHashMap<>(entries));
  }

  public int size() {
    return entries.size();
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The value of the key, or null if the key is absent (a None value is {@link PyNone}). */
  public @Nullable Object get(Object key) {
    return entries.get(PyKey.of(key));
  }

  public Object getOrDefault(Object key, Object fallback) {
    Object value = get(key);
    return value == null ? fallback : value;
  }

  /** {@code dict[key]}: KeyError where the key is absent. */
  public Object getItem(Object key) {
    Object value = get(key);
    if (value == null) {
      throw PyException.keyError(key);
    }
    return value;
  }

  public boolean containsKey(Object key) {
    return entries.containsKey(PyKey.of(key));
  }

  public void put(Object key, Object value) {
    entries.put(PyKey.of(key), value);
  }

  /** {@code dict.pop(key, None)} without raising: the removed value, or null if absent. */
  public @Nullable Object remove(Object key) {
    return entries.remove(PyKey.of(key));
  }

  /** {@code del dict[key]}: KeyError where the key is absent. */
  public void deleteItem(Object key) {
    if (remove(key) == null) {
      throw PyException.keyError(key);
    }
  }

  public void clear() {
    entries.clear();
  }

  public void putAll(PyDict other) {
    for (Entry entry : other.entries()) {
      put(entry.key(), entry.value());
    }
  }

  /** The keys as they are now, in insertion order. */
  public List<Object> keys() {
    List<Object> keys = new ArrayList<>(entries.size());
    for (Object key : entries.keySet()) {
      keys.add(PyKey.value(key));
    }
    return keys;
  }

  /** The values as they are now, in insertion order. */
  public List<Object> values() {
    return new ArrayList<>(entries.values());
  }

  /** The entries as they are now, in insertion order. */
  public List<Entry> entries() {
    List<Entry> list = new ArrayList<>(entries.size());
    for (Map.Entry<Object, Object> entry : entries.entrySet()) {
      list.add(new Entry(PyKey.value(entry.getKey()), entry.getValue()));
    }
    return list;
  }

  /** Iterates over the keys, as Python does; the dict must not change meanwhile. */
  @Override
  public Iterator<Object> iterator() {
    Iterator<Object> keys = entries.keySet().iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return keys.hasNext();
      }

      @Override
      public Object next() {
        return PyKey.value(keys.next());
      }
    };
  }

  /** The entries keyed by {@link PyKey}, for comparison without a copy. */
  Map<Object, Object> byKey() {
    return entries;
  }

  @Override
  public String toString() {
    return PyText.repr(this);
  }

  /** A key and its value. */
  public record Entry(Object key, Object value) {}
}
