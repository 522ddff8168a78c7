package org.sealflow.bfcl.task;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * Reads the long-context constants from the Python module of an official checkout ({@code
 * func_source_code/long_context.py}) without running it: only assignments of literals are read.
 */
public final class LongContextModule {
  private static final Set<String> SKIPPED_LINES = Set.of("import", "from", "pass");
  private static final Set<String> SKIPPED_BLOCKS = Set.of("def", "class", "async", "@");

  private final Map<String, Object> constants = new LinkedHashMap<>();

  private LongContextModule() {}

  /**
   * The constants of a module: name → Python value, in the order of their first assignment. {@code
   * ...} is {@code PyNone.ELLIPSIS}. Imports, docstrings, functions and classes are skipped.
   *
   * @throws IllegalArgumentException naming the line of the first statement that is anything else
   *     than the assignment of a literal to a name
   */
  public static Map<String, Object> parse(String moduleSource) {
    LongContextModule module = new LongContextModule();
    boolean skipping = false;
    for (PythonStatements.Statement statement : PythonStatements.split(moduleSource)) {
      if (!statement.indented()) {
        skipping = SKIPPED_BLOCKS.contains(firstWord(statement.text()));
      }
      if (!skipping) {
        module.read(statement);
      }
    }
    return Collections.unmodifiableMap(module.constants);
  }

  static IllegalArgumentException unreadable(int line, String found) {
    return new IllegalArgumentException(
        "the module of long-context constants cannot be read: line "
            + line
            + " has "
            + found
            + "; expected only assignments of literals to names");
  }

  private void read(PythonStatements.Statement statement) {
    String text = statement.text();
    if (statement.indented()) {
      throw unreadable(statement.line(), "an indented statement");
    }
    if (SKIPPED_LINES.contains(firstWord(text))) {
      return;
    }
    int equals = assignment(text);
    if (equals >= 0) {
      constants.put(firstWord(text), literal(text.substring(equals + 1).strip(), statement.line()));
    } else if (!isDocstring(text)) {
      throw unreadable(statement.line(), "a statement that is no assignment");
    }
  }

  private static Object literal(String source, int line) {
    try {
      return value(ExpressionParser.parse(source));
    } catch (PyException e) {
      throw unreadable(line, "a value that is no literal (" + reason(e) + ")");
    }
  }

  private static boolean isDocstring(String statement) {
    try {
      return ExpressionParser.parse(statement) instanceof Expression.Constant constant
          && constant.value() instanceof String;
    } catch (PyException e) {
      return false;
    }
  }

  /** Where the {@code =} of {@code NAME =} or {@code NAME: type =} stands, or -1. */
  private static int assignment(String text) {
    int at = firstWord(text).length();
    if (at == 0) {
      return -1;
    }
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (text.startsWith(":", at)) {
      at = text.indexOf('=', at);
    }
    return at >= 0 && text.startsWith("=", at) && !text.startsWith("==", at) ? at : -1;
  }

  /** The name a statement begins with, or {@code @}; empty if it begins with neither. */
  private static String firstWord(String text) {
    if (text.startsWith("@")) {
      return "@";
    }
    int end = 0;
    while (end < text.length()
        && (end == 0
            ? Character.isUnicodeIdentifierStart(text.charAt(end)) || text.charAt(end) == '_'
            : Character.isUnicodeIdentifierPart(text.charAt(end)))) {
      end++;
    }
    return text.substring(0, end);
  }

  /** The parser counts lines from the literal's own beginning, so its line number is cut off. */
  private static String reason(PyException e) {
    int place = e.text().lastIndexOf(" (<string>");
    return place < 0 ? e.text() : e.text().substring(0, place);
  }

  private static Object value(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return constant.value();
    }
    if (expression instanceof Expression.ListDisplay list) {
      return values(list.items());
    }
    if (expression instanceof Expression.TupleDisplay tuple) {
      return new PyTuple(values(tuple.items()).snapshot());
    }
    if (expression instanceof Expression.SetDisplay set) {
      return PySet.of(values(set.items()));
    }
    if (expression instanceof Expression.DictDisplay dict) {
      return entries(dict.entries());
    }
    if (expression instanceof Expression.Unary unary) {
      return signed(unary);
    }
    throw notLiteral(expression);
  }

  private static PyList values(List<Expression> expressions) {
    PyList values = new PyList();
    for (Expression expression : expressions) {
      values.add(value(expression));
    }
    return values;
  }

  private static PyDict entries(List<Expression.Entry> entries) {
    PyDict dict = new PyDict();
    for (Expression.Entry entry : entries) {
      Expression key = entry.key();
      if (key == null) {
        throw notLiteral(entry.value());
      }
      dict.put(value(key), value(entry.value()));
    }
    return dict;
  }

  private static Object signed(Expression.Unary unary) {
    Object operand = value(unary.operand());
    return switch (unary.operator()) {
      case "-" -> PyNumbers.negate(operand);
      case "+" -> PyNumbers.positive(operand);
      default -> throw notLiteral(unary);
    };
  }

  private static PyException notLiteral(Expression expression) {
    String what =
        expression instanceof Expression.Name name
            ? "name " + name.id()
            : expression instanceof Expression.Call
                ? "call"
                : expression instanceof Expression.Other other ? other.form() : "operation";
    return PyException.valueError("found " + what);
  }
}
