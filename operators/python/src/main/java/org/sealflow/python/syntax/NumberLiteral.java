package org.sealflow.python.syntax;

import java.math.BigInteger;
import org.sealflow.python.PyComplex;
import org.sealflow.python.PyNumbers;

/** The number literals of Python: where one ends, which spellings are errors, what it is worth. */
final class NumberLiteral {
  /** Python refuses longer decimal ints. */
  private static final int MAX_DIGITS = 4300;

  private final SourceText source;
  private final String text;
  private int at;

  private NumberLiteral(SourceText source, int start) {
    this.source = source;
    this.text = source.text();
    this.at = start;
  }

  /**
   * The end of the literal that begins at a digit, or at a point followed by a digit.
   *
   * @throws org.sealflow.python.PyException SyntaxError for a malformed number
   */
  static int end(SourceText source, int start) {
    NumberLiteral number = new NumberLiteral(source, start);
    number.scan();
    return number.at;
  }

  private char current() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private char following() {
    return at + 1 < text.length() ? text.charAt(at + 1) : '\0';
  }

  private void scan() {
    if (current() != '0') {
      scanDecimal();
      return;
    }
    switch (following()) {
      case 'x', 'X' -> scanBased(16, "hexadecimal");
      case 'o', 'O' -> scanBased(8, "octal");
      case 'b', 'B' -> scanBased(2, "binary");
      default -> scanLeadingZero();
    }
  }

  private void scanBased(int base, String kind) {
    at += 2;
    do {
      if (current() == '_') {
        at++;
      }
      if (Character.digit(current(), base) < 0 || current() >= 0x80) {
        throw source.error(
            base < 16 && isDigit(current()) ? wrongDigit(kind) : "invalid " + kind + " literal",
            at);
      }
      while (Character.digit(current(), base) >= 0 && current() < 0x80) {
        at++;
      }
    } while (current() == '_');
    if (isDigit(current())) {
      throw source.error(wrongDigit(kind), at);
    }
    requireEnd(kind);
  }

  private String wrongDigit(String kind) {
    return "invalid digit '" + current() + "' in " + kind + " literal";
  }

  /** Zeros stand for zero; other digits may follow them in a float or a complex number only. */
  private void scanLeadingZero() {
    int start = at;
    digits();
    char c = current();
    if (c == '.' || c == 'e' || c == 'E' || c == 'j' || c == 'J') {
      scanAfterDigits();
      return;
    }
    for (int i = start; i < at; i++) {
      if (text.charAt(i) != '0' && text.charAt(i) != '_') {
        throw source.error(
            "leading zeros in decimal integer literals are not permitted;"
                + " use an 0o prefix for octal integers",
            start);
      }
    }
    requireEnd("decimal");
  }

  private void scanDecimal() {
    if (current() != '.') {
      digits();
    }
    scanAfterDigits();
  }

  private void scanAfterDigits() {
    if (current() == '.') {
      at++;
      if (isDigit(current())) {
        digits();
      }
    }
    if (current() == 'e' || current() == 'E') {
      boolean signed = following() == '+' || following() == '-';
      int digitsAt = at + (signed ? 2 : 1);
      if (digitsAt >= text.length() || !isDigit(text.charAt(digitsAt))) {
        requireNoExponent(signed);
        return;
      }
      at = digitsAt;
      digits();
    }
    if (current() == 'j' || current() == 'J') {
      at++;
      requireEnd("imaginary");
    } else {
      requireEnd("decimal");
    }
  }

  /** An {@code e} without digits: part of a word such as {@code else}, or an error. */
  private void requireNoExponent(boolean signed) {
    if (signed) {
      throw source.error("invalid decimal literal", at);
    }
    requireEnd("decimal");
  }

  private void digits() {
    while (true) {
      while (isDigit(current())) {
        at++;
      }
      if (current() != '_') {
        return;
      }
      at++;
      if (!isDigit(current())) {
        throw source.error("invalid decimal literal", at);
      }
    }
  }

  /** A word may follow a number directly only where it is an operator, as in {@code 1or 2}. */
  private void requireEnd(String kind) {
    char c = current();
    if (c < 0x80 && Tokenizer.isWordCharacter(c) && !operatorFollows()) {
      throw source.error("invalid " + kind + " literal", at);
    }
  }

  private boolean operatorFollows() {
    return isWord("and")
        || isWord("else")
        || isWord("for")
        || isWord("or")
        || isWord("not")
        // Of these Python looks at two letters only.
        || text.startsWith("if", at)
        || text.startsWith("in", at)
        || text.startsWith("is", at);
  }

  private boolean isWord(String word) {
    int end = at + word.length();
    return text.startsWith(word, at)
        && (end == text.length() || !Tokenizer.isWordCharacter(text.charAt(end)));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * The value of a well-formed literal: {@code Long}, {@code BigInteger}, {@code Double} or {@link
   * PyComplex}.
   *
   * @throws LiteralException for a decimal int of more than 4,300 digits
   */
  static Object value(String source, int start, int end) {
    if (end - start <= 18) {
      long small = smallInt(source, start, end);
      if (small >= 0) {
        return small;
      }
    }
    String literal = source.substring(start, end).replace("_", "");
    char last = literal.charAt(literal.length() - 1);
    int base = base(literal);
    if (base != 10) {
      return PyNumbers.normalize(new BigInteger(literal.substring(2), base));
    }
    if (last == 'j' || last == 'J') {
      return new PyComplex(0, Double.parseDouble(literal.substring(0, literal.length() - 1)));
    }
    if (isFloat(literal)) {
      return Double.valueOf(literal);
    }
    requireFewDigits(literal);
    return PyNumbers.normalize(new BigInteger(literal));
  }

  /** The value of up to 18 plain digits, or -1 where there is anything else. */
  private static long smallInt(String source, int start, int end) {
    long value = 0;
    for (int i = start; i < end; i++) {
      char c = source.charAt(i);
      if (!isDigit(c)) {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  private static int base(String literal) {
    if (literal.length() < 2 || literal.charAt(0) != '0') {
      return 10;
    }
    return switch (literal.charAt(1)) {
      case 'x', 'X' -> 16;
      case 'o', 'O' -> 8;
      case 'b', 'B' -> 2;
      default -> 10;
    };
  }

  private static boolean isFloat(String literal) {
    return literal.indexOf('.') >= 0 || literal.indexOf('e') >= 0 || literal.indexOf('E') >= 0;
  }

  private static void requireFewDigits(String literal) {
    if (literal.length() > MAX_DIGITS) {
      throw new LiteralException(
          "Exceeds the limit (4300 digits) for integer string conversion: value has "
              + literal.length()
              + " digits; use sys.set_int_max_str_digits() to increase the limit"
              + " - Consider hexadecimal for huge integer literals to avoid decimal conversion limits.",
          true);
    }
  }
}
