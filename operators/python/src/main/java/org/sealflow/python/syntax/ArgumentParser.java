package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what follows a value in brackets: the arguments of a call, the index of a subscript. */
final class ArgumentParser {
  private final ExpressionParser parser;

  ArgumentParser(ExpressionParser parser) {
    this.parser = parser;
  }

  /**
   * A call; the current token is its opening parenthesis.
   *
   * @param start where the function begins
   * @param mark the {@link CompileChecks#mark()} before the function
   */
  Expression call(Expression function, int start, int mark) {
    parser.advance();
    List<Expression> arguments = new ArrayList<>();
    KeywordArguments keywords = new KeywordArguments();
    boolean unpackedKeywords = false;
    while (parser.kind() != Token.CLOSE_PARENTHESIS) {
      if (parser.isKeywordArgument()) {
        int position = parser.position(parser.start());
        String name = parser.name();
        parser.advance();
        keywords.add(name, parser.expression(), position);
      } else if (parser.accept(Token.DOUBLE_STAR)) {
        unpackedKeywords = true;
        keywords.addUnpacked(parser.expression());
      } else if (unpackedKeywords) {
        throw new Rejected();
      } else {
        positional(arguments, keywords.isEmpty());
      }
      if (!parser.accept(Token.COMMA)) {
        break;
      }
    }
    parser.expect(Token.CLOSE_PARENTHESIS);
    keywords.report(parser.checks(), mark, parser.position(start));
    return new Expression.Call(
        function, List.copyOf(arguments), keywords.list(), parser.textFrom(start));
  }

  private void positional(List<Expression> arguments, boolean beforeKeywords) {
    if (parser.accept(Token.STAR)) {
      arguments.add(new Expression.Starred(parser.expression()));
      return;
    }
    if (!beforeKeywords) {
      throw new Rejected();
    }
    int start = parser.start();
    int mark = parser.checks().mark();
    Expression argument = parser.namedExpression();
    if (parser.kind() == Token.FOR || parser.kind() == Token.ASYNC) {
      argument = ComprehensionParser.parse(parser, "generator expression", start, mark);
      if (!arguments.isEmpty() || parser.kind() != Token.CLOSE_PARENTHESIS) {
        throw new Rejected();
      }
    }
    arguments.add(argument);
  }

  /** A subscript; the current token is its opening bracket. */
  Expression subscript(Expression value) {
    parser.advance();
    Expression index = indexItem();
    if (parser.kind() == Token.COMMA || index instanceof Expression.Starred) {
      index = indexTuple(index);
    }
    parser.expect(Token.CLOSE_BRACKET);
    return new Expression.Subscript(value, index);
  }

  private Expression indexTuple(Expression first) {
    List<Expression> items = new ArrayList<>();
    items.add(first);
    while (parser.accept(Token.COMMA)) {
      if (parser.kind() == Token.CLOSE_BRACKET) {
        break;
      }
      items.add(indexItem());
    }
    return new Expression.TupleDisplay(List.copyOf(items));
  }

  private Expression indexItem() {
    if (parser.accept(Token.STAR)) {
      return new Expression.Starred(parser.expression());
    }
    if (parser.kind() == Token.COLON) {
      return slice(null);
    }
    boolean assignment = parser.isAssignmentExpression();
    Expression item = parser.namedExpression();
    return parser.kind() == Token.COLON && !assignment ? slice(item) : item;
  }

  private Expression slice(@Nullable Expression start) {
    parser.expect(Token.COLON);
    Expression stop = bound();
    Expression step = parser.accept(Token.COLON) ? bound() : null;
    return new Expression.Slice(start, stop, step);
  }

  private @Nullable Expression bound() {
    int kind = parser.kind();
    return kind == Token.COLON || kind == Token.COMMA || kind == Token.CLOSE_BRACKET
        ? null
        : parser.expression();
  }
}
