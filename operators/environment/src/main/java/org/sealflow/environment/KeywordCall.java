package org.sealflow.environment;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * A call of a plain name with arguments that are literals, read from the text {@code
 * name(key=value, …)} in which logs and ground truths hold calls.
 *
 * @param tool the name
 * @param arguments its arguments by name, in the order written
 */
public record KeywordCall(String tool, PyDict arguments) {
  /**
   * Reads a call; nothing is executed.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static KeywordCall of(String text) {
    return of(text, (tool, position) -> null);
  }

  /**
   * Reads a call that may give arguments by position.
   *
   * @param parameters the name of a tool's parameter at a position, from 0; null if it has none
   * @throws IllegalArgumentException if the text is anything else
   */
  public static KeywordCall of(
      String text, BiFunction<String, Integer, @Nullable String> parameters) {
    try {
      if (ExpressionParser.parse(text) instanceof Expression.Call call
          && call.function() instanceof Expression.Name name) {
        return new KeywordCall(name.id(), arguments(name.id(), call, parameters));
      }
      throw PyException.valueError("it is no call of a plain name");
    } catch (PyException refused) {
      throw new IllegalArgumentException(
          "the call "
              + text
              + " cannot be written as JSON: "
              + refused.text()
              + "; expected a plain name with texts, numbers, lists and dicts",
          refused);
    }
  }

  /**
   * The call string (environment-protocol.md 5.3): {@code name(key=value, …)} with values as Python
   * writes them and names as they are. A name that is not a Python identifier makes the string an
   * invalid call.
   */
  public static String text(String tool, PyDict arguments) {
    StringJoiner call = new StringJoiner(", ", tool + "(", ")");
    for (PyDict.Entry argument : arguments.entries()) {
      call.add(Py.str(argument.key()) + "=" + Py.repr(argument.value()));
    }
    return call.toString();
  }

  /** The call as JSON: an object of {@code name} and {@code arguments}. */
  public String json() {
    return PyJson.dumps(PyDict.of("name", tool, "arguments", arguments));
  }

  /** The call as an answer has it. */
  public String block() {
    return "<tool_call>\n" + json() + "\n</tool_call>";
  }

  private static PyDict arguments(
      String tool, Expression.Call call, BiFunction<String, Integer, @Nullable String> parameters) {
    PyDict arguments = new PyDict();
    for (int i = 0; i < call.arguments().size(); i++) {
      String name = parameters.apply(tool, i);
      if (name == null) {
        throw PyException.valueError("no tool " + tool + " has a parameter " + (i + 1));
      }
      arguments.put(name, value(call.arguments().get(i)));
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

  private static Object value(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return writable(constant.value());
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

  /** A value that JSON has a form for; a complex number is none, nor are bytes. */
  private static Object writable(Object constant) {
    if (!(constant instanceof String)) {
      String unused = PyJson.dumps(constant);
    }
    return constant;
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
