package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.syntax.Expression.Attribute;
import org.sealflow.python.syntax.Expression.Binary;
import org.sealflow.python.syntax.Expression.BoolOperation;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Comparison;
import org.sealflow.python.syntax.Expression.Conditional;
import org.sealflow.python.syntax.Expression.Constant;
import org.sealflow.python.syntax.Expression.DictDisplay;
import org.sealflow.python.syntax.Expression.Keyword;
import org.sealflow.python.syntax.Expression.ListDisplay;
import org.sealflow.python.syntax.Expression.Name;
import org.sealflow.python.syntax.Expression.Other;
import org.sealflow.python.syntax.Expression.SetDisplay;
import org.sealflow.python.syntax.Expression.Slice;
import org.sealflow.python.syntax.Expression.Starred;
import org.sealflow.python.syntax.Expression.Subscript;
import org.sealflow.python.syntax.Expression.TupleDisplay;
import org.sealflow.python.syntax.Expression.Unary;

/** The parts of expressions. */
public final class Expressions {
  private Expressions() {}

  /** The direct parts of an expression, in the order Python evaluates them. */
  public static List<Expression> children(Expression expression) {
    if (expression instanceof Constant
        || expression instanceof Name
        || expression instanceof Other) {
      return List.of();
    }
    if (expression instanceof Call call) {
      return childrenOf(call);
    }
    if (expression instanceof ListDisplay list) {
      return list.items();
    }
    if (expression instanceof TupleDisplay tuple) {
      return tuple.items();
    }
    if (expression instanceof SetDisplay set) {
      return set.items();
    }
    if (expression instanceof DictDisplay dict) {
      return childrenOf(dict);
    }
    if (expression instanceof Unary unary) {
      return List.of(unary.operand());
    }
    if (expression instanceof Binary binary) {
      return List.of(binary.left(), binary.right());
    }
    if (expression instanceof Subscript subscript) {
      return List.of(subscript.value(), subscript.index());
    }
    if (expression instanceof Starred starred) {
      return List.of(starred.value());
    }
    return childrenOfRefused(expression);
  }

  private static List<Expression> childrenOfRefused(Expression expression) {
    if (expression instanceof Attribute attribute) {
      return List.of(attribute.value());
    }
    if (expression instanceof BoolOperation operation) {
      return operation.operands();
    }
    if (expression instanceof Conditional conditional) {
      return List.of(conditional.test(), conditional.body(), conditional.orElse());
    }
    List<Expression> children = new ArrayList<>();
    if (expression instanceof Comparison comparison) {
      children.add(comparison.first());
      children.addAll(comparison.others());
    } else if (expression instanceof Slice slice) {
      addIfPresent(slice.start(), children);
      addIfPresent(slice.stop(), children);
      addIfPresent(slice.step(), children);
    }
    return children;
  }

  private static List<Expression> childrenOf(Call call) {
    List<Expression> children = new ArrayList<>();
    children.add(call.function());
    children.addAll(operandsOf(call));
    return children;
  }

  /** The argument expressions of a call, in the order Python evaluates them. */
  public static List<Expression> operandsOf(Call call) {
    List<Expression> operands = new ArrayList<>(call.arguments().size() + call.keywords().size());
    operands.addAll(call.arguments());
    for (Keyword keyword : call.keywords()) {
      operands.add(keyword.value());
    }
    return operands;
  }

  private static List<Expression> childrenOf(DictDisplay dict) {
    List<Expression> children = new ArrayList<>(2 * dict.entries().size());
    for (Expression.Entry entry : dict.entries()) {
      addIfPresent(entry.key(), children);
      children.add(entry.value());
    }
    return children;
  }

  private static void addIfPresent(@Nullable Expression expression, List<Expression> children) {
    if (expression != null) {
      children.add(expression);
    }
  }
}
