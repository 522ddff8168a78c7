package org.sealflow.bfcl.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.python.PyException;

/** How deep an expression is nested: whatever walks over one recurses that deep. */
final class ExpressionDepth {
  private ExpressionDepth() {}

  /** The error of an expression that is nested too deeply. */
  static PyException exceeded() {
    return new PyException(
        PyException.Kind.RECURSION_ERROR, "maximum recursion depth exceeded during compilation");
  }

  /**
   * Checks the depth without recursion.
   *
   * @throws PyException RecursionError for an expression deeper than the maximum
   */
  static void require(Expression expression, int maximum) {
    Deque<Expression> level = new ArrayDeque<>(List.of(expression));
    for (int depth = 0; !level.isEmpty(); depth++) {
      if (depth > maximum) {
        throw exceeded();
      }
      Deque<Expression> below = new ArrayDeque<>();
      level.forEach(parent -> below.addAll(children(parent)));
      level = below;
    }
  }

  private static List<Expression> children(Expression parent) {
    List<Expression> children = new ArrayList<>();
    if (parent instanceof Expression.Call call) {
      children.add(call.function());
      children.addAll(call.arguments());
      call.keywords().forEach(keyword -> children.add(keyword.value()));
    } else if (parent instanceof Expression.Attribute attribute) {
      children.add(attribute.value());
    } else if (parent instanceof Expression.Subscript subscript) {
      children.add(subscript.value());
      children.add(subscript.index());
    } else if (parent instanceof Expression.Slice slice) {
      addPresent(children, slice.start());
      addPresent(children, slice.stop());
      addPresent(children, slice.step());
    } else if (parent instanceof Expression.Starred starred) {
      children.add(starred.value());
    } else if (parent instanceof Expression.DictDisplay dict) {
      for (Expression.Entry entry : dict.entries()) {
        addPresent(children, entry.key());
        children.add(entry.value());
      }
    } else if (parent instanceof Expression.ListDisplay list) {
      children.addAll(list.items());
    } else if (parent instanceof Expression.TupleDisplay tuple) {
      children.addAll(tuple.items());
    } else if (parent instanceof Expression.SetDisplay set) {
      children.addAll(set.items());
    } else {
      addOperands(children, parent);
    }
    return children;
  }

  private static void addOperands(List<Expression> children, Expression parent) {
    if (parent instanceof Expression.Unary unary) {
      children.add(unary.operand());
    } else if (parent instanceof Expression.Binary binary) {
      children.add(binary.left());
      children.add(binary.right());
    } else if (parent instanceof Expression.BoolOperation operation) {
      children.addAll(operation.operands());
    } else if (parent instanceof Expression.Comparison comparison) {
      children.add(comparison.first());
      children.addAll(comparison.others());
    } else if (parent instanceof Expression.Conditional conditional) {
      children.add(conditional.test());
      children.add(conditional.body());
      children.add(conditional.orElse());
    }
  }

  private static void addPresent(List<Expression> children, @Nullable Expression child) {
    if (child != null) {
      children.add(child);
    }
  }
}
