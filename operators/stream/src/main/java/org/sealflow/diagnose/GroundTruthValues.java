package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/** The values that a ground-truth call passes: what a policy must never be told. */
public final class GroundTruthValues {
  private GroundTruthValues() {}

  /**
   * The texts of the literals a call passes, those inside lists, dictionaries and inner calls
   * included. A text that cannot be parsed as a call passes nothing: the benchmark could not
   * execute it either.
   */
  public static List<String> of(String call) {
    List<String> values = new ArrayList<>();
    try {
      if (ExpressionParser.parse(call) instanceof Expression.Call parsed) {
        add(parsed, values);
      }
    } catch (PyException malformed) {
      return List.of();
    }
    return values;
  }

  private static void add(Expression expression, List<String> values) {
    if (expression instanceof Expression.Constant constant) {
      values.add(Py.str(constant.value()));
    } else if (expression instanceof Expression.Call call) {
      call.arguments().forEach(argument -> add(argument, values));
      call.keywords().forEach(keyword -> add(keyword.value(), values));
    } else if (expression instanceof Expression.ListDisplay list) {
      list.items().forEach(item -> add(item, values));
    } else if (expression instanceof Expression.TupleDisplay tuple) {
      tuple.items().forEach(item -> add(item, values));
    } else if (expression instanceof Expression.SetDisplay set) {
      set.items().forEach(item -> add(item, values));
    } else if (expression instanceof Expression.DictDisplay dict) {
      dict.entries().forEach(entry -> add(entry, values));
    } else if (expression instanceof Expression.Unary unary) {
      add(unary.operand(), values);
    } else if (expression instanceof Expression.Starred starred) {
      add(starred.value(), values);
    } else if (expression instanceof Expression.Binary binary) {
      add(binary.left(), values);
      add(binary.right(), values);
    }
  }

  private static void add(Expression.Entry entry, List<String> values) {
    Expression key = entry.key();
    if (key != null) {
      add(key, values);
    }
    add(entry.value(), values);
  }
}
