package org.sealflow.model.template.value;

import org.sealflow.python.PyNumbers;

/** The operators that compare two values. */
public enum ComparisonOperator {
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  IN("in"),
  NOT_IN("not in");

  private final String symbol;

  ComparisonOperator(String symbol) {
    this.symbol = symbol;
  }

  public boolean holds(Object a, Object b) {
    return switch (this) {
      case EQUAL -> Values.equal(a, b);
      case NOT_EQUAL -> !Values.equal(a, b);
      case IN -> Values.contains(b, a);
      case NOT_IN -> !Values.contains(b, a);
      case LESS -> isOrdered(a, b) && Values.compare(a, symbol, b) < 0;
      case LESS_OR_EQUAL -> isOrdered(a, b) && Values.compare(a, symbol, b) <= 0;
      case GREATER -> isOrdered(a, b) && Values.compare(a, symbol, b) > 0;
      case GREATER_OR_EQUAL -> isOrdered(a, b) && Values.compare(a, symbol, b) >= 0;
    };
  }

  /** NaN is neither less nor greater than anything. */
  private static boolean isOrdered(Object a, Object b) {
    return !PyNumbers.isNan(a) && !PyNumbers.isNan(b);
  }
}
