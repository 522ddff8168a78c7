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
 *
 * <p>A copy of a constant shares its entries until one is changed, or a container among them is
 * handed out, which could be changed.
 */
public final class PyDict implements Iterable<Object> {
  private Map<Object, Object> entries;

  /** The constant whose entries these are; null once there are others. */
  private @Nullable PyDict constant;

  /** Of a constant: its JSON text, once a copy was shown. */
  private @Nullable String jsonText;

  public PyDict() {
    this(new LinkedHashMap<>(), null);
  }

  private PyDict(Map<Object, Object> entries, @Nullable PyDict constant) {
    this.entries = entries;
    this.constant = constant;
  }

  /** A deep copy of a dict that never changes again, at the cost of what is looked at. */
  static PyDict ofConstant(PyDict constant) {
    return new PyDict(constant.entries, constant.constant == null ? constant : constant.constant);
  }

  /** Whether it is a copy of a constant that nobody has changed or looked into. */
  public boolean isUntouched() {
    return constant != null;
  }

  /** The JSON text of an untouched copy, made once for all copies; null of other dicts. */
  @Nullable String constantJson() {
    if (constant == null) {
      return null;
    }
    if (constant.jsonText == null) {
      constant.jsonText = PyJson.dumps(constant);
    }
    return constant.jsonText;
  }

  private Map<Object, Object> own() {
    if (constant != null) {
      constant = null;
      entries = new LinkedHashMap<>(entries);
      entries.replaceAll((key, value) -> Py.copyOfConstant(value));
    }
    return entries;
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
    return new PyDict(new LinkedHashMap<>(own()), null);
  }

  public int size() {
    return entries.size();
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The value of the key, or null if the key is absent (a None value is {@link PyNone}). */
  public @Nullable Object get(Object key) {
    Object normal = PyKey.of(key);
    Object value = entries.get(normal);
    return constant != null && value != null && Py.holdsValues(value) ? own().get(normal) : value;
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

  /**
   * The same as {@link #getItem} for one who looks at each value once and then drops the dict:
   * nothing else of a constant is copied.
   */
  public Object takeItem(Object key) {
    Object value = constant == null ? null : entries.get(PyKey.of(key));
    return value != null && Py.holdsValues(value) ? Py.copyOfConstant(value) : getItem(key);
  }

  public boolean containsKey(Object key) {
    return entries.containsKey(PyKey.of(key));
  }

  public void put(Object key, Object value) {
    own().put(PyKey.of(key), value);
  }

  /** {@code dict.pop(key, None)} without raising: the removed value, or null if absent. */
  public @Nullable Object remove(Object key) {
    return own().remove(PyKey.of(key));
  }

  /** {@code del dict[key]}: KeyError where the key is absent. */
  public void deleteItem(Object key) {
    if (remove(key) == null) {
      throw PyException.keyError(key);
    }
  }

  public void clear() {
    own().clear();
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
    return new ArrayList<>(own().values());
  }

  /** The entries as they are now, in insertion order. */
  public List<Entry> entries() {
    List<Entry> list = new ArrayList<>(entries.size());
    for (Map.Entry<Object, Object> entry : own().entrySet()) {
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

  /** The entries keyed by {@link PyKey}, to read: neither they nor what they hold is changed. */
  Map<Object, Object> byKey() {
    return entries;
  }

  /** Copies the values deeply. */
  PyDict deepCopy() {
    PyDict copy = copy();
    copy.entries.replaceAll((key, value) -> Py.deepCopy(value));
    return copy;
  }

  @Override
  public String toString() {
    return PyText.repr(this);
  }

  /** A key and its value. */
  public record Entry(Object key, Object value) {}
}
