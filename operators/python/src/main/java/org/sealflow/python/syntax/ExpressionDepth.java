package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.PyException;

/** Limits how deep an expression is nested: whatever walks over one recurses that deep. */
final class ExpressionDepth {
  /**
   * The deepest nesting that is parsed. Python's own limit lies near 3,000 and depends on what
   * calls it; beyond either the error is the same.
   */
  static final int MAX = 1000;

  private ExpressionDepth() {}

  /** The error of an expression that is nested too deeply. */
  static PyException exceeded() {
    return new PyException(
        PyException.Kind.RECURSION_ERROR, "maximum recursion depth exceeded during compilation");
  }

  /**
   * Checks the depth without recursion.
   *
   * @throws PyException RecursionError for an expression deeper than {@link #MAX}
   */
  static void require(Expression expression) {
    List<Expression> level = List.of(expression);
    for (int depth = 0; !level.isEmpty(); depth++) {
      if (depth > MAX) {
        throw exceeded();
      }
      List<Expression> below = new ArrayList<>();
      for (Expression parent : level) {
        below.addAll(Expressions.children(parent));
      }
      level = below;
    }
  }
}
