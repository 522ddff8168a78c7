package org.sealflow.python.call;

/** A form that is well-formed Python and outside what calls may use here. */
public final class UnsupportedExpressionException extends RuntimeException {
  private final String form;

  UnsupportedExpressionException(String form) {
    super(form, null, false, false);
    this.form = form;
  }

  /** The refused form, in words. */
  String form() {
    return form;
  }
}
