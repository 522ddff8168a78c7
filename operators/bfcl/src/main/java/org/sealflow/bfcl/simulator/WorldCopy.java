package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;

/**
 * One copy of a world under way. What two places of the world hold together, two places of the copy
 * hold together: Python's {@code copy.deepcopy} with its memo. Not thread-safe; made for one copy.
 */
public final class WorldCopy {
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
  private final SharedWorld world;

  /** Begins with what all instances share. */
  WorldCopy(SharedWorld original) {
    this.world = original.copy(this);
  }

  /**
   * Begins a copy into a world that is there already, of one whose shared objects are unchanged.
   */
  WorldCopy(SharedWorld original, SharedWorld into) {
    this.world = into;
    original.become(into, this);
  }

  /** The new world. */
  SharedWorld world() {
    return world;
  }

  /** The copy of a Python value; the value itself if nothing can change it. */
  Object of(Object value) {
    if (value instanceof PyDict dict) {
      return of(dict);
    }
    if (value instanceof PyList list) {
      return of(list);
    }
    if (value instanceof Directory directory) {
      return of(directory);
    }
    if (value instanceof File file) {
      return of(file);
    }
    if (value instanceof PySet set) {
      return of(set);
    }
    return value instanceof PyTuple tuple ? ofTuple(tuple) : value;
  }

  PyDict of(PyDict dict) {
    Object known = copies.get(dict);
    if (known != null) {
      return (PyDict) known;
    }
    if (dict.isUntouched()) {
      // No other place holds what it holds.
      return know(dict, (PyDict) Py.copyOfConstant(dict));
    }
    // Keys are hashable, so nothing changes them; and it is known before its values are copied, as
    // a value may lead back to it.
    PyDict copy = know(dict, dict.copy());
    for (PyDict.Entry entry : dict.entries()) {
      Object held = of(entry.value());
      if (held != entry.value()) {
        copy.put(entry.key(), held);
      }
    }
    return copy;
  }

  PyList of(PyList list) {
    Object known = copies.get(list);
    if (known != null) {
      return (PyList) known;
    }
    if (list.isUntouched()) {
      return know(list, (PyList) Py.copyOfConstant(list));
    }
    PyList copy = know(list, list.copy());
    for (int i = 0; i < list.size(); i++) {
      Object item = list.get(i);
      Object held = of(item);
      if (held != item) {
        copy.set(i, held);
      }
    }
    return copy;
  }

  Directory of(Directory directory) {
    Object known = copies.get(directory);
    return known == null ? directory.copy(this) : (Directory) known;
  }

  /** Says what the copy of a value is, before what it holds is copied. */
  <T> T know(T value, T copy) {
    copies.put(value, copy);
    return copy;
  }

  @Nullable PyDict ofNullable(@Nullable PyDict dict) {
    return dict == null ? null : of(dict);
  }

  private File of(File file) {
    Object known = copies.get(file);
    if (known != null) {
      return (File) known;
    }
    File copy = file.copy(this);
    copies.put(file, copy);
    return copy;
  }

  private PySet of(PySet set) {
    Object known = copies.get(set);
    if (known != null) {
      return (PySet) known;
    }
    PySet copy = PySet.of(set);
    copies.put(set, copy);
    return copy;
  }

  private Object ofTuple(PyTuple tuple) {
    List<Object> items = new ArrayList<>();
    boolean same = true;
    for (Object item : tuple.items()) {
      Object held = of(item);
      same &= held == item;
      items.add(held);
    }
    return same ? tuple : new PyTuple(items);
  }
}
