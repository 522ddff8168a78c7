package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.None;

/** Reads what binds closest: literals, names, subscripts, calls, filters and tests. */
final class PrimaryParser {
  private static final Expression NONE = new Expression.Literal(None.NONE);

  private static final Map<String, Object> CONSTANTS =
      Map.of(
          "true", true, "True", true, "false", false, "False", false, "none", None.NONE, "None",
          None.NONE);

  /** Names that cannot begin the argument of a test written without parentheses. */
  private static final Set<String> AFTER_A_TEST =
      Set.of("else", "or", "and", "if", "is", "in", "not");

  private static final int LONGEST_CHAIN = 500;

  private final Tokens tokens;
  private final Set<String> names = new HashSet<>();
  private final ExpressionParser expressions;

  PrimaryParser(Tokens tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** The names read so far, which the caller may clear. */
  Set<String> names() {
    return names;
  }

  /** A literal, name or bracket, with the subscripts and calls behind it. */
  Expression operand() {
    Expression operand = primary();
    for (int length = 0; true; length++) {
      requireShort(length);
      if (tokens.acceptOperator(".")) {
        operand = attribute(operand);
      } else if (tokens.acceptOperator("[")) {
        operand = subscript(operand);
      } else if (tokens.acceptOperator("(")) {
        operand = new Expression.Call(operand, arguments());
      } else {
        return operand;
      }
    }
  }

  /** An operand with the filters and tests behind it. */
  Expression filtered(Expression operand) {
    Expression value = operand;
    for (int length = 0; true; length++) {
      requireShort(length);
      if (tokens.acceptOperator("|")) {
        value = filter(value);
      } else if (tokens.acceptName("is")) {
        value = test(value);
      } else if (tokens.acceptOperator("(")) {
        value = new Expression.Call(value, arguments());
      } else {
        return value;
      }
    }
  }

  private void requireShort(int length) {
    if (length >= LONGEST_CHAIN) {
      throw tokens.fault("more than " + LONGEST_CHAIN + " subscripts or filters in a row");
    }
  }

  private Expression primary() {
    Token token = tokens.current();
    return switch (token.kind()) {
      case NAME -> name();
      case STRING -> strings();
      case NUMBER -> new Expression.Literal(tokens.next().value());
      case OPERATOR -> bracket();
      case TEXT, PRINT_BEGIN, PRINT_END, TAG_BEGIN, TAG_END, END ->
          throw tokens.unexpected("an expression");
    };
  }

  private Expression name() {
    String name = tokens.next().text();
    Object constant = CONSTANTS.get(name);
    names.add(name);
    return constant == null ? new Expression.Name(name) : new Expression.Literal(constant);
  }

  /** Texts that stand side by side are one. */
  private Expression strings() {
    StringBuilder text = new StringBuilder();
    while (tokens.current().kind() == Token.Kind.STRING) {
      text.append(tokens.next().text());
    }
    return new Expression.Literal(text.toString());
  }

  private Expression bracket() {
    if (tokens.acceptOperator("(")) {
      return parenthesis();
    }
    if (tokens.acceptOperator("[")) {
      return new Expression.ListDisplay(items("]"));
    }
    if (tokens.acceptOperator("{")) {
      return dict();
    }
    throw tokens.unexpected("an expression");
  }

  private Expression parenthesis() {
    if (tokens.acceptOperator(")")) {
      return new Expression.TupleDisplay(List.of());
    }
    Expression first = expressions.expression();
    if (tokens.acceptOperator(")")) {
      return first;
    }
    tokens.expectOperator(",");
    List<Expression> items = new ArrayList<>();
    items.add(first);
    items.addAll(items(")"));
    return new Expression.TupleDisplay(List.copyOf(items));
  }

  /** Items up to and including a closing bracket; a comma may stand before it. */
  private List<Expression> items(String closing) {
    List<Expression> items = new ArrayList<>();
    while (!tokens.acceptOperator(closing)) {
      items.add(expressions.expression());
      if (!tokens.isOperator(closing)) {
        tokens.expectOperator(",");
      }
    }
    return List.copyOf(items);
  }

  private Expression dict() {
    List<Expression.DictDisplay.Entry> entries = new ArrayList<>();
    while (!tokens.acceptOperator("}")) {
      Expression key = expressions.expression();
      tokens.expectOperator(":");
      entries.add(new Expression.DictDisplay.Entry(key, expressions.expression()));
      if (!tokens.isOperator("}")) {
        tokens.expectOperator(",");
      }
    }
    return new Expression.DictDisplay(List.copyOf(entries));
  }

  private Expression attribute(Expression of) {
    if (tokens.current().kind() == Token.Kind.NUMBER
        && tokens.current().value() instanceof Long index) {
      tokens.next();
      return new Expression.Item(of, new Expression.Literal(index));
    }
    return new Expression.Attribute(of, tokens.expectAnyName());
  }

  private Expression subscript(Expression of) {
    Expression start = tokens.isOperator(":") ? NONE : expressions.expression();
    if (tokens.acceptOperator("]")) {
      return new Expression.Item(of, start);
    }
    tokens.expectOperator(":");
    Expression stop = bound();
    Expression step = tokens.acceptOperator(":") ? bound() : NONE;
    tokens.expectOperator("]");
    return new Expression.Slice(of, start, stop, step);
  }

  private Expression bound() {
    return tokens.isOperator(":") || tokens.isOperator("]") ? NONE : expressions.expression();
  }

  /** The arguments of a call, up to and including the closing parenthesis. */
  Expression.CallArguments arguments() {
    List<Expression> positional = new ArrayList<>();
    Map<String, Expression> named = new LinkedHashMap<>();
    while (!tokens.acceptOperator(")")) {
      if (tokens.current().kind() == Token.Kind.NAME
          && tokens.following().is(Token.Kind.OPERATOR, "=")) {
        String name = tokens.next().text();
        tokens.next();
        named.put(name, expressions.expression());
      } else if (named.isEmpty()) {
        positional.add(expressions.expression());
      } else {
        throw tokens.unexpected("a named argument, as the one before");
      }
      if (!tokens.isOperator(")")) {
        tokens.expectOperator(",");
      }
    }
    return new Expression.CallArguments(List.copyOf(positional), named);
  }

  Expression.Filtered filter(Expression value) {
    String name = tokens.expectAnyName();
    Expression.CallArguments arguments =
        tokens.acceptOperator("(") ? arguments() : Expression.CallArguments.EMPTY;
    return new Expression.Filtered(value, name, arguments);
  }

  private Expression test(Expression value) {
    boolean negated = tokens.acceptName("not");
    String name = tokens.expectAnyName();
    Expression.CallArguments arguments = Expression.CallArguments.EMPTY;
    if (tokens.acceptOperator("(")) {
      arguments = arguments();
    } else {
      @Nullable Expression argument = bareArgument();
      if (argument != null) {
        arguments = new Expression.CallArguments(List.of(argument), Map.of());
      }
    }
    Expression test = new Expression.Tested(value, name, arguments);
    return negated ? new Expression.Not(test) : test;
  }

  /** The argument in {@code x is divisibleby 3}, or null if none follows. */
  private @Nullable Expression bareArgument() {
    Token token = tokens.current();
    boolean begins =
        switch (token.kind()) {
          case NAME -> !AFTER_A_TEST.contains(token.text());
          case STRING, NUMBER -> true;
          case OPERATOR -> token.text().equals("[") || token.text().equals("{");
          case TEXT, PRINT_BEGIN, PRINT_END, TAG_BEGIN, TAG_END, END -> false;
        };
    return begins ? operand() : null;
  }
}
