package org.sealflow.bfcl.simulator;

import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyStrings;

/**
 * The value left of the dot in {@code value.method()}: scenarios and calls decide its type, and a
 * type without the method raises AttributeError.
 */
final class Receiver {
  private Receiver() {}

  /** The dict whose {@code method} is called. */
  static PyDict dict(Object value, String method) {
    if (value instanceof PyDict dict) {
      return dict;
    }
    throw PyException.noAttribute(value, method);
  }

  /** The list whose {@code method} is called. */
  static PyList list(Object value, String method) {
    if (value instanceof PyList list) {
      return list;
    }
    throw PyException.noAttribute(value, method);
  }

  /** {@code value.lower()}. */
  static String lower(Object value) {
    if (value instanceof String text) {
      return PyStrings.lower(text);
    }
    throw PyException.noAttribute(value, "lower");
  }
}
