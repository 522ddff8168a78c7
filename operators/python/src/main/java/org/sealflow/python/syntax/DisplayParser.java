package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;

/** Reads what begins with a bracket: groups, tuples, lists, sets, dicts and comprehensions. */
final class DisplayParser {
  private final ExpressionParser parser;

  DisplayParser(ExpressionParser parser) {
    this.parser = parser;
  }

  /** A group, a tuple or a generator expression. */
  Expression parentheses() {
    int start = parser.start();
    parser.advance();
    if (parser.accept(Token.CLOSE_PARENTHESIS)) {
      return new Expression.TupleDisplay(List.of());
    }
    int mark = parser.checks().mark();
    Expression first = parser.kind() == Token.YIELD ? yieldExpression() : item();
    if (isLoop()) {
      requireElement(first);
      return close(
          Token.CLOSE_PARENTHESIS, comprehension("generator expression", start, mark), start);
    }
    if (parser.kind() != Token.COMMA) {
      parser.expect(Token.CLOSE_PARENTHESIS);
      if (first instanceof Expression.Starred) {
        throw new Rejected();
      }
      return first;
    }
    return new Expression.TupleDisplay(items(first, Token.CLOSE_PARENTHESIS));
  }

  private Expression yieldExpression() {
    int start = parser.start();
    parser.advance();
    parser.checks().yields(parser.position(start));
    if (parser.accept(Token.FROM)) {
      parser.expression();
    } else if (parser.kind() != Token.CLOSE_PARENTHESIS) {
      starredExpressions();
    }
    if (parser.kind() != Token.CLOSE_PARENTHESIS) {
      throw new Rejected();
    }
    return new Expression.Other("yield", parser.textFrom(start));
  }

  /** One or more expressions, each perhaps starred, up to a closing parenthesis. */
  void starredExpressions() {
    int start = parser.start();
    boolean starred = starredExpression();
    if (starred && parser.kind() != Token.COMMA) {
      parser.checks().codeError("can't use starred expression here", parser.position(start));
    }
    while (parser.accept(Token.COMMA) && parser.kind() != Token.CLOSE_PARENTHESIS) {
      starredExpression();
    }
  }

  private boolean starredExpression() {
    boolean starred = parser.accept(Token.STAR);
    if (starred) {
      parser.bitwiseOr();
    } else {
      parser.expression();
    }
    return starred;
  }

  /** A list or a list comprehension. */
  Expression list() {
    int start = parser.start();
    parser.advance();
    if (parser.accept(Token.CLOSE_BRACKET)) {
      return new Expression.ListDisplay(List.of());
    }
    int mark = parser.checks().mark();
    Expression first = item();
    if (isLoop()) {
      requireElement(first);
      return close(Token.CLOSE_BRACKET, comprehension("list comprehension", start, mark), start);
    }
    return new Expression.ListDisplay(items(first, Token.CLOSE_BRACKET));
  }

  /** A dict, a set, or a comprehension of one. */
  Expression braces() {
    int start = parser.start();
    parser.advance();
    if (parser.accept(Token.CLOSE_BRACE)) {
      return new Expression.DictDisplay(List.of());
    }
    if (parser.kind() == Token.DOUBLE_STAR) {
      return dict(entry());
    }
    int mark = parser.checks().mark();
    boolean assignment = parser.isAssignmentExpression();
    Expression first = item();
    if (parser.kind() == Token.COLON && !assignment && !(first instanceof Expression.Starred)) {
      parser.advance();
      Expression.Entry entry = new Expression.Entry(first, parser.expression());
      return isLoop()
          ? close(Token.CLOSE_BRACE, comprehension("dict comprehension", start, mark), start)
          : dict(entry);
    }
    if (isLoop()) {
      requireElement(first);
      return close(Token.CLOSE_BRACE, comprehension("set comprehension", start, mark), start);
    }
    return new Expression.SetDisplay(items(first, Token.CLOSE_BRACE));
  }

  private Expression dict(Expression.Entry first) {
    List<Expression.Entry> entries = new ArrayList<>();
    entries.add(first);
    while (parser.accept(Token.COMMA) && parser.kind() != Token.CLOSE_BRACE) {
      entries.add(entry());
    }
    parser.expect(Token.CLOSE_BRACE);
    return new Expression.DictDisplay(List.copyOf(entries));
  }

  private Expression.Entry entry() {
    if (parser.accept(Token.DOUBLE_STAR)) {
      return new Expression.Entry(null, parser.bitwiseOr());
    }
    Expression key = parser.expression();
    parser.expect(Token.COLON);
    return new Expression.Entry(key, parser.expression());
  }

  /** The items that begin with one already read, through the closing bracket. */
  private List<Expression> items(Expression first, int closing) {
    List<Expression> items = new ArrayList<>();
    items.add(first);
    while (parser.accept(Token.COMMA) && parser.kind() != closing) {
      items.add(item());
    }
    parser.expect(closing);
    return List.copyOf(items);
  }

  private Expression item() {
    return parser.accept(Token.STAR)
        ? new Expression.Starred(parser.bitwiseOr())
        : parser.namedExpression();
  }

  private boolean isLoop() {
    return parser.kind() == Token.FOR || parser.kind() == Token.ASYNC;
  }

  private static void requireElement(Expression element) {
    if (element instanceof Expression.Starred) {
      throw new Rejected();
    }
  }

  private Expression comprehension(String form, int start, int mark) {
    return ComprehensionParser.parse(parser, form, start, mark);
  }

  private Expression close(int closing, Expression comprehension, int start) {
    parser.expect(closing);
    return new Expression.Other(((Expression.Other) comprehension).form(), parser.textFrom(start));
  }
}
