package org.sealflow.python;

import org.jspecify.annotations.Nullable;

/** A number of a class of its own (complex, mpf, Decimal) that takes part in arithmetic. */
public interface PyNumeric extends PyObject {
  /**
   * {@code this operator other}, or {@code other operator this} where {@code reflected}.
   *
   * @param operator as error texts write it: {@code +}, {@code -}, {@code *}, {@code /}, {@code
   *     //}, {@code %} or {@code ** or pow()}
   * @return null if the pair is not supported
   */
  @Nullable Object arithmetic(String operator, Object other, boolean reflected);

  /** {@code -this}. */
  Object negate();

  /** {@code abs(this)}. */
  Object absolute();

  /** {@code int(this)}; TypeError where the class is no real number. */
  default Object toInt() {
    throw PyException.typeError(
        "int() argument must be a string, a bytes-like object or a real number, not '"
            + typeName()
            + "'");
  }

  /** {@code float(this)}; TypeError where the class is no real number. */
  default double toFloat() {
    throw PyException.typeError(
        "float() argument must be a string or a real number, not '" + typeName() + "'");
  }

  /**
   * {@code round(this, digits)}; TypeError where the class does not round.
   *
   * @param digits an int, or None
   */
  default Object round(Object digits) {
    throw PyException.typeError("type " + typeName() + " doesn't define __round__ method");
  }
}
