package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;

/** Reads a lambda. */
final class LambdaParser {
  private final ExpressionParser parser;
  private final List<String> names = new ArrayList<>();
  private boolean optional;
  private boolean slash;
  private boolean star;

  private LambdaParser(ExpressionParser parser) {
    this.parser = parser;
  }

  /** A lambda; the current token is its keyword. */
  static Expression parse(ExpressionParser parser) {
    int start = parser.start();
    parser.advance();
    parser.descend(1);
    LambdaParser lambda = new LambdaParser(parser);
    lambda.parameters();
    parser.expect(Token.COLON);
    int bodyMark = parser.checks().mark();
    parser.expression();
    parser.checks().lambda(lambda.names, bodyMark, parser.position(start));
    parser.ascend(1);
    return new Expression.Other("lambda", parser.textFrom(start));
  }

  private void parameters() {
    while (parser.kind() != Token.COLON) {
      if (parser.accept(Token.DOUBLE_STAR)) {
        names.add(parser.name());
        parser.accept(Token.COMMA);
        return;
      }
      parameter();
      if (!parser.accept(Token.COMMA)) {
        return;
      }
    }
  }

  private void parameter() {
    if (parser.accept(Token.SLASH)) {
      require(!slash && !star && !names.isEmpty());
      slash = true;
    } else if (parser.accept(Token.STAR)) {
      require(!star);
      star = true;
      if (parser.kind() == Token.NAME) {
        names.add(parser.name());
      } else {
        bareStar();
      }
    } else {
      names.add(parser.name());
      if (parser.accept(Token.EQUAL)) {
        optional = true;
        parser.expression();
      } else {
        require(star || !optional);
      }
    }
  }

  /** After a star alone a parameter that is passed by keyword has to come. */
  private void bareStar() {
    parser.expect(Token.COMMA);
    require(parser.kind() == Token.NAME);
    parameter();
  }

  private static void require(boolean wellFormed) {
    if (!wellFormed) {
      throw new Rejected();
    }
  }
}
