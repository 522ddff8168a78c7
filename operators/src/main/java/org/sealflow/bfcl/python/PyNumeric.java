package org.sealflow.bfcl.python;

/** A number of a class of its own (complex, mpf, Decimal) that takes part in arithmetic. */
public interface PyNumeric extends PyObject {
  /**
   * {@code this operator other}, or {@code other operator this} where {@code reflected}.
   *
   * @return null where the pair is not supported
   */
  @org.jspecify.annotations.Nullable Object arithmetic(String operator, Object other, boolean reflected);

  /** {@code -this}. */
  Object negate();

  /** Arithmetic in which at least one side is a {@code PyNumeric}. */
  static Object apply(String operator, Object a, Object b) {
    Object result = null;
    if (a instanceof PyNumeric left) {
      result = left.arithmetic(operator, b, false);
    }
    if (result == null && b instanceof PyNumeric right) {
      result = right.arithmetic(operator, a, true);
    }
    if (result == null) {
      throw PyException.typeError(
          "unsupported operand type(s) for "
              + operator
              + ": '"
              + Py.typeName(a)
              + "' and '"
              + Py.typeName(b)
              + "'");
    }
    return result;
  }
}
