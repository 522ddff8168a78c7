package org.sealflow.python;

import java.util.Iterator;
import java.util.List;

/** A Python tuple: immutable. Compare with {@link Py#eq}. */
public final class PyTuple implements Iterable<Object> {
  private final List<Object> items;

  public PyTuple(List<?> items) {
    this.items = List.copyOf(items);
  }

  public static PyTuple of(Object... items) {
    return new PyTuple(List.of(items));
  }

  public int size() {
    return items.size();
  }

  public Object get(int index) {
    return items.get(index);
  }

  public List<Object> items() {
    return items;
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
