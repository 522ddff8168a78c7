package org.sealflow.python;

/** A value of a Python class that has no Java counterpart (a file node, a complex number, …). */
public interface PyObject {
  /** The name Python's error texts use for the type, such as {@code mpf}. */
  String typeName();

  /** The text of {@code repr(value)}. */
  String repr();

  /**
   * Writes the text of {@code repr(value)}. A class that holds other values writes each through the
   * writer, which may want the beginning alone.
   */
  default void writeRepr(PyText text) {
    text.write(repr());
  }

  /** The text of {@code str(value)}. */
  default String str() {
    return repr();
  }

  /** The result of {@code bool(value)}. */
  default boolean isTrue() {
    return true;
  }

  /** The result of {@code value == other}; identity unless the class says otherwise. */
  default boolean pyEquals(Object other) {
    return this == other;
  }

  /** A value equal under Java's {@code equals} exactly when two objects are one dictionary key. */
  default Object hashKey() {
    throw PyException.unhashable(this);
  }
}
