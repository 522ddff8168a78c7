package org.sealflow.python.call;

import org.sealflow.python.Py;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PySet;

/** The operators that are evaluated, on values. */
final class Operations {
  private Operations() {}

  static Object unary(String operator, Object operand) {
    return switch (operator) {
      case "-" -> PyNumbers.negate(operand);
      case "+" -> PyNumbers.positive(operand);
      case "not" -> !Py.isTrue(operand);
      default -> throw new IllegalArgumentException("no evaluated operator: " + operator);
    };
  }

  static Object binary(String operator, Object left, Object right) {
    return switch (operator) {
      case "+" -> PyNumbers.add(left, right);
      case "-" -> PyNumbers.subtract(left, right);
      case "*" -> PyNumbers.multiply(left, right);
      case "/" -> PyNumbers.divide(left, right);
      case "//" -> PyNumbers.floorDivide(left, right);
      case "%" -> modulo(left, right);
      case "**" -> PyNumbers.power(left, right);
      default -> throw new IllegalArgumentException("no evaluated operator: " + operator);
    };
  }

  private static Object modulo(Object left, Object right) {
    if (left instanceof String) {
      throw new UnsupportedExpressionException("text formatting with %");
    }
    return PyNumbers.modulo(left, right);
  }

  static boolean comparison(String operator, Object left, Object right) {
    return switch (operator) {
      case "==" -> Py.eq(left, right);
      case "!=" -> !Py.eq(left, right);
      case "in" -> Py.contains(right, left);
      case "not in" -> !Py.contains(right, left);
      case "<" -> compare(left, Py.Order.LESS, right);
      case "<=" -> compare(left, Py.Order.LESS_OR_EQUAL, right);
      case ">" -> compare(left, Py.Order.GREATER, right);
      case ">=" -> compare(left, Py.Order.GREATER_OR_EQUAL, right);
      default -> throw new IllegalArgumentException("no evaluated operator: " + operator);
    };
  }

  /** Order of two values; sets, which Python orders by inclusion, are refused. */
  static boolean compare(Object left, Py.Order order, Object right) {
    if (left instanceof PySet && right instanceof PySet) {
      throw new UnsupportedExpressionException("order of sets");
    }
    return Py.compare(left, order, right);
  }
}
