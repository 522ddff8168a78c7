package org.sealflow.python.syntax;

/** The binary operators, with their precedence and spelling. */
final class Operators {
  static final int OR = 1;
  static final int AND = 2;
  static final int NOT = 3;
  static final int COMPARISON = 4;
  static final int BITWISE_OR = 5;
  private static final int BITWISE_XOR = 6;
  private static final int BITWISE_AND = 7;
  private static final int SHIFT = 8;
  private static final int SUM = 9;
  private static final int TERM = 10;

  private static final byte[] PRECEDENCES = new byte[Token.KINDS];
  private static final String[] SYMBOLS = new String[Token.KINDS];

  static {
    operator(Token.OR, OR, "or");
    operator(Token.AND, AND, "and");
    operator(Token.NOT, COMPARISON, "not");
    operator(Token.IN, COMPARISON, "in");
    operator(Token.IS, COMPARISON, "is");
    operator(Token.LESS, COMPARISON, "<");
    operator(Token.GREATER, COMPARISON, ">");
    operator(Token.EQUAL_EQUAL, COMPARISON, "==");
    operator(Token.NOT_EQUAL, COMPARISON, "!=");
    operator(Token.LESS_EQUAL, COMPARISON, "<=");
    operator(Token.GREATER_EQUAL, COMPARISON, ">=");
    operator(Token.BAR, BITWISE_OR, "|");
    operator(Token.CARET, BITWISE_XOR, "^");
    operator(Token.AMPERSAND, BITWISE_AND, "&");
    operator(Token.LEFT_SHIFT, SHIFT, "<<");
    operator(Token.RIGHT_SHIFT, SHIFT, ">>");
    operator(Token.PLUS, SUM, "+");
    operator(Token.MINUS, SUM, "-");
    operator(Token.STAR, TERM, "*");
    operator(Token.SLASH, TERM, "/");
    operator(Token.DOUBLE_SLASH, TERM, "//");
    operator(Token.PERCENT, TERM, "%");
    operator(Token.AT, TERM, "@");
    SYMBOLS[Token.TILDE] = "~";
  }

  private Operators() {}

  private static void operator(int kind, int precedence, String symbol) {
    PRECEDENCES[kind] = (byte) precedence;
    SYMBOLS[kind] = symbol;
  }

  /**
   * How tightly a token binds as a binary operator (higher is tighter), 0 if it is none. A power
   * binds to its right operand in a way of its own and is none here.
   */
  static int precedence(int kind) {
    return PRECEDENCES[kind];
  }

  /** The text of an operator. */
  static String symbol(int kind) {
    return SYMBOLS[kind];
  }
}
