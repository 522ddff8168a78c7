package org.sealflow.python.syntax;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Checks the content of a formatted string: its literal parts, expressions and format specs. */
final class FormattedString {
  /** Expressions in a format spec may have no format spec with expressions in turn. */
  private static final int MAX_NESTING = 2;

  private static final int MAX_BRACKETS = 200;

  private final SourceText source;
  private final String text;
  private final boolean raw;
  private final Consumer<SourceText> expressionCheck;
  private final int end;
  private int at;

  private FormattedString(
      SourceText source, StringLiteral literal, Consumer<SourceText> expressionCheck) {
    this.source = source;
    this.text = source.text();
    this.raw = literal.raw();
    this.expressionCheck = expressionCheck;
    this.at = literal.from();
    this.end = literal.to();
  }

  /**
   * Checks a formatted string.
   *
   * @param expressionCheck called for each expression in it, in order; throws what is wrong with it
   * @throws LiteralException for what is wrong outside the expressions
   */
  static void check(
      SourceText source, StringLiteral literal, Consumer<SourceText> expressionCheck) {
    new FormattedString(source, literal, expressionCheck).parts(0);
  }

  private static LiteralException error(String message) {
    return new LiteralException(message, false);
  }

  private static LiteralException unfinished() {
    return error("f-string: expecting '}'");
  }

  /** Literal parts and replacement fields up to the end, or the end of a format spec. */
  private void parts(int nesting) {
    while (true) {
      boolean doubledBrace = literalPart(nesting);
      if (doubledBrace) {
        continue;
      }
      if (at >= end || text.charAt(at) == '}') {
        break;
      }
      replacementField(nesting);
    }
    if (nesting > 0 && at >= end) {
      throw unfinished();
    }
  }

  /** Reads up to a brace or the end; answers whether a doubled brace ended it. */
  private boolean literalPart(int nesting) {
    int start = at;
    while (at < end) {
      char c = text.charAt(at++);
      if (!raw && c == '\\' && at < end) {
        c = text.charAt(at++);
        if (c == 'N') {
          skipCharacterName();
          continue;
        }
      }
      if (c != '{' && c != '}') {
        continue;
      }
      if (nesting == 0 && at < end && text.charAt(at) == c) {
        decode(start, at);
        at++;
        return true;
      }
      if (nesting == 0 && c == '}') {
        throw error("f-string: single '}' is not allowed");
      }
      at--;
      break;
    }
    decode(start, at);
    return false;
  }

  /** The braces of {@code \N{…}} hold no expression. */
  private void skipCharacterName() {
    if (at >= end || text.charAt(at++) != '{') {
      return;
    }
    int close = text.indexOf('}', at);
    at = close < 0 || close >= end ? end : close + 1;
  }

  private void decode(int from, int to) {
    if (!raw) {
      Escapes.decode(text.substring(from, to));
    }
  }

  /** A field; the position is at its opening brace. */
  private void replacementField(int nesting) {
    if (nesting >= MAX_NESTING) {
      throw error("f-string: expressions nested too deeply");
    }
    int brace = at;
    at++;
    skipExpression();
    if (at >= end) {
      throw unfinished();
    }
    checkExpression(brace);
    if (text.charAt(at) == '=') {
      skipEqualSign();
    }
    if (at < end && text.charAt(at) == '!') {
      conversion();
    }
    if (at < end && text.charAt(at) == ':') {
      at++;
      if (at >= end) {
        throw unfinished();
      }
      parts(nesting + 1);
    }
    if (at >= end || text.charAt(at) != '}') {
      throw unfinished();
    }
    at++;
  }

  private void skipEqualSign() {
    do {
      at++;
    } while (at < end && (text.charAt(at) == ' ' || isControlBlank(text.charAt(at))));
  }

  private static boolean isControlBlank(char c) {
    return c >= '\t' && c <= '\r';
  }

  private void conversion() {
    at++;
    if (at >= end) {
      throw unfinished();
    }
    char c = text.charAt(at++);
    if (c != 's' && c != 'r' && c != 'a') {
      throw error("f-string: invalid conversion character: expected 's', 'r', or 'a'");
    }
  }

  /** Finds the end of an expression: a sign outside brackets and strings that cannot be in it. */
  private void skipExpression() {
    Deque<Character> brackets = new ArrayDeque<>();
    while (at < end) {
      char c = text.charAt(at);
      if (c == '\\') {
        throw error("f-string expression part cannot include a backslash");
      }
      if (c == '\'' || c == '"') {
        skipString(c);
        continue;
      }
      if (c == '#') {
        throw error("f-string expression part cannot include '#'");
      }
      if (c == '(' || c == '[' || c == '{') {
        open(brackets, c);
      } else if (brackets.isEmpty() && endsExpression(c)) {
        return;
      } else if (c == ')' || c == ']' || c == '}') {
        close(brackets, c);
      }
      at++;
    }
    if (!brackets.isEmpty()) {
      throw error("f-string: unmatched '" + brackets.peek() + "'");
    }
  }

  /** A string inside an expression; only its quotes are looked at. */
  private void skipString(char quote) {
    boolean triple = text.startsWith(String.valueOf(quote).repeat(3), at) && at + 2 < end;
    String closing = String.valueOf(quote).repeat(triple ? 3 : 1);
    at += closing.length();
    while (at < end) {
      if (text.charAt(at) == '\\') {
        throw error("f-string expression part cannot include a backslash");
      }
      if (text.startsWith(closing, at) && at + closing.length() <= end) {
        at += closing.length();
        return;
      }
      at++;
    }
    throw error("f-string: unterminated string");
  }

  private static void open(Deque<Character> brackets, char c) {
    if (brackets.size() >= MAX_BRACKETS) {
      throw error("f-string: too many nested parenthesis");
    }
    brackets.push(c);
  }

  private static void close(Deque<Character> brackets, char c) {
    if (brackets.isEmpty()) {
      throw error("f-string: unmatched '" + c + "'");
    }
    char opening = brackets.pop();
    boolean match =
        (opening == '(' && c == ')')
            || (opening == '[' && c == ']')
            || (opening == '{' && c == '}');
    if (!match) {
      throw error(
          "f-string: closing parenthesis '"
              + c
              + "' does not match opening parenthesis '"
              + opening
              + "'");
    }
  }

  /** Whether a sign outside brackets ends the expression; comparison signs are passed over. */
  private boolean endsExpression(char c) {
    if (c == '!' || c == '=' || c == '<' || c == '>') {
      if (at + 1 < end && text.charAt(at + 1) == '=') {
        at++;
        return false;
      }
      return c == '!' || c == '=';
    }
    return c == ':' || c == '}';
  }

  private void checkExpression(int brace) {
    String expression = text.substring(brace + 1, at);
    if (expression.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\f')) {
      char sign = text.charAt(at);
      throw error(
          sign == '}'
              ? "f-string: empty expression not allowed"
              : "f-string: expression required before '" + sign + "'");
    }
    expressionCheck.accept(
        new SourceText(
            "(" + expression + ")", source.lineAt(brace) - 1, source.base() + brace, true));
  }
}
