package org.sealflow.python;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Python list: mutable, with identity. Compare with {@link Py#eq}.
 *
 * <p>A copy of a constant shares its items until one is changed, or a container among them is
 * handed out, which could be changed.
 */
public final class PyList implements Iterable<Object> {
  private List<Object> items;

  /** The constant whose items these are; null once there are others. */
  private @Nullable PyList constant;

  /** Of a constant: its JSON text, once a copy was shown. */
  private @Nullable String jsonText;

  public PyList() {
    this.items = new ArrayList<>();
  }

  public PyList(Collection<?> items) {
    this.items = new ArrayList<>(items);
  }

  private PyList(PyList constant) {
    this.items = constant.items;
    this.constant = constant;
  }

  /** A deep copy of a list that never changes again, at the cost of what is looked at. */
  static PyList ofConstant(PyList constant) {
    return new PyList(constant.constant == null ? constant : constant.constant);
  }

  /** Whether it is a copy of a constant that nobody has changed or looked into. */
  public boolean isUntouched() {
    return constant != null;
  }

  /** The JSON text of an untouched copy, made once for all copies; null of other lists. */
  @Nullable String constantJson() {
    if (constant == null) {
      return null;
    }
    if (constant.jsonText == null) {
      constant.jsonText = PyJson.dumps(constant);
    }
    return constant.jsonText;
  }

  private List<Object> own() {
    if (constant != null) {
      constant = null;
      items = new ArrayList<>(items);
      items.replaceAll(Py::copyOfConstant);
    }
    return items;
  }

  public static PyList of(Object... items) {
    return new PyList(List.of(items));
  }

  /** {@code list.copy()}. */
  public PyList copy() {
    return new PyList(own());
  }

  public int size() {
    return items.size();
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  public Object get(int index) {
    Object item = items.get(index);
    return constant != null && Py.holdsValues(item) ? own().get(index) : item;
  }

  public void set(int index, Object value) {
    own().set(index, value);
  }

  public void add(Object value) {
    own().add(value);
  }

  public void add(int index, Object value) {
    own().add(index, value);
  }

  public void addAll(Iterable<?> values) {
    List<Object> items = own();
    for (Object value : values instanceof PyList list ? list.snapshot() : values) {
      items.add(value);
    }
  }

  public Object removeAt(int index) {
    return own().remove(index);
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
    own().clear();
  }

  /** The items as they are now, unaffected by later changes. */
  public List<Object> snapshot() {
    return new ArrayList<>(own());
  }

  @Override
  public Iterator<Object> iterator() {
    return own().iterator();
  }

  /** The items, to read: neither they nor what they hold is changed. */
  List<Object> asList() {
    return items;
  }

  /** Copies the items deeply. */
  PyList deepCopy() {
    PyList copy = new PyList(own());
    copy.items.replaceAll(Py::deepCopy);
    return copy;
  }

  @Override
  public String toString() {
    return PyText.repr(this);
  }
}
