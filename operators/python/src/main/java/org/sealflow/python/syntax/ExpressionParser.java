package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNone;

/**
 * Parses a Python expression (CPython 3.11 grammar, expression mode; call-execution.md sections 3.3
 * and 6).
 *
 * <p>This parser only tells expressions from everything else, in one pass over the source. What is
 * wrong with a source it refuses is found out by {@link SyntaxDiagnosis}.
 */
public final class ExpressionParser {

  /** How deep the parser goes: enough for every bracket Python allows, and fit for any thread. */
  private static final int MAX_DEPTH = 500;

  /** The depth that an expression inside brackets counts; an operator that nests counts 1. */
  static final int BRACKET_LEVEL = 2;

  private static final Expression.Constant TRUE = new Expression.Constant(true);
  private static final Expression.Constant FALSE = new Expression.Constant(false);
  private static final Expression.Constant NONE = new Expression.Constant(PyNone.NONE);
  private static final Expression.Constant ELLIPSIS = new Expression.Constant(PyNone.ELLIPSIS);

  private final SourceText source;
  private final String text;
  private final Tokenizer token;
  private final CompileChecks checks;
  private final ArgumentParser arguments;
  private final DisplayParser displays;

  private int lastEnd;
  private int depth;

  /** Operators and trailers read so far: only with many of them can their chains be too deep. */
  private int links;

  private ExpressionParser(SourceText source, CompileChecks checks) {
    this.source = source;
    this.text = source.text();
    this.token = new Tokenizer(source);
    this.checks = checks;
    this.arguments = new ArgumentParser(this);
    this.displays = new DisplayParser(this);
  }

  /**
   * The expression a source text is, read as Python's {@code eval} reads it: leading blanks and
   * tabs do not count.
   *
   * @throws PyException as {@code eval} raises before it evaluates anything: SyntaxError in the
   *     form {@code MESSAGE (<string>, line N)}, or without the line for a null character,
   *     UnicodeEncodeError for a lone surrogate, RecursionError for a nesting beyond reason
   */
  public static Expression parse(String source) {
    SourceText text = SourceText.of(source).withoutLeadingBlanks();
    CompileChecks checks = new CompileChecks();
    Expression expression = read(text, checks);
    PyException error = checks.error(text);
    if (error != null) {
      throw error;
    }
    return expression;
  }

  /**
   * The syntax tree of a source text, as Python's {@code ast.parse} makes it: what only the
   * compiler refuses, such as a repeated keyword argument, is no error, and a leading blank is one.
   *
   * @throws PyException as {@link #parse}
   */
  public static Expression parseTree(String source) {
    return read(SourceText.of(source), new CompileChecks());
  }

  /**
   * The expression a source text is, as {@link #parse} reads it; null if it is none. To find out
   * why costs more than to read it.
   */
  public static @Nullable Expression parseValid(String source) {
    try {
      SourceText text = SourceText.of(source).withoutLeadingBlanks();
      CompileChecks checks = new CompileChecks();
      Expression expression = new ExpressionParser(text, checks).source();
      return checks.error(text) == null ? expression : null;
    } catch (Rejected | PyException malformed) {
      return null;
    }
  }

  private static Expression read(SourceText source, CompileChecks checks) {
    try {
      return new ExpressionParser(source, checks).source();
    } catch (Rejected refused) {
      throw SyntaxDiagnosis.of(source);
    }
  }

  /**
   * Checks the expression between the braces of a formatted string.
   *
   * @param depth how deep the string itself stands
   * @throws Rejected if it is none
   */
  static void readFormatted(SourceText source, CompileChecks checks, int depth) {
    ExpressionParser parser = new ExpressionParser(source, checks);
    parser.descend(depth);
    parser.advance();
    parser.displays.starredExpressions();
  }

  private Expression source() {
    advance();
    Expression expression = expression();
    if (token.kind == Token.COMMA) {
      expression = openTuple(expression);
    }
    while (token.kind == Token.NEWLINE) {
      advance();
    }
    if (token.kind != Token.END) {
      throw new Rejected();
    }
    if (links > ExpressionDepth.MAX) {
      ExpressionDepth.require(expression);
    }
    return expression;
  }

  /** {@code a, b} without parentheses. */
  private Expression openTuple(Expression first) {
    List<Expression> items = new ArrayList<>();
    items.add(first);
    while (accept(Token.COMMA)) {
      if (token.kind == Token.NEWLINE || token.kind == Token.END) {
        break;
      }
      items.add(expression());
    }
    return new Expression.TupleDisplay(List.copyOf(items));
  }

  int kind() {
    return token.kind;
  }

  /** Where the current token begins. */
  int start() {
    return token.start;
  }

  /** Where the token before the current one ended. */
  int lastEnd() {
    return lastEnd;
  }

  CompileChecks checks() {
    return checks;
  }

  /** A position in the outermost source. */
  int position(int start) {
    return source.base() + start;
  }

  /** The source from a position to the end of the token before the current one. */
  String textFrom(int start) {
    return text.substring(start, lastEnd);
  }

  void advance() {
    lastEnd = token.end;
    try {
      token.next();
    } catch (PyException notAToken) {
      throw new Rejected();
    }
  }

  boolean accept(int kind) {
    if (token.kind != kind) {
      return false;
    }
    advance();
    return true;
  }

  void expect(int kind) {
    if (token.kind != kind) {
      throw new Rejected();
    }
    advance();
  }

  /** The name at the current token. */
  String name() {
    if (token.kind != Token.NAME) {
      throw new Rejected();
    }
    String name = Identifiers.name(text, token.start, token.end);
    advance();
    return name;
  }

  /** Whether the current token is a name with {@code =} after it: a keyword argument. */
  boolean isKeywordArgument() {
    if (token.kind != Token.NAME) {
      return false;
    }
    int sign = token.following();
    return sign + 1 < text.length() && text.charAt(sign) == '=' && text.charAt(sign + 1) != '=';
  }

  /** Whether the current token is a name with {@code :=} after it. */
  boolean isAssignmentExpression() {
    return token.kind == Token.NAME && text.startsWith(":=", token.following());
  }

  /** An expression or an assignment expression. */
  Expression namedExpression() {
    if (!isAssignmentExpression()) {
      return expression();
    }
    int start = token.start;
    String name = name();
    advance();
    checks.assignmentExpression(name, position(start));
    expression();
    return new Expression.Other("assignment expression", textFrom(start));
  }

  /** Goes deeper. */
  void descend(int levels) {
    depth += levels;
    if (depth > MAX_DEPTH) {
      throw ExpressionDepth.exceeded();
    }
  }

  /** Adds to a chain of operators or trailers, each nested in the next. */
  private void extendChain(int length) {
    links++;
    if (length > ExpressionDepth.MAX) {
      throw ExpressionDepth.exceeded();
    }
  }

  void ascend(int levels) {
    depth -= levels;
  }

  /** A conditional, a lambda or anything below. */
  Expression expression() {
    if (token.kind == Token.LAMBDA) {
      return LambdaParser.parse(this);
    }
    descend(BRACKET_LEVEL);
    int bodyMark = checks.mark();
    Expression body = disjunction();
    if (token.kind == Token.IF) {
      advance();
      int testMark = checks.mark();
      Expression test = disjunction();
      checks.conditional(bodyMark, testMark);
      expect(Token.ELSE);
      body = new Expression.Conditional(test, body, expression());
    }
    ascend(BRACKET_LEVEL);
    return body;
  }

  /** {@code or} and everything that binds more tightly. */
  Expression disjunction() {
    return operation(Operators.OR);
  }

  /** {@code |} and everything that binds more tightly. */
  Expression bitwiseOr() {
    return operation(Operators.BITWISE_OR);
  }

  private Expression operation(int minimum) {
    Expression left = operand(minimum);
    for (int length = 1; ; length++) {
      int precedence = Operators.precedence(token.kind);
      if (precedence < minimum) {
        return left;
      }
      extendChain(length);
      if (precedence == Operators.COMPARISON) {
        left = comparison(left);
      } else if (precedence <= Operators.AND) {
        left = logical(left, precedence);
      } else {
        String operator = Operators.symbol(token.kind);
        advance();
        left = new Expression.Binary(operator, left, operation(precedence + 1));
      }
    }
  }

  private Expression logical(Expression first, int precedence) {
    int kind = token.kind;
    List<Expression> operands = new ArrayList<>();
    operands.add(first);
    while (accept(kind)) {
      operands.add(operation(precedence + 1));
    }
    return new Expression.BoolOperation(Operators.symbol(kind), List.copyOf(operands));
  }

  private Expression comparison(Expression first) {
    List<String> operators = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    while (Operators.precedence(token.kind) == Operators.COMPARISON) {
      operators.add(comparisonOperator());
      others.add(bitwiseOr());
    }
    return new Expression.Comparison(first, List.copyOf(operators), List.copyOf(others));
  }

  private String comparisonOperator() {
    int kind = token.kind;
    advance();
    if (kind == Token.NOT) {
      expect(Token.IN);
      return "not in";
    }
    if (kind == Token.IS && accept(Token.NOT)) {
      return "is not";
    }
    return Operators.symbol(kind);
  }

  private Expression operand(int minimum) {
    if (token.kind != Token.NOT) {
      return factor();
    }
    if (minimum > Operators.NOT) {
      throw new Rejected();
    }
    advance();
    descend(1);
    Expression operand = operation(Operators.NOT);
    ascend(1);
    return new Expression.Unary("not", operand);
  }

  private Expression factor() {
    if (token.kind != Token.MINUS && token.kind != Token.PLUS && token.kind != Token.TILDE) {
      return power();
    }
    String operator = Operators.symbol(token.kind);
    advance();
    descend(1);
    Expression operand = factor();
    ascend(1);
    return new Expression.Unary(operator, operand);
  }

  private Expression power() {
    Expression base = token.kind == Token.AWAIT ? awaiting() : primary();
    if (token.kind != Token.DOUBLE_STAR) {
      return base;
    }
    advance();
    descend(1);
    Expression exponent = factor();
    ascend(1);
    return new Expression.Binary("**", base, exponent);
  }

  private Expression awaiting() {
    int start = token.start;
    advance();
    checks.awaits(position(start));
    primary();
    return new Expression.Other("await", textFrom(start));
  }

  /** An atom with the attributes, calls and subscripts that follow it. */
  Expression primary() {
    int start = token.start;
    int mark = checks.mark();
    Expression value = atom();
    for (int length = 1; ; length++) {
      switch (token.kind) {
        case Token.OPEN_PARENTHESIS -> value = arguments.call(value, start, mark);
        case Token.OPEN_BRACKET -> value = arguments.subscript(value);
        case Token.DOT -> {
          advance();
          value = new Expression.Attribute(value, name());
        }
        default -> {
          return value;
        }
      }
      extendChain(length);
    }
  }

  private Expression atom() {
    return switch (token.kind) {
      case Token.NAME -> new Expression.Name(name());
      case Token.NUMBER -> number();
      case Token.STRING -> string();
      case Token.OPEN_PARENTHESIS -> displays.parentheses();
      case Token.OPEN_BRACKET -> displays.list();
      case Token.OPEN_BRACE -> displays.braces();
      case Token.TRUE -> constant(TRUE);
      case Token.FALSE -> constant(FALSE);
      case Token.NONE -> constant(NONE);
      case Token.ELLIPSIS -> constant(ELLIPSIS);
      default -> throw new Rejected();
    };
  }

  private Expression constant(Expression.Constant constant) {
    advance();
    return constant;
  }

  private Expression number() {
    int start = token.start;
    try {
      Object value = NumberLiteral.value(text, start, token.end);
      advance();
      return new Expression.Constant(value);
    } catch (LiteralException noValue) {
      throw new Rejected();
    }
  }

  private Expression string() {
    int start = token.start;
    int end = token.end;
    boolean plain = !token.escaped && (text.charAt(start) == '\'' || text.charAt(start) == '"');
    advance();
    if (plain && token.kind != Token.STRING) {
      StringLiteral literal = StringLiteral.of(text, start, end);
      return new Expression.Constant(text.substring(literal.from(), literal.to()));
    }
    try {
      StringConcatenation strings =
          new StringConcatenation(source, part -> readFormatted(part, checks, depth));
      strings.add(start, end);
      while (token.kind == Token.STRING) {
        strings.add(token.start, token.end);
        advance();
      }
      return strings.expression(textFrom(start));
    } catch (LiteralException malformed) {
      throw new Rejected();
    }
  }
}
