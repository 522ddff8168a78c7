package org.sealflow.python.call;

import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyNumeric;
import org.sealflow.python.PyObject;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Attribute;
import org.sealflow.python.syntax.Expression.Binary;
import org.sealflow.python.syntax.Expression.BoolOperation;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Comparison;
import org.sealflow.python.syntax.Expression.Conditional;
import org.sealflow.python.syntax.Expression.Constant;
import org.sealflow.python.syntax.Expression.DictDisplay;
import org.sealflow.python.syntax.Expression.ListDisplay;
import org.sealflow.python.syntax.Expression.Name;
import org.sealflow.python.syntax.Expression.Other;
import org.sealflow.python.syntax.Expression.SetDisplay;
import org.sealflow.python.syntax.Expression.Slice;
import org.sealflow.python.syntax.Expression.Starred;
import org.sealflow.python.syntax.Expression.Subscript;
import org.sealflow.python.syntax.Expression.TupleDisplay;
import org.sealflow.python.syntax.Expression.Unary;
import org.sealflow.python.syntax.Expressions;

/** Tells which forms of expressions are evaluated, and names the others. */
public final class Forms {
  private Forms() {}

  static boolean isEvaluated(Unary unary) {
    return switch (unary.operator()) {
      case "-", "+", "not" -> true;
      default -> false;
    };
  }

  static boolean isEvaluated(Binary binary) {
    return switch (binary.operator()) {
      case "+", "-", "*", "/", "//", "%", "**" -> true;
      default -> false;
    };
  }

  /** Identity is refused: it tells more of an interpreter than of a value. */
  static boolean isEvaluated(Comparison comparison) {
    for (String operator : comparison.operators()) {
      if (operator.equals("is") || operator.equals("is not")) {
        return false;
      }
    }
    return true;
  }

  /** Whether the form is evaluated, and some of its parts only where others say so. */
  static boolean isBranching(Expression expression) {
    return expression instanceof BoolOperation
        || expression instanceof Conditional
        || (expression instanceof Comparison comparison && isEvaluated(comparison));
  }

  /** Whether the form is evaluated with all its parts and calls nothing by itself. */
  static boolean isOperationOrDisplay(Expression expression) {
    if (expression instanceof Unary unary) {
      return isEvaluated(unary);
    }
    if (expression instanceof Binary binary) {
      return isEvaluated(binary);
    }
    return expression instanceof ListDisplay
        || expression instanceof TupleDisplay
        || expression instanceof SetDisplay
        || expression instanceof DictDisplay
        || expression instanceof Subscript
        || expression instanceof Starred;
  }

  /** Every literal but bytes, for which no simulator has a meaning. */
  static boolean isEvaluated(Constant constant) {
    return !(constant.value() instanceof PyObject) || constant.value() instanceof PyNumeric;
  }

  /** The parts of a branching or refused form that Python evaluates first in any case. */
  static List<Expression> evaluatedFirst(Expression form) {
    if (form instanceof Attribute attribute) {
      return List.of(attribute.value());
    }
    if (form instanceof Unary unary) {
      return List.of(unary.operand());
    }
    if (form instanceof Binary binary) {
      return List.of(binary.left(), binary.right());
    }
    if (form instanceof Comparison comparison) {
      return List.of(comparison.first(), comparison.others().get(0));
    }
    if (form instanceof BoolOperation operation) {
      return List.of(operation.operands().get(0));
    }
    if (form instanceof Conditional conditional) {
      return List.of(conditional.test());
    }
    return form instanceof Slice ? Expressions.children(form) : List.of();
  }

  /** Whether an expression is evaluated and reaches no method and no name nobody defined. */
  static boolean isClosed(Expression expression) {
    if (expression instanceof Constant constant) {
      return isEvaluated(constant);
    }
    if (expression instanceof Call call) {
      return Builtins.called(call) != null && areClosed(Expressions.operandsOf(call));
    }
    return (isOperationOrDisplay(expression) || isBranching(expression))
        && areClosed(Expressions.children(expression));
  }

  private static boolean areClosed(List<Expression> expressions) {
    for (Expression expression : expressions) {
      if (!isClosed(expression)) {
        return false;
      }
    }
    return true;
  }

  /** The words a refusal names a form by. */
  static String describe(Expression form) {
    if (form instanceof Name name) {
      return "name " + name.id();
    }
    if (form instanceof Attribute attribute) {
      return "attribute ." + attribute.name();
    }
    if (form instanceof Comparison comparison) {
      return "comparison " + String.join(" ", comparison.operators());
    }
    if (form instanceof Unary unary) {
      return "operator " + unary.operator();
    }
    if (form instanceof Binary binary) {
      return "operator " + binary.operator();
    }
    if (form instanceof Constant constant) {
      return Py.typeName(constant.value()) + " literal";
    }
    return form instanceof Other other ? other.form() : "slice";
  }
}
