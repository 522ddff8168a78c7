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
  private static final TemplateExpression NONE = new TemplateExpression.Literal(None.NONE);

  private static final Map<String, Object> CONSTANTS =
      Map.of(
          "true", true, "True", true, "false", false, "False", false, "none", None.NONE, "None",
          None.NONE);

  /** Names that cannot begin the argument of a test written without parentheses. */
  private static final Set<String> AFTER_A_TEST =
      Set.of("else", "or", "and", "if", "is", "in", "not");

  private static final int LONGEST_CHAIN = 500;

  private final TemplateReader tokens;
  private final Set<String> names = new HashSet<>();
  private final TemplateExpressionParser expressions;

  PrimaryParser(TemplateReader tokens, TemplateExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** The names read so far, which the caller may clear. */
  Set<String> names() {
    return names;
  }

  /** A literal, name or bracket, with the subscripts and calls behind it. */
  TemplateExpression operand() {
    TemplateExpression operand = primary();
    for (int length = 0; true; length++) {
      requireShort(length);
      if (tokens.acceptOperator(".")) {
        operand = attribute(operand);
      } else if (tokens.acceptOperator("[")) {
        operand = subscript(operand);
      } else if (tokens.acceptOperator("(")) {
        operand = new TemplateExpression.Call(operand, arguments());
      } else {
        return operand;
      }
    }
  }

  /** An operand with the filters and tests behind it. */
  TemplateExpression filtered(TemplateExpression operand) {
    TemplateExpression value = operand;
    for (int length = 0; true; length++) {
      requireShort(length);
      if (tokens.acceptOperator("|")) {
        value = filter(value);
      } else if (tokens.acceptName("is")) {
        value = test(value);
      } else if (tokens.acceptOperator("(")) {
        value = new TemplateExpression.Call(value, arguments());
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

  private TemplateExpression primary() {
    TemplateToken token = tokens.current();
    return switch (token.kind()) {
      case NAME -> name();
      case STRING -> strings();
      case NUMBER -> new TemplateExpression.Literal(tokens.next().value());
      case OPERATOR -> bracket();
      case TEXT, PRINT_BEGIN, PRINT_END, TAG_BEGIN, TAG_END, END ->
          throw tokens.unexpected("an expression");
    };
  }

  private TemplateExpression name() {
    String name = tokens.next().text();
    Object constant = CONSTANTS.get(name);
    names.add(name);
    return constant == null
        ? new TemplateExpression.Name(name)
        : new TemplateExpression.Literal(constant);
  }

  /** Texts that stand side by side are one. */
  private TemplateExpression strings() {
    StringBuilder text = new StringBuilder();
    while (tokens.current().kind() == TemplateToken.Kind.STRING) {
      text.append(tokens.next().text());
    }
    return new TemplateExpression.Literal(text.toString());
  }

  private TemplateExpression bracket() {
    if (tokens.acceptOperator("(")) {
      return parenthesis();
    }
    if (tokens.acceptOperator("[")) {
      return new TemplateExpression.ListDisplay(items("]"));
    }
    if (tokens.acceptOperator("{")) {
      return dict();
    }
    throw tokens.unexpected("an expression");
  }

  private TemplateExpression parenthesis() {
    if (tokens.acceptOperator(")")) {
      return new TemplateExpression.TupleDisplay(List.of());
    }
    TemplateExpression first = expressions.expression();
    if (tokens.acceptOperator(")")) {
      return first;
    }
    tokens.expectOperator(",");
    List<TemplateExpression> items = new ArrayList<>();
    items.add(first);
    items.addAll(items(")"));
    return new TemplateExpression.TupleDisplay(List.copyOf(items));
  }

  /** Items up to and including a closing bracket; a comma may stand before it. */
  private List<TemplateExpression> items(String closing) {
    List<TemplateExpression> items = new ArrayList<>();
    while (!tokens.acceptOperator(closing)) {
      items.add(expressions.expression());
      if (!tokens.isOperator(closing)) {
        tokens.expectOperator(",");
      }
    }
    return List.copyOf(items);
  }

  private TemplateExpression dict() {
    List<TemplateExpression.DictDisplay.Entry> entries = new ArrayList<>();
    while (!tokens.acceptOperator("}")) {
      TemplateExpression key = expressions.expression();
      tokens.expectOperator(":");
      entries.add(new TemplateExpression.DictDisplay.Entry(key, expressions.expression()));
      if (!tokens.isOperator("}")) {
        tokens.expectOperator(",");
      }
    }
    return new TemplateExpression.DictDisplay(List.copyOf(entries));
  }

  private TemplateExpression attribute(TemplateExpression of) {
    if (tokens.current().kind() == TemplateToken.Kind.NUMBER
        && tokens.current().value() instanceof Long index) {
      tokens.next();
      return new TemplateExpression.Item(of, new TemplateExpression.Literal(index));
    }
    return new TemplateExpression.Attribute(of, tokens.expectAnyName());
  }

  private TemplateExpression subscript(TemplateExpression of) {
    TemplateExpression start = tokens.isOperator(":") ? NONE : expressions.expression();
    if (tokens.acceptOperator("]")) {
      return new TemplateExpression.Item(of, start);
    }
    tokens.expectOperator(":");
    TemplateExpression stop = bound();
    TemplateExpression step = tokens.acceptOperator(":") ? bound() : NONE;
    tokens.expectOperator("]");
    return new TemplateExpression.Slice(of, start, stop, step);
  }

  private TemplateExpression bound() {
    return tokens.isOperator(":") || tokens.isOperator("]") ? NONE : expressions.expression();
  }

  /** The arguments of a call, up to and including the closing parenthesis. */
  TemplateExpression.CallArguments arguments() {
    List<TemplateExpression> positional = new ArrayList<>();
    Map<String, TemplateExpression> named = new LinkedHashMap<>();
    while (!tokens.acceptOperator(")")) {
      if (tokens.current().kind() == TemplateToken.Kind.NAME
          && tokens.following().is(TemplateToken.Kind.OPERATOR, "=")) {
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
    return new TemplateExpression.CallArguments(List.copyOf(positional), named);
  }

  TemplateExpression.Filtered filter(TemplateExpression value) {
    String name = tokens.expectAnyName();
    TemplateExpression.CallArguments arguments =
        tokens.acceptOperator("(") ? arguments() : TemplateExpression.CallArguments.EMPTY;
    return new TemplateExpression.Filtered(value, name, arguments);
  }

  private TemplateExpression test(TemplateExpression value) {
    boolean negated = tokens.acceptName("not");
    String name = tokens.expectAnyName();
    TemplateExpression.CallArguments arguments = TemplateExpression.CallArguments.EMPTY;
    if (tokens.acceptOperator("(")) {
      arguments = arguments();
    } else {
      @Nullable TemplateExpression argument = bareArgument();
      if (argument != null) {
        arguments = new TemplateExpression.CallArguments(List.of(argument), Map.of());
      }
    }
    TemplateExpression test = new TemplateExpression.Tested(value, name, arguments);
    return negated ? new TemplateExpression.Not(test) : test;
  }

  /** The argument in {@code x is divisibleby 3}, or null if none follows. */
  private @Nullable TemplateExpression bareArgument() {
    TemplateToken token = tokens.current();
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
