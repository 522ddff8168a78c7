package org.sealflow.python.call.error;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * The keyword arguments of a call as written, so that an error can be traced to one of them.
 *
 * @param keywords in the order written; empty if the text is no call
 */
record WrittenCall(List<Expression.Keyword> keywords) {
  private static final WrittenCall NONE = new WrittenCall(List.of());

  /** The call a text is; without arguments where it is none. */
  static WrittenCall of(String text) {
    try {
      return ExpressionParser.parse(text) instanceof Expression.Call call
          ? new WrittenCall(call.keywords())
          : NONE;
    } catch (PyException malformed) {
      return NONE;
    }
  }

  /** Names of the arguments whose value is this bare name. */
  List<String> argumentsNaming(String name) {
    List<String> names = new ArrayList<>();
    for (Expression.Keyword keyword : keywords) {
      boolean same = keyword.value() instanceof Expression.Name value && value.id().equals(name);
      if (same && keyword.name() != null) {
        names.add(keyword.name());
      }
    }
    return names;
  }

  /**
   * Names of the arguments whose value stands in a message: those it quotes, or where it quotes
   * none those it holds as whole words.
   */
  List<String> argumentsQuotedIn(String message) {
    List<String> quoted = new ArrayList<>();
    List<String> mentioned = new ArrayList<>();
    for (Expression.Keyword keyword : keywords) {
      String name = keyword.name();
      if (name == null) {
        continue;
      }
      List<String> values = texts(keyword.value());
      if (values.stream().anyMatch(value -> message.contains("'" + value + "'"))) {
        quoted.add(name);
      } else if (values.stream().anyMatch(value -> holdsWord(message, value))) {
        mentioned.add(name);
      }
    }
    return quoted.isEmpty() ? mentioned : quoted;
  }

  /** How an error would write a value: its text, or the texts of its items. */
  private static List<String> texts(Expression value) {
    if (value instanceof Expression.Constant constant) {
      return List.of(text(constant));
    }
    if (value instanceof Expression.Unary unary
        && unary.operator().equals("-")
        && unary.operand() instanceof Expression.Constant constant) {
      return List.of("-" + text(constant));
    }
    List<String> texts = new ArrayList<>();
    if (value instanceof Expression.ListDisplay list) {
      list.items().forEach(item -> texts.addAll(texts(item)));
    }
    return texts;
  }

  private static String text(Expression.Constant constant) {
    return constant.value() instanceof String text
        ? text
        : Py.reprStart(constant.value(), Integer.MAX_VALUE);
  }

  /** A single letter is a word of any prose. */
  private static boolean holdsWord(String message, String value) {
    if (value.isBlank() || (value.length() == 1 && Character.isLetter(value.charAt(0)))) {
      return false;
    }
    for (int at = message.indexOf(value); at >= 0; at = message.indexOf(value, at + 1)) {
      if (isEdge(message, at) && isEdge(message, at + value.length())) {
        return true;
      }
    }
    return false;
  }

  /** Whether no word goes on across a position. */
  private static boolean isEdge(String text, int position) {
    return position == 0
        || position == text.length()
        || !Character.isLetterOrDigit(text.charAt(position - 1))
        || !Character.isLetterOrDigit(text.charAt(position));
  }
}
