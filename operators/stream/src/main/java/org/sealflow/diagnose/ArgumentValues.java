package org.sealflow.diagnose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyTuple;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * Compares arguments, given as Python writes them, the way Python compares their values: {@code
 * [100]} and {@code [100.0]} are the same.
 */
final class ArgumentValues {
  private ArgumentValues() {}

  /** Whether both are the same value; null stands for no argument. */
  static boolean same(@Nullable String a, @Nullable String b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    if (a.equals(b)) {
      return true;
    }
    if (isText(a) || isText(b)) {
      return false;
    }
    Object left = value(a);
    Object right = value(b);
    return left != null && right != null && Py.same(left, right);
  }

  /** A text is written in one way only. */
  private static boolean isText(String repr) {
    return repr.startsWith("'") || repr.startsWith("\"");
  }

  private static @Nullable Object value(String repr) {
    try {
      return value(ExpressionParser.parse(repr));
    } catch (PyException noLiteral) {
      return null;
    }
  }

  /** Null for what is no number, text, list, tuple or mapping of them. */
  private static @Nullable Object value(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return constant.value();
    }
    if (expression instanceof Expression.Unary unary && unary.operator().equals("-")) {
      Object operand = value(unary.operand());
      return operand == null ? null : PyNumbers.subtract(0L, operand);
    }
    if (expression instanceof Expression.ListDisplay list) {
      return items(list.items());
    }
    if (expression instanceof Expression.TupleDisplay tuple) {
      PyList items = items(tuple.items());
      return items == null ? null : new PyTuple(items.snapshot());
    }
    return expression instanceof Expression.DictDisplay dict ? mapping(dict) : null;
  }

  private static @Nullable PyList items(List<Expression> expressions) {
    PyList items = new PyList();
    for (Expression expression : expressions) {
      Object item = value(expression);
      if (item == null) {
        return null;
      }
      items.add(item);
    }
    return items;
  }

  private static @Nullable PyDict mapping(Expression.DictDisplay display) {
    PyDict mapping = new PyDict();
    for (Expression.Entry entry : display.entries()) {
      Expression name = entry.key();
      Object key = name == null ? null : value(name);
      Object value = value(entry.value());
      if (key == null || value == null) {
        return null;
      }
      mapping.put(key, value);
    }
    return mapping;
  }
}
