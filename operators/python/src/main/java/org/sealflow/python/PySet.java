package org.sealflow.python;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A Python set. Iterates in insertion order; Python's own order depends on hashes and is no
 * contract. Compare with {@link Py#eq}.
 */
public final class PySet implements Iterable<Object> {
  private final LinkedHashSet<Object> members = new LinkedHashSet<>();

  public PySet() {}

  public static PySet of(Iterable<?> values) {
    PySet set = new PySet();
    for (Object value : values) {
      set.add(value);
    }
    return set;
  }

  public int size() {
    return members.size();
  }

  public boolean contains(Object value) {
    return members.contains(PyKey.of(value));
  }

  public void add(Object value) {
    members.add(PyKey.of(value));
  }

  public boolean remove(Object value) {
    return members.remove(PyKey.of(value));
  }

  /** The members as they are now. */
  public List<Object> snapshot() {
    List<Object> values = new ArrayList<>(members.size());
    for (Object member : members) {
      values.add(PyKey.value(member));
    }
    return values;
  }

  Set<Object> keys() {
    return members;
  }

  @Override
  public Iterator<Object> iterator() {
    return snapshot().iterator();
  }

  @Override
  public String toString() {
    return PyText.repr(this);
  }
}
