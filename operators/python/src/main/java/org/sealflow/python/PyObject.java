package org.sealflow.python;

/** A value of a Python class that has no Java counterpart (a file node, a complex number, …). */
public interface PyObject {
  /** The name Python's error texts use for the type, such as {@code mpf}. */
  String typeName();

  /** What {@code repr(value)} prints. */
  String repr();

  /** What {@code str(value)} prints. */
  default String str() {
    return repr();
  }

  /** What {@code bool(value)} answers. */
  default boolean isTrue() {
    return true;
  }

  /** What {@code value == other} answers; identity unless the class says otherwise. */
  default boolean pyEquals(Object other) {
    return this == other;
  }

  /** A value equal under Java's {@code equals} exactly when two objects are one dictionary key. */
  default Object hashKey() {
    throw PyException.unhashable(this);
  }
}
