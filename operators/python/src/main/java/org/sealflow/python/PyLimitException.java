package org.sealflow.python;

/** An expression is well formed, but its evaluation is refused: it would take too much memory. */
public final class PyLimitException extends RuntimeException {
  public PyLimitException(String message) {
    super(message, null, false, false);
  }
}
