package org.sealflow.python.syntax;

/** A literal that is well-formed as a token and has no value; becomes a SyntaxError. */
final class LiteralException extends RuntimeException {
  private final String text;
  private final boolean atLiteral;

  /**
   * @param text the message of the SyntaxError, without its line
   * @param atLiteral whether the error is reported in the line of the literal; otherwise in that of
   *     the last token Python has read
   */
  LiteralException(String text, boolean atLiteral) {
    super(text, null, false, false);
    this.text = text;
    this.atLiteral = atLiteral;
  }

  String text() {
    return text;
  }

  boolean atLiteral() {
    return atLiteral;
  }
}
