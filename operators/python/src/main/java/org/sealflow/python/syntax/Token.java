package org.sealflow.python.syntax;

/**
 * The kinds of token an expression is made of, numbered so that the parser's inner loop switches on
 * plain ints.
 */
final class Token {
  static final int END = 0;
  static final int NEWLINE = 1;
  static final int INDENT = 2;
  static final int DEDENT = 3;

  /** The tokenizer cannot go on; {@link Tokenizer#failure()} says why. */
  static final int FAILURE = 4;

  static final int NAME = 5;
  static final int NUMBER = 6;
  static final int STRING = 7;

  static final int FALSE = 8;
  static final int NONE = 9;
  static final int TRUE = 10;
  static final int AND = 11;
  static final int ASYNC = 12;
  static final int AWAIT = 13;
  static final int ELSE = 14;
  static final int FOR = 15;
  static final int FROM = 16;
  static final int IF = 17;
  static final int IN = 18;
  static final int IS = 19;
  static final int LAMBDA = 20;
  static final int NOT = 21;
  static final int OR = 22;
  static final int YIELD = 23;

  /** A reserved word that no expression contains. */
  static final int STATEMENT_WORD = 24;

  static final int OPEN_PARENTHESIS = 25;
  static final int CLOSE_PARENTHESIS = 26;
  static final int OPEN_BRACKET = 27;
  static final int CLOSE_BRACKET = 28;
  static final int OPEN_BRACE = 29;
  static final int CLOSE_BRACE = 30;
  static final int COMMA = 31;
  static final int COLON = 32;
  static final int DOT = 33;
  static final int ELLIPSIS = 34;
  static final int EQUAL = 35;
  static final int COLON_EQUAL = 36;
  static final int PLUS = 37;
  static final int MINUS = 38;
  static final int STAR = 39;
  static final int DOUBLE_STAR = 40;
  static final int SLASH = 41;
  static final int DOUBLE_SLASH = 42;
  static final int PERCENT = 43;
  static final int AT = 44;
  static final int LESS = 45;
  static final int GREATER = 46;
  static final int EQUAL_EQUAL = 47;
  static final int NOT_EQUAL = 48;
  static final int LESS_EQUAL = 49;
  static final int GREATER_EQUAL = 50;
  static final int BAR = 51;
  static final int CARET = 52;
  static final int AMPERSAND = 53;
  static final int TILDE = 54;
  static final int LEFT_SHIFT = 55;
  static final int RIGHT_SHIFT = 56;

  /** A sign or operator that no expression contains. */
  static final int STATEMENT_SIGN = 57;

  static final int KINDS = 58;

  private Token() {}

  /** The kind of an identifier: {@link #NAME}, or that of the reserved word it is. */
  static int ofWord(String source, int start, int end) {
    int length = end - start;
    if (length < 2 || length > 8) {
      return NAME;
    }
    return switch (source.charAt(start)) {
      case 'F' -> word(source, start, length, "False", FALSE);
      case 'N' -> word(source, start, length, "None", NONE);
      case 'T' -> word(source, start, length, "True", TRUE);
      case 'a' ->
          either(
              word(source, start, length, "and", AND),
              word(source, start, length, "async", ASYNC),
              word(source, start, length, "await", AWAIT),
              word(source, start, length, "as", STATEMENT_WORD),
              word(source, start, length, "assert", STATEMENT_WORD));
      case 'b' -> word(source, start, length, "break", STATEMENT_WORD);
      case 'c' ->
          either(
              word(source, start, length, "class", STATEMENT_WORD),
              word(source, start, length, "continue", STATEMENT_WORD));
      case 'd' ->
          either(
              word(source, start, length, "def", STATEMENT_WORD),
              word(source, start, length, "del", STATEMENT_WORD));
      case 'e' ->
          either(
              word(source, start, length, "else", ELSE),
              word(source, start, length, "elif", STATEMENT_WORD),
              word(source, start, length, "except", STATEMENT_WORD));
      case 'f' ->
          either(
              word(source, start, length, "for", FOR),
              word(source, start, length, "from", FROM),
              word(source, start, length, "finally", STATEMENT_WORD));
      case 'g' -> word(source, start, length, "global", STATEMENT_WORD);
      case 'i' ->
          either(
              word(source, start, length, "if", IF),
              word(source, start, length, "in", IN),
              word(source, start, length, "is", IS),
              word(source, start, length, "import", STATEMENT_WORD));
      case 'l' -> word(source, start, length, "lambda", LAMBDA);
      case 'n' ->
          either(
              word(source, start, length, "not", NOT),
              word(source, start, length, "nonlocal", STATEMENT_WORD));
      case 'o' -> word(source, start, length, "or", OR);
      case 'p' -> word(source, start, length, "pass", STATEMENT_WORD);
      case 'r' ->
          either(
              word(source, start, length, "raise", STATEMENT_WORD),
              word(source, start, length, "return", STATEMENT_WORD));
      case 't' -> word(source, start, length, "try", STATEMENT_WORD);
      case 'w' ->
          either(
              word(source, start, length, "while", STATEMENT_WORD),
              word(source, start, length, "with", STATEMENT_WORD));
      case 'y' -> word(source, start, length, "yield", YIELD);
      default -> NAME;
    };
  }

  private static int word(String source, int start, int length, String word, int kind) {
    return word.length() == length && source.startsWith(word, start) ? kind : NAME;
  }

  private static int either(int first, int second) {
    return first == NAME ? second : first;
  }

  private static int either(int first, int second, int third) {
    return either(either(first, second), third);
  }

  private static int either(int first, int second, int third, int fourth) {
    return either(either(first, second, third), fourth);
  }

  private static int either(int first, int second, int third, int fourth, int fifth) {
    return either(either(first, second, third, fourth), fifth);
  }
}
