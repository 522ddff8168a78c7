package org.sealflow.python.syntax;

import org.sealflow.python.PyException;

/**
 * The text of an expression with what its syntax errors need: line numbers, and for an expression
 * inside a formatted string its place in the text around it.
 *
 * @param text the expression; in a formatted string the part between the braces, in parentheses
 * @param linesBefore lines that precede the first line of {@code text}
 * @param base where {@code text} begins in the outermost source
 * @param formatted whether this is an expression inside a formatted string
 */
record SourceText(String text, int linesBefore, int base, boolean formatted) {
  /**
   * A whole source as Python's {@code compile} reads it: line ends become {@code \n}.
   *
   * @throws PyException UnicodeEncodeError for a lone surrogate, SyntaxError for a null character
   */
  static SourceText of(String source) {
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c >= 0x80 || c == 0 || c == '\r') {
        return unusual(source);
      }
    }
    return new SourceText(source, 0, 0, false);
  }

  private static SourceText unusual(String source) {
    requireEncodable(source);
    if (source.indexOf('\0') >= 0) {
      throw new PyException(
          PyException.Kind.SYNTAX_ERROR, "source code string cannot contain null bytes");
    }
    String text =
        source.indexOf('\r') < 0 ? source : source.replace("\r\n", "\n").replace('\r', '\n');
    return new SourceText(text, 0, 0, false);
  }

  private static void requireEncodable(String source) {
    int characters = 0;
    for (int i = 0; i < source.length(); characters++) {
      int c = source.codePointAt(i);
      if (isSurrogate(c)) {
        throw notEncodable(source, i, characters);
      }
      i += Character.charCount(c);
    }
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static PyException notEncodable(String source, int index, int first) {
    int last = first;
    for (int i = index + 1; i < source.length() && isSurrogate(source.codePointAt(i)); i++) {
      last++;
    }
    String what =
        last == first
            ? "character '\\u"
                + Integer.toHexString(source.charAt(index))
                + "' in position "
                + first
            : "characters in position " + first + "-" + last;
    return new PyException(
        PyException.Kind.UNICODE_ERROR,
        "'utf-8' codec can't encode " + what + ": surrogates not allowed");
  }

  /** This text without the blanks and tabs it begins with. */
  SourceText withoutLeadingBlanks() {
    int from = 0;
    while (from < text.length() && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
      from++;
    }
    return from == 0 ? this : new SourceText(text.substring(from), linesBefore, base, formatted);
  }

  /** The 1-based line of a position; a line that is never begun does not count (0 if empty). */
  int lineAt(int position) {
    if (text.isEmpty()) {
      return linesBefore;
    }
    int line = 1;
    int end = Math.min(position, text.length() - 1);
    for (int i = text.indexOf('\n'); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) {
      line++;
    }
    return linesBefore + line;
  }

  /** A SyntaxError of the tokenizer at a position. */
  PyException error(String message, int position) {
    return new PyException(
        PyException.Kind.SYNTAX_ERROR, message + " (<string>, line " + lineAt(position) + ")");
  }

  /** A SyntaxError of the parser at a position; inside a formatted string it says so. */
  PyException parserError(String message, int position) {
    return error(formatted ? "f-string: " + message : message, position);
  }
}
