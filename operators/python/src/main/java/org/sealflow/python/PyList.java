package org.sealflow.python;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Python list: mutable, with identity. Compare with {@link Py#eq}. */
public final class PyList implements Iterable<Object> {
  private final ArrayList<Object> items;

  /** The JSON text of the items while they are those of a constant, see {@link #keepText}. */
  private @Nullable String jsonText;

  public PyList() {
    this.items = new ArrayList<>();
  }

  public PyList(Collection<?> items) {
    this.items = new ArrayList<>(items);
  }

  public static PyList of(Object... items) {
    return new PyList(List.of(items));
  }

  /** Renders the list once for all: for constants of texts and numbers, which are never changed. */
  public void keepText() {
    jsonText = PyJson.dumps(this);
  }

  /** {@code list.copy()}. Shares the text kept, until the copy changes. */
  public PyList copy() {
    PyList copy = new PyList(items);
    copy.jsonText = jsonText;
    return copy;
  }

  @Nullable String jsonText() {
    return jsonText;
  }

  public int size() {
    return items.size();
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  public Object get(int index) {
    return items.get(index);
  }

  public void set(int index, Object value) {
    jsonText = null;
    items.set(index, value);
  }

  public void add(Object value) {
    jsonText = null;
    items.add(value);
  }

  public void add(int index, Object value) {
    jsonText = null;
    items.add(index, value);
  }

  public void addAll(Iterable<?> values) {
    jsonText = null;
    for (Object value : values instanceof PyList list ? list.snapshot() : values) {
      items.add(value);
    }
  }

  public Object removeAt(int index) {
    jsonText = null;
    return items.remove(index);
  }

  /** Index of the first item equal to {@code value}, or -1. */
  public int indexOf(Object value) {
    for (int i = 0; i < items.size(); i++) {
      if (Py.same(items.get(i), value)) {
        return i;
      }
    }
    return -1;
  }

  public boolean contains(Object value) {
    return indexOf(value) >= 0;
  }

  /** Python's {@code list.remove}: ValueError where the value is not in the list. */
  public void remove(Object value) {
    int index = indexOf(value);
    if (index < 0) {
      throw PyException.valueError("list.remove(x): x not in list");
    }
    removeAt(index);
  }

  public void clear() {
    jsonText = null;
    items.clear();
  }

  /** The items as they are now, unaffected by later changes. */
  public List<Object> snapshot() {
    return new ArrayList<>(items);
  }

  @Override
  public Iterator<Object> iterator() {
    return items.iterator();
  }

  @Override
  public String toString() {
    return PyText.repr(this);
  }
}
