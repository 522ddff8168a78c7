package org.sealflow.tau.python;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;

/** The tokens of an arithmetic expression, and Python's words for a text that is none. */
final class ArithmeticTokens {
  private final String text;
  private int at;
  private int next;
  private @Nullable String token;

  ArithmeticTokens(String text) {
    this.text = text;
    advance();
  }

  boolean isEnd() {
    return token == null;
  }

  boolean at(String operator) {
    return operator.equals(token);
  }

  String take() {
    String taken = token;
    if (taken == null) {
      throw unexpected();
    }
    advance();
    return taken;
  }

  Object takeNumber() {
    if (token == null || !isNumeral(token)) {
      throw unexpected();
    }
    String numeral = take();
    if (numeral.indexOf('.') >= 0) {
      return Double.valueOf(numeral);
    }
    return PyNumbers.normalize(new BigInteger(numeral));
  }

  /** Python's error when the next token does not fit. */
  CallException unexpected() {
    return syntax(parenthesisProblem());
  }

  /** The last unclosed or the first unmatched parenthesis, if any, is named first. */
  private String parenthesisProblem() {
    int open = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '(') {
        open++;
      } else if (text.charAt(i) == ')') {
        open--;
        if (open < 0) {
          return "unmatched ')'";
        }
      }
    }
    return open > 0 && isEnd() ? "'(' was never closed" : "invalid syntax";
  }

  private void advance() {
    at = next;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    if (at == text.length()) {
      token = null;
      next = at;
      return;
    }
    next = numeralEnd(at);
    if (next == at) {
      next = at + operatorLength();
    }
    token = text.substring(at, next);
  }

  private int operatorLength() {
    if (text.startsWith("...", at)) {
      return 3;
    }
    return text.startsWith("**", at) || text.startsWith("//", at) ? 2 : 1;
  }

  private int numeralEnd(int start) {
    int digits = digitsEnd(start);
    boolean point = digits < text.length() && text.charAt(digits) == '.';
    int end = point ? digitsEnd(digits + 1) : digits;
    if (digits == start && end <= digits + 1) {
      return start;
    }
    String whole = text.substring(start, digits);
    if (!point && whole.length() > 1 && whole.charAt(0) == '0' && !whole.matches("0+")) {
      throw syntax(
          "leading zeros in decimal integer literals are not permitted; "
              + "use an 0o prefix for octal integers");
    }
    return end;
  }

  private int digitsEnd(int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static boolean isNumeral(String token) {
    char last = token.charAt(token.length() - 1);
    return (last >= '0' && last <= '9') || (last == '.' && token.charAt(0) != '.');
  }

  private static CallException syntax(String problem) {
    return CallException.arithmetic("SyntaxError", problem + " (<string>, line 1)");
  }
}
