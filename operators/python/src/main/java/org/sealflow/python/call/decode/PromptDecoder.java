package org.sealflow.python.call.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyStrings;
import org.sealflow.python.PyTuple;
import org.sealflow.python.call.Evaluator;
import org.sealflow.python.call.UnsupportedExpressionException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;
import org.sealflow.python.syntax.ExpressionText;

/**
 * Decodes the step of a prompting model: the text of a list of calls becomes call strings anew
 * (tasks-and-checker.md section 4.2). The reference loses and bends much on the way, and so does
 * this: positional arguments vanish, bare names become texts, a plus sign becomes a minus.
 */
public final class PromptDecoder {
  private PromptDecoder() {}

  /**
   * The call strings of a step, {@code name(key=value, key=value)}.
   *
   * @throws UndecodableException if the text is no list of calls, or an argument has no rendering
   */
  public static List<String> decode(String step) {
    try {
      List<PyDict> calls = new ArrayList<>();
      for (Expression item : items(ExpressionParser.parseTree(bracketed(step)))) {
        if (!(item instanceof Expression.Call call)) {
          throw new UndecodableException(
              "AssertionError", "not a call: " + ExpressionText.of(item));
        }
        calls.add(call(call));
      }
      List<String> rendered = new ArrayList<>(calls.size());
      for (PyDict call : calls) {
        PyDict.Entry only = call.entries().get(0);
        rendered.add(renderCall(only.key(), (PyDict) only.value()));
      }
      return rendered;
    } catch (PyException raised) {
      throw new UndecodableException(typeName(raised), raised.text());
    } catch (PyLimitException tooLarge) {
      throw new UndecodableException("MemoryError", String.valueOf(tooLarge.getMessage()));
    } catch (UnsupportedExpressionException refused) {
      throw new UndecodableException("Exception", String.valueOf(refused.getMessage()));
    }
  }

  private static String typeName(PyException raised) {
    boolean indentation =
        raised.kind() == PyException.Kind.SYNTAX_ERROR
            && raised.text().startsWith("unexpected indent ");
    return indentation ? "IndentationError" : raised.kind().pythonName();
  }

  private static String bracketed(String step) {
    String stripped = PyStrings.strip(step, "`\n ");
    String opened = stripped.startsWith("[") ? stripped : "[" + stripped;
    return opened.endsWith("]") ? opened : opened + "]";
  }

  private static List<Expression> items(Expression tree) {
    if (tree instanceof Expression.ListDisplay list) {
      return list.items();
    }
    if (tree instanceof Expression.TupleDisplay tuple) {
      return tuple.items();
    }
    throw new UndecodableException("AttributeError", "not a list: " + ExpressionText.of(tree));
  }

  /** A dict of the function name to a dict of the keyword arguments. */
  private static PyDict call(Expression.Call call) {
    PyDict arguments = new PyDict();
    for (Expression.Keyword keyword : call.keywords()) {
      Object name = keyword.name() == null ? PyNone.NONE : keyword.name();
      arguments.put(name, value(keyword.value()));
    }
    return PyDict.of(dottedName(call.function()), arguments);
  }

  /** The names before the parentheses; what stands before them and is no name is lost. */
  private static String dottedName(Expression function) {
    StringBuilder name = new StringBuilder();
    Expression part = function;
    for (; part instanceof Expression.Attribute attribute; part = attribute.value()) {
      name.insert(0, name.length() == 0 ? attribute.name() : attribute.name() + ".");
    }
    if (part instanceof Expression.Name root) {
      name.insert(0, name.length() == 0 ? root.id() : root.id() + ".");
    }
    return name.toString();
  }

  private static Object value(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return constant.value() == PyNone.ELLIPSIS ? "..." : constant.value();
    }
    if (expression instanceof Expression.Unary unary) {
      return negated(unary.operand());
    }
    if (expression instanceof Expression.ListDisplay list) {
      return new PyList(values(list.items()));
    }
    if (expression instanceof Expression.TupleDisplay tuple) {
      return new PyTuple(values(tuple.items()));
    }
    if (expression instanceof Expression.DictDisplay dict) {
      return dict(dict);
    }
    if (expression instanceof Expression.Binary binary) {
      return Evaluator.ofLiterals().evaluate(binary);
    }
    if (expression instanceof Expression.Name name) {
      return name.id();
    }
    if (expression instanceof Expression.Call call) {
      return call.keywords().isEmpty() ? ExpressionText.of(call) : call(call);
    }
    if (expression instanceof Expression.Subscript subscript) {
      return ExpressionText.of(subscript.value())
          + "["
          + ExpressionText.of(subscript.index())
          + "]";
    }
    boolean lambda = expression instanceof Expression.Other other && other.form().equals("lambda");
    throw new UndecodableException(
        lambda ? "TypeError" : "Exception", "no argument: " + ExpressionText.of(expression));
  }

  private static List<Object> values(List<Expression> expressions) {
    List<Object> values = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      values.add(value(expression));
    }
    return values;
  }

  private static PyDict dict(Expression.DictDisplay display) {
    PyDict dict = new PyDict();
    for (Expression.Entry entry : display.entries()) {
      if (entry.key() == null) {
        throw new UndecodableException("Exception", "unpacking in a dict");
      }
      Object key = value(entry.key());
      dict.put(key, value(entry.value()));
    }
    return dict;
  }

  /** Every sign in front of a value, {@code not} too, is taken for a minus. */
  private static Object negated(Expression operand) {
    if (operand instanceof Expression.Constant constant) {
      return PyNumbers.negate(constant.value());
    }
    throw new UndecodableException(
        hasValue(operand) ? "TypeError" : "AttributeError",
        "a sign before " + ExpressionText.of(operand));
  }

  /** Whether the reference finds something to negate, though nothing that can be negated. */
  private static boolean hasValue(Expression operand) {
    if (operand instanceof Expression.Other other) {
      return switch (other.form()) {
        case "await", "yield", "assignment expression", "dict comprehension" -> true;
        default -> false;
      };
    }
    return operand instanceof Expression.Attribute || operand instanceof Expression.Subscript;
  }

  private static String renderCall(Object name, PyDict arguments) {
    StringJoiner call = new StringJoiner(", ", Py.str(name) + "(", ")");
    for (PyDict.Entry argument : arguments.entries()) {
      call.add(Py.str(argument.key()) + "=" + render(argument.value()));
    }
    return call.toString();
  }

  private static String render(Object value) {
    if (!(value instanceof PyDict dict)) {
      return Py.repr(value);
    }
    if (dict.isEmpty()) {
      throw new UndecodableException("IndexError", "an empty dict");
    }
    PyDict.Entry first = dict.entries().get(0);
    if (holdsOnlyDicts(dict) && first.value() instanceof PyDict arguments) {
      return renderCall(first.key(), arguments);
    }
    StringJoiner entries = new StringJoiner(", ", "{", "}");
    for (PyDict.Entry entry : dict.entries()) {
      entries.add("'" + Py.str(entry.key()) + "': " + render(entry.value()));
    }
    return entries.toString();
  }

  private static boolean holdsOnlyDicts(PyDict dict) {
    for (Object value : dict.values()) {
      if (!(value instanceof PyDict)) {
        return false;
      }
    }
    return true;
  }
}
