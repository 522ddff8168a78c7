package org.sealflow.python.syntax;

import org.sealflow.python.PyNone;

/** The names that Python's errors give to expressions that cannot be assigned to. */
final class ExpressionNames {
  private ExpressionNames() {}

  /** The name of a well-formed expression, without its brackets if it is in some. */
  static String of(String source) {
    return of(ExpressionParser.parseTree("(" + source + "\n)"));
  }

  static String of(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return ofConstant(constant.value());
    }
    if (expression instanceof Expression.Other other) {
      return ofForm(other.form());
    }
    if (expression instanceof Expression.Name) {
      return "name";
    }
    if (expression instanceof Expression.Call) {
      return "function call";
    }
    if (expression instanceof Expression.Attribute) {
      return "attribute";
    }
    if (expression instanceof Expression.Subscript) {
      return "subscript";
    }
    if (expression instanceof Expression.Starred) {
      return "starred";
    }
    if (expression instanceof Expression.Comparison) {
      return "comparison";
    }
    if (expression instanceof Expression.Conditional) {
      return "conditional expression";
    }
    return ofDisplay(expression);
  }

  private static String ofConstant(Object value) {
    if (value == PyNone.NONE) {
      return "None";
    }
    if (value == PyNone.ELLIPSIS) {
      return "ellipsis";
    }
    if (value instanceof Boolean bool) {
      return bool ? "True" : "False";
    }
    return "literal";
  }

  private static String ofForm(String form) {
    return switch (form) {
      case "f-string" -> "f-string expression";
      case "assignment expression" -> "named expression";
      case "await" -> "await expression";
      case "yield" -> "yield expression";
      default -> form;
    };
  }

  private static String ofDisplay(Expression expression) {
    if (expression instanceof Expression.ListDisplay) {
      return "list";
    }
    if (expression instanceof Expression.TupleDisplay) {
      return "tuple";
    }
    if (expression instanceof Expression.DictDisplay) {
      return "dict literal";
    }
    return expression instanceof Expression.SetDisplay ? "set display" : "expression";
  }
}
