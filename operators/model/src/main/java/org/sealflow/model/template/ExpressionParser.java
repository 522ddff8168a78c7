package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.ArithmeticOperator;
import org.sealflow.model.template.value.ComparisonOperator;

/** Reads expressions, the loosest binding first. */
final class ExpressionParser {
  /** So many operators of one rank in a row, and the tree is still shallow enough to walk. */
  private static final int LONGEST_CHAIN = 500;

  private static final Map<String, ComparisonOperator> COMPARISONS =
      Map.of(
          "==", ComparisonOperator.EQUAL,
          "!=", ComparisonOperator.NOT_EQUAL,
          "<", ComparisonOperator.LESS,
          "<=", ComparisonOperator.LESS_OR_EQUAL,
          ">", ComparisonOperator.GREATER,
          ">=", ComparisonOperator.GREATER_OR_EQUAL);

  private static final Map<String, ArithmeticOperator> SUMS =
      Map.of("+", ArithmeticOperator.ADD, "-", ArithmeticOperator.SUBTRACT);

  private static final Map<String, ArithmeticOperator> PRODUCTS =
      Map.of(
          "*", ArithmeticOperator.MULTIPLY,
          "/", ArithmeticOperator.DIVIDE,
          "//", ArithmeticOperator.FLOOR_DIVIDE,
          "%", ArithmeticOperator.MODULO);

  private static final Map<String, ArithmeticOperator> POWERS =
      Map.of("**", ArithmeticOperator.POWER);

  private final Tokens tokens;
  private final PrimaryParser primaries;

  ExpressionParser(Tokens tokens) {
    this.tokens = tokens;
    this.primaries = new PrimaryParser(tokens, this);
  }

  /** The reader of what binds closest; there is one, for it remembers the names it has read. */
  PrimaryParser primaries() {
    return primaries;
  }

  /** {@code a} or, without parentheses, {@code a, b}. */
  Expression expressions() {
    Expression first = expression();
    return tokens.isOperator(",") ? openTuple(first, this::expression) : first;
  }

  /** What a loop walks over: {@code if} after it begins the condition of the loop. */
  Expression iterable() {
    Expression first = or();
    return tokens.isOperator(",") ? openTuple(first, this::or) : first;
  }

  private Expression openTuple(Expression first, Supplier<Expression> item) {
    List<Expression> items = new ArrayList<>();
    items.add(first);
    while (tokens.acceptOperator(",")) {
      if (tokens.current().kind() == Token.Kind.PRINT_END
          || tokens.current().kind() == Token.Kind.TAG_END) {
        break;
      }
      items.add(item.get());
    }
    return new Expression.TupleDisplay(List.copyOf(items));
  }

  /** One expression, conditional or not. */
  Expression expression() {
    tokens.enter();
    Expression value = or();
    while (tokens.acceptName("if")) {
      Expression condition = or();
      @Nullable Expression otherwise = tokens.acceptName("else") ? expression() : null;
      value = new Expression.Conditional(condition, value, otherwise);
    }
    tokens.leave();
    return value;
  }

  private Expression or() {
    Expression left = and();
    for (int length = 0; tokens.acceptName("or"); length++) {
      requireShort(length);
      left = new Expression.Or(left, and());
    }
    return left;
  }

  private Expression and() {
    Expression left = not();
    for (int length = 0; tokens.acceptName("and"); length++) {
      requireShort(length);
      left = new Expression.And(left, not());
    }
    return left;
  }

  private Expression not() {
    if (!tokens.isName("not")) {
      return comparison();
    }
    tokens.next();
    tokens.enter();
    Expression operand = new Expression.Not(not());
    tokens.leave();
    return operand;
  }

  private Expression comparison() {
    Expression first = sum();
    List<Expression.Comparison.Link> links = new ArrayList<>();
    for (ComparisonOperator next = comparisonOperator();
        next != null;
        next = comparisonOperator()) {
      links.add(new Expression.Comparison.Link(next, sum()));
    }
    return links.isEmpty() ? first : new Expression.Comparison(first, List.copyOf(links));
  }

  private @Nullable ComparisonOperator comparisonOperator() {
    Token token = tokens.current();
    if (token.kind() == Token.Kind.OPERATOR && COMPARISONS.containsKey(token.text())) {
      return COMPARISONS.get(tokens.next().text());
    }
    if (tokens.acceptName("in")) {
      return ComparisonOperator.IN;
    }
    if (tokens.isName("not") && tokens.following().is(Token.Kind.NAME, "in")) {
      tokens.next();
      tokens.next();
      return ComparisonOperator.NOT_IN;
    }
    return null;
  }

  private Expression sum() {
    return chain(this::concatenation, SUMS);
  }

  private Expression concatenation() {
    Expression first = product();
    if (!tokens.isOperator("~")) {
      return first;
    }
    List<Expression> parts = new ArrayList<>();
    parts.add(first);
    while (tokens.acceptOperator("~")) {
      parts.add(product());
    }
    return new Expression.Concatenation(List.copyOf(parts));
  }

  private Expression product() {
    return chain(this::power, PRODUCTS);
  }

  private Expression power() {
    return chain(this::unary, POWERS);
  }

  /** Operators of one rank, the leftmost binding first. */
  private Expression chain(Supplier<Expression> operand, Map<String, ArithmeticOperator> rank) {
    Expression left = operand.get();
    for (int length = 0; isOneOf(rank); length++) {
      requireShort(length);
      ArithmeticOperator operator = rank.getOrDefault(tokens.next().text(), ArithmeticOperator.ADD);
      left = new Expression.Arithmetic(left, operator, operand.get());
    }
    return left;
  }

  private boolean isOneOf(Map<String, ArithmeticOperator> rank) {
    Token token = tokens.current();
    return token.kind() == Token.Kind.OPERATOR && rank.containsKey(token.text());
  }

  private void requireShort(int length) {
    if (length >= LONGEST_CHAIN) {
      throw tokens.fault("more than " + LONGEST_CHAIN + " operators in a row");
    }
  }

  private Expression unary() {
    return primaries.filtered(sign());
  }

  /** A sign binds closer than a filter: {@code -1|abs} is 1. */
  private Expression sign() {
    boolean negative = tokens.isOperator("-");
    if (!negative && !tokens.isOperator("+")) {
      return primaries.operand();
    }
    tokens.next();
    tokens.enter();
    Expression operand = new Expression.Signed(negative, sign());
    tokens.leave();
    return operand;
  }
}
