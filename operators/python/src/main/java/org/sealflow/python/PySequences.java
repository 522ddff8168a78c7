package org.sealflow.python;

import java.math.BigInteger;

/** {@code +} and {@code *} of texts, lists and tuples. */
final class PySequences {
  private PySequences() {}

  static boolean isSequence(Object value) {
    return value instanceof String || value instanceof PyList || value instanceof PyTuple;
  }

  /** {@code a + b} for a sequence {@code a}; TypeError where {@code b} is of another class. */
  static Object join(Object a, Object b) {
    if (a instanceof String left && b instanceof String right) {
      return left + right;
    }
    boolean lists = a instanceof PyList && b instanceof PyList;
    boolean tuples = a instanceof PyTuple && b instanceof PyTuple;
    if (!lists && !tuples) {
      String type = Py.typeName(a);
      throw PyException.typeError(
          "can only concatenate " + type + " (not \"" + Py.typeName(b) + "\") to " + type);
    }
    PyList joined = new PyList();
    joined.addAll(Py.iterate(a));
    joined.addAll(Py.iterate(b));
    return lists ? joined : new PyTuple(joined.snapshot());
  }

  /** {@code sequence * times}; TypeError where {@code times} is no int. */
  static Object repeat(Object sequence, Object times) {
    if (!Py.isInt(times)) {
      throw PyException.typeError(
          "can't multiply sequence by non-int of type '" + Py.typeName(times) + "'");
    }
    BigInteger wanted = PyNumbers.toBigInteger(times).max(BigInteger.ZERO);
    long length = Py.length(sequence);
    if (length > 0) {
      PyNumbers.requireSize(
          wanted.bitLength() > 31 ? Long.MAX_VALUE : length * wanted.longValueExact());
    }
    int count = length == 0 ? 0 : wanted.intValueExact();
    if (sequence instanceof String text) {
      return text.repeat(count);
    }
    PyList repeated = new PyList();
    for (int i = 0; i < count; i++) {
      repeated.addAll(Py.iterate(sequence));
    }
    return sequence instanceof PyTuple ? new PyTuple(repeated.snapshot()) : repeated;
  }
}
