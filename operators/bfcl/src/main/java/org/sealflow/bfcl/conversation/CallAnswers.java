package org.sealflow.bfcl.conversation;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.call.Expression;
import org.sealflow.python.call.ExpressionParser;
import org.sealflow.python.call.Method;

/**
 * Writes call strings as a policy writes tool calls: the way back from the ground truth's calls to
 * an answer whose execution does the same.
 */
public final class CallAnswers {
  private CallAnswers() {}

  /**
   * The answer that makes some calls: one {@code <tool_call>} block each, on lines of their own;
   * empty for no call, which ends a turn.
   *
   * @param calls calls of a plain name with arguments that JSON has a form for; positional ones get
   *     the names of the simulator's parameters
   * @throws IllegalArgumentException if a call is anything else
   */
  public static String of(List<String> calls) {
    List<String> blocks = new ArrayList<>(calls.size());
    for (String call : calls) {
      blocks.add("<tool_call>\n" + json(call) + "\n</tool_call>");
    }
    return String.join("\n", blocks);
  }

  private static String json(String source) {
    try {
      if (ExpressionParser.parse(source) instanceof Expression.Call call
          && call.function() instanceof Expression.Name name) {
        return PyJson.dumps(PyDict.of("name", name.id(), "arguments", arguments(name.id(), call)));
      }
      throw PyException.valueError("it is no call of a plain name");
    } catch (PyException refused) {
      throw new IllegalArgumentException(
          "the call "
              + source
              + " cannot be written as JSON: "
              + refused.text()
              + "; expected a plain name with texts, numbers, lists and dicts",
          refused);
    }
  }

  private static PyDict arguments(String tool, Expression.Call call) {
    PyDict arguments = new PyDict();
    for (int i = 0; i < call.arguments().size(); i++) {
      arguments.put(parameter(tool, i), value(call.arguments().get(i)));
    }
    for (Expression.Keyword keyword : call.keywords()) {
      String name = keyword.name();
      if (name == null) {
        throw PyException.valueError("it unpacks a dict");
      }
      arguments.put(name, value(keyword.value()));
    }
    return arguments;
  }

  private static String parameter(String tool, int position) {
    SimulatorClass<?> type = Simulators.withMethod(tool);
    Method<?> method = type == null ? null : type.method(tool);
    if (method == null || position >= method.parameters().size()) {
      throw PyException.valueError("no tool " + tool + " has a parameter " + (position + 1));
    }
    return method.parameters().get(position).name();
  }

  private static Object value(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return constant.value();
    }
    if (expression instanceof Expression.ListDisplay list) {
      return values(list.items());
    }
    if (expression instanceof Expression.DictDisplay dict) {
      return entries(dict.entries());
    }
    if (expression instanceof Expression.Unary unary && unary.operator().equals("-")) {
      return PyNumbers.negate(value(unary.operand()));
    }
    throw PyException.valueError("an argument is no literal");
  }

  private static PyList values(List<Expression> expressions) {
    PyList values = new PyList();
    expressions.forEach(expression -> values.add(value(expression)));
    return values;
  }

  private static PyDict entries(List<Expression.Entry> entries) {
    PyDict dict = new PyDict();
    for (Expression.Entry entry : entries) {
      Expression key = entry.key();
      if (key == null || !(value(key) instanceof String text)) {
        throw PyException.valueError("a dict has a key that is no text");
      }
      dict.put(text, value(entry.value()));
    }
    return dict;
  }
}
