package org.sealflow.python.syntax;

/**
 * A string token taken apart.
 *
 * @param raw whether backslashes stand for themselves
 * @param bytes whether it is a bytes literal
 * @param formatted whether it is a formatted string
 * @param from where its content begins in the source
 * @param to where its content ends
 */
record StringLiteral(boolean raw, boolean bytes, boolean formatted, int from, int to) {
  /** Whether a word directly before a quote makes it a string of another kind. */
  static boolean isPrefix(String source, int start, int end) {
    int length = end - start;
    if (length == 0 || length > 2) {
      return length == 0;
    }
    char first = lower(source.charAt(start));
    if (length == 1) {
      return first == 'r' || first == 'b' || first == 'u' || first == 'f';
    }
    char second = lower(source.charAt(start + 1));
    return first == 'r'
        ? second == 'b' || second == 'f'
        : second == 'r' && (first == 'b' || first == 'f');
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  /** The parts of a string token. */
  static StringLiteral of(String source, int start, int end) {
    boolean raw = false;
    boolean bytes = false;
    boolean formatted = false;
    int quoteAt = start;
    for (; source.charAt(quoteAt) != '\'' && source.charAt(quoteAt) != '"'; quoteAt++) {
      switch (lower(source.charAt(quoteAt))) {
        case 'r' -> raw = true;
        case 'b' -> bytes = true;
        case 'f' -> formatted = true;
        default -> {}
      }
    }
    int quotes = isTriple(source, quoteAt, end) ? 3 : 1;
    return new StringLiteral(raw, bytes, formatted, quoteAt + quotes, end - quotes);
  }

  private static boolean isTriple(String source, int quoteAt, int end) {
    char quote = source.charAt(quoteAt);
    return end - quoteAt >= 6
        && source.charAt(quoteAt + 1) == quote
        && source.charAt(quoteAt + 2) == quote;
  }

  /**
   * The text of a literal that is neither bytes nor formatted.
   *
   * @throws LiteralException for a malformed escape
   */
  String text(String source) {
    String content = source.substring(from, to);
    return raw ? content : Escapes.decode(content);
  }

  /**
   * The value of a bytes literal, one character per byte.
   *
   * @throws LiteralException for a character beyond ASCII and for a malformed escape
   */
  String byteValues(String source) {
    String content = source.substring(from, to);
    for (int i = 0; i < content.length(); i++) {
      if (content.charAt(i) >= 0x80) {
        throw new LiteralException("bytes can only contain ASCII literal characters", true);
      }
    }
    return raw ? content : Escapes.decodeBytes(content);
  }
}
