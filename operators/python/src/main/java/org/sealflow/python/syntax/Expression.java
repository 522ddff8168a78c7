package org.sealflow.python.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parsed Python expression (CPython 3.11 grammar, expression mode). The parser knows the whole
 * grammar, so that what Python calls a syntax error is one here; which nodes are evaluated and
 * which are refused is the evaluator's decision.
 */
public sealed interface Expression {
  /**
   * A literal.
   *
   * @param value a Python value
   */
  record Constant(Object value) implements Expression {}

  /** A plain name. */
  record Name(String id) implements Expression {}

  /**
   * A call.
   *
   * @param arguments positional arguments in order, {@link Starred} among them
   * @param keywords keyword arguments in order
   * @param source the text of the call as written
   */
  record Call(
      Expression function, List<Expression> arguments, List<Keyword> keywords, String source)
      implements Expression {}

  /**
   * A keyword argument; not an expression of its own.
   *
   * @param name null for {@code **value}
   */
  record Keyword(@Nullable String name, Expression value) {}

  /** {@code *value} in a call, list, tuple or set. */
  record Starred(Expression value) implements Expression {}

  /** {@code [a, b]}. */
  record ListDisplay(List<Expression> items) implements Expression {}

  /** {@code (a, b)}. */
  record TupleDisplay(List<Expression> items) implements Expression {}

  /** {@code {a, b}}. */
  record SetDisplay(List<Expression> items) implements Expression {}

  /** {@code {k: v}}. */
  record DictDisplay(List<Entry> entries) implements Expression {}

  /**
   * An entry of a dict display; not an expression of its own.
   *
   * @param key null for {@code **value}
   */
  record Entry(@Nullable Expression key, Expression value) {}

  /**
   * A unary operation.
   *
   * @param operator one of {@code - + ~ not}
   */
  record Unary(String operator, Expression operand) implements Expression {}

  /**
   * A binary operation.
   *
   * @param operator one of {@code + - * / // % ** @ << >> & | ^}
   */
  record Binary(String operator, Expression left, Expression right) implements Expression {}

  /**
   * {@code a and b and c}, {@code a or b}.
   *
   * @param operator {@code and} or {@code or}
   */
  record BoolOperation(String operator, List<Expression> operands) implements Expression {}

  /** {@code a < b <= c}: operators as written, {@code not in} and {@code is not} with one blank. */
  record Comparison(Expression first, List<String> operators, List<Expression> others)
      implements Expression {}

  /** {@code value.name}. */
  record Attribute(Expression value, String name) implements Expression {}

  /** {@code value[index]}. */
  record Subscript(Expression value, Expression index) implements Expression {}

  /** {@code start:stop:step} inside a subscript. */
  record Slice(@Nullable Expression start, @Nullable Expression stop, @Nullable Expression step)
      implements Expression {}

  /** {@code body if test else orElse}. */
  record Conditional(Expression test, Expression body, Expression orElse) implements Expression {}

  /**
   * A form that is parsed and never evaluated.
   *
   * @param form what it is: {@code lambda}, {@code list comprehension}, {@code set comprehension},
   *     {@code dict comprehension}, {@code generator expression}, {@code f-string}, {@code
   *     assignment expression}, {@code await} or {@code yield}
   * @param source its text as written
   */
  record Other(String form, String source) implements Expression {}
}
