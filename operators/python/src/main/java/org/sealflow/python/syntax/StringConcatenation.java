package org.sealflow.python.syntax;

import java.util.function.Consumer;
import org.sealflow.python.PyBytes;

/** String tokens that stand side by side and are one string. */
final class StringConcatenation {
  private final SourceText source;
  private final Consumer<SourceText> expressionCheck;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder bytes = new StringBuilder();
  private boolean first = true;
  private boolean inBytes;
  private boolean formatted;

  /**
   * @param expressionCheck called for each expression in a formatted string; throws what is wrong
   *     with it
   */
  StringConcatenation(SourceText source, Consumer<SourceText> expressionCheck) {
    this.source = source;
    this.expressionCheck = expressionCheck;
  }

  /**
   * Adds the next string token.
   *
   * @throws LiteralException for a malformed literal and where bytes and text meet
   */
  void add(int start, int end) {
    StringLiteral literal = StringLiteral.of(source.text(), start, end);
    String part = literal.bytes() || literal.formatted() ? "" : literal.text(source.text());
    String byteValues = literal.bytes() ? literal.byteValues(source.text()) : "";
    if (!first && literal.bytes() != inBytes) {
      throw new LiteralException("cannot mix bytes and nonbytes literals", false);
    }
    first = false;
    inBytes = literal.bytes();
    text.append(part);
    bytes.append(byteValues);
    if (literal.formatted()) {
      formatted = true;
      FormattedString.check(source, literal, expressionCheck);
    }
  }

  /**
   * The expression all of them make.
   *
   * @param written how they are written
   */
  Expression expression(String written) {
    if (formatted) {
      return new Expression.Other("f-string", written);
    }
    return new Expression.Constant(inBytes ? new PyBytes(bytes.toString()) : text.toString());
  }
}
