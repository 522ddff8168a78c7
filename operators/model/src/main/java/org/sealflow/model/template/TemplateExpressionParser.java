package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.ArithmeticOperator;
import org.sealflow.model.template.value.ComparisonOperator;

/** Reads expressions, the loosest binding first. */
final class TemplateExpressionParser {
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

  private final TemplateReader tokens;
  private final PrimaryParser primaries;

  TemplateExpressionParser(TemplateReader tokens) {
    this.tokens = tokens;
    this.primaries = new PrimaryParser(tokens, this);
  }

  /** The reader of what binds closest; there is one, for it remembers the names it has read. */
  PrimaryParser primaries() {
    return primaries;
  }

  /** {@code a} or, without parentheses, {@code a, b}. */
  TemplateExpression expressions() {
    TemplateExpression first = expression();
    return tokens.isOperator(",") ? openTuple(first, this::expression) : first;
  }

  /** The iterable of a loop: {@code if} after it begins the condition of the loop. */
  TemplateExpression iterable() {
    TemplateExpression first = or();
    return tokens.isOperator(",") ? openTuple(first, this::or) : first;
  }

  private TemplateExpression openTuple(
      TemplateExpression first, Supplier<TemplateExpression> item) {
    List<TemplateExpression> items = new ArrayList<>();
    items.add(first);
    while (tokens.acceptOperator(",")) {
      if (tokens.current().kind() == TemplateToken.Kind.PRINT_END
          || tokens.current().kind() == TemplateToken.Kind.TAG_END) {
        break;
      }
      items.add(item.get());
    }
    return new TemplateExpression.TupleDisplay(List.copyOf(items));
  }

  /** One expression, conditional or not. */
  TemplateExpression expression() {
    tokens.enter();
    TemplateExpression value = or();
    while (tokens.acceptName("if")) {
      TemplateExpression condition = or();
      @Nullable TemplateExpression otherwise = tokens.acceptName("else") ? expression() : null;
      value = new TemplateExpression.Conditional(condition, value, otherwise);
    }
    tokens.leave();
    return value;
  }

  private TemplateExpression or() {
    TemplateExpression left = and();
    for (int length = 0; tokens.acceptName("or"); length++) {
      requireShort(length);
      left = new TemplateExpression.Or(left, and());
    }
    return left;
  }

  private TemplateExpression and() {
    TemplateExpression left = not();
    for (int length = 0; tokens.acceptName("and"); length++) {
      requireShort(length);
      left = new TemplateExpression.And(left, not());
    }
    return left;
  }

  private TemplateExpression not() {
    if (!tokens.isName("not")) {
      return comparison();
    }
    tokens.next();
    tokens.enter();
    TemplateExpression operand = new TemplateExpression.Not(not());
    tokens.leave();
    return operand;
  }

  private TemplateExpression comparison() {
    TemplateExpression first = sum();
    List<TemplateExpression.Comparison.Link> links = new ArrayList<>();
    for (ComparisonOperator next = comparisonOperator();
        next != null;
        next = comparisonOperator()) {
      links.add(new TemplateExpression.Comparison.Link(next, sum()));
    }
    return links.isEmpty() ? first : new TemplateExpression.Comparison(first, List.copyOf(links));
  }

  private @Nullable ComparisonOperator comparisonOperator() {
    TemplateToken token = tokens.current();
    if (token.kind() == TemplateToken.Kind.OPERATOR && COMPARISONS.containsKey(token.text())) {
      return COMPARISONS.get(tokens.next().text());
    }
    if (tokens.acceptName("in")) {
      return ComparisonOperator.IN;
    }
    if (tokens.isName("not") && tokens.following().is(TemplateToken.Kind.NAME, "in")) {
      tokens.next();
      tokens.next();
      return ComparisonOperator.NOT_IN;
    }
    return null;
  }

  private TemplateExpression sum() {
    return chain(this::concatenation, SUMS);
  }

  private TemplateExpression concatenation() {
    TemplateExpression first = product();
    if (!tokens.isOperator("~")) {
      return first;
    }
    List<TemplateExpression> parts = new ArrayList<>();
    parts.add(first);
    while (tokens.acceptOperator("~")) {
      parts.add(product());
    }
    return new TemplateExpression.Concatenation(List.copyOf(parts));
  }

  private TemplateExpression product() {
    return chain(this::power, PRODUCTS);
  }

  private TemplateExpression power() {
    return chain(this::unary, POWERS);
  }

  /** Operators of one rank, the leftmost binding first. */
  private TemplateExpression chain(
      Supplier<TemplateExpression> operand, Map<String, ArithmeticOperator> rank) {
    TemplateExpression left = operand.get();
    for (int length = 0; isOneOf(rank); length++) {
      requireShort(length);
      ArithmeticOperator operator = rank.getOrDefault(tokens.next().text(), ArithmeticOperator.ADD);
      left = new TemplateExpression.Arithmetic(left, operator, operand.get());
    }
    return left;
  }

  private boolean isOneOf(Map<String, ArithmeticOperator> rank) {
    TemplateToken token = tokens.current();
    return token.kind() == TemplateToken.Kind.OPERATOR && rank.containsKey(token.text());
  }

  private void requireShort(int length) {
    if (length >= LONGEST_CHAIN) {
      throw tokens.fault("more than " + LONGEST_CHAIN + " operators in a row");
    }
  }

  private TemplateExpression unary() {
    return primaries.filtered(sign());
  }

  /** A sign binds closer than a filter: {@code -1|abs} is 1. */
  private TemplateExpression sign() {
    boolean negative = tokens.isOperator("-");
    if (!negative && !tokens.isOperator("+")) {
      return primaries.operand();
    }
    tokens.next();
    tokens.enter();
    TemplateExpression operand = new TemplateExpression.Signed(negative, sign());
    tokens.leave();
    return operand;
  }
}
