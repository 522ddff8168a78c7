package org.sealflow.python.syntax;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;

/**
 * Splits the source of an expression into tokens, one at a time. After {@link #next()} the fields
 * describe the token that was read; they are plain fields because the parser reads them for every
 * token.
 */
final class Tokenizer {
  /** Python's limit of open brackets. */
  private static final int MAX_NESTING = 200;

  /** Why there is no next token. Python reports these only when its parser asks for that token. */
  enum Failure {
    /** The source ends inside brackets or after a line continuation. */
    END_OF_SOURCE,
    /** A backslash outside a string is not the last character of its line. */
    CONTINUATION,
    /** A line is indented in a way that does not fit the lines before it. */
    INDENTATION
  }

  private final SourceText source;
  private final String text;
  private final int length;
  private int position;
  private boolean lineStart = true;

  /** Whether the line has neither a token nor a bracket around it: then its end is no token. */
  private boolean blankLine;

  private @Nullable Indentation indentation;

  private int[] openBrackets = new int[8];
  private int nesting;
  private Failure failure = Failure.END_OF_SOURCE;

  /** The kind of the token that was read, of {@link Token}. */
  int kind;

  /** Where the token begins. */
  int start;

  /** Where the token ends (exclusive). */
  int end;

  /** Whether a {@link Token#STRING} has a backslash in it. */
  boolean escaped;

  Tokenizer(SourceText source) {
    this.source = source;
    this.text = source.text();
    this.length = text.length();
  }

  /** Open brackets after the token. */
  int nesting() {
    return nesting;
  }

  /** Where the innermost open bracket stands; only while {@link #nesting()} is above 0. */
  int openBracket() {
    return openBrackets[nesting - 1];
  }

  /** Why the token is a {@link Token#FAILURE}. */
  Failure failure() {
    return failure;
  }

  private char at(int index) {
    return index < length ? text.charAt(index) : '\0';
  }

  /**
   * Reads the next token.
   *
   * @throws PyException SyntaxError where no token begins
   */
  void next() {
    boolean read;
    do {
      read = (lineStart && !beginLine()) || readNext();
    } while (!read);
  }

  /** Reads the indentation of a line; answers whether that went well. */
  private boolean beginLine() {
    lineStart = false;
    blankLine = false;
    if (nesting > 0) {
      return true;
    }
    if (!readIndentation()) {
      return false;
    }
    blankLine = at(position) == '\n' || at(position) == '#';
    return true;
  }

  /** Reads on; answers whether there is a token now. */
  private boolean readNext() {
    if (indentation != null && indentation.pending() != 0) {
      token(indentation.takePending() > 0 ? Token.INDENT : Token.DEDENT, position, position);
      return true;
    }
    skipBlanks();
    if (position >= length) {
      endOfSource();
      return true;
    }
    char c = text.charAt(position);
    if (c == '\\') {
      return !continueLine();
    }
    if (c != '\n') {
      readToken(c);
      return true;
    }
    lineStart = true;
    position++;
    if (nesting > 0 || blankLine) {
      return false;
    }
    token(Token.NEWLINE, position - 1, position);
    return true;
  }

  private void token(int tokenKind, int from, int to) {
    kind = tokenKind;
    start = from;
    end = to;
    position = to;
  }

  private void fail(Failure reason) {
    failure = reason;
    token(Token.FAILURE, position, position);
  }

  private void endOfSource() {
    if (nesting > 0) {
      fail(Failure.END_OF_SOURCE);
    } else {
      token(Token.END, length, length);
    }
  }

  /** Blanks, form feeds and a comment. */
  private void skipBlanks() {
    int i = position;
    while (i < length) {
      char c = text.charAt(i);
      if (c == '#') {
        int lineEnd = text.indexOf('\n', i);
        i = lineEnd < 0 ? length : lineEnd;
      } else if (c != ' ' && c != '\t' && c != '\f') {
        break;
      } else {
        i++;
      }
    }
    position = i;
  }

  /** Inside brackets: where the next token begins, without reading it. */
  int following() {
    int i = end;
    while (i < length) {
      char c = text.charAt(i);
      if (c == '#') {
        int lineEnd = text.indexOf('\n', i);
        i = lineEnd < 0 ? length : lineEnd;
      } else if (c == ' ' || c == '\t' || c == '\f' || c == '\n') {
        i++;
      } else if (c == '\\' && at(i + 1) == '\n') {
        i += 2;
      } else {
        break;
      }
    }
    return i;
  }

  /** A backslash joins its line with the next one; answers whether it could. */
  private boolean continueLine() {
    if (at(position + 1) != '\n') {
      fail(Failure.CONTINUATION);
      return false;
    }
    position += 2;
    if (position >= length) {
      fail(Failure.END_OF_SOURCE);
      return false;
    }
    return true;
  }

  /** Measures the indentation of a line outside brackets; answers whether that went well. */
  private boolean readIndentation() {
    if (indentation == null) {
      char first = at(position);
      if (first != ' ' && first != '\t' && first != '\f' && first != '\\') {
        return true;
      }
      indentation = new Indentation();
    }
    return measure(indentation);
  }

  private boolean measure(Indentation line) {
    line.begin();
    while (true) {
      char c = at(position);
      if (c == '\\') {
        line.split();
        if (!continueLine()) {
          return false;
        }
      } else if (line.accept(c)) {
        position++;
      } else if (c == '#' || c == '\n') {
        return true;
      } else {
        break;
      }
    }
    if (!line.finish()) {
      fail(Failure.INDENTATION);
      return false;
    }
    return true;
  }

  private void readToken(char c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80) {
      readWord();
    } else if (c >= '0' && c <= '9') {
      token(Token.NUMBER, position, NumberLiteral.end(source, position));
    } else if (c == '\'' || c == '"') {
      readString(position);
    } else {
      readSign(c);
    }
  }

  private void readWord() {
    int from = position;
    int i = from;
    boolean ascii = true;
    for (; i < length; i++) {
      char c = text.charAt(i);
      if (!isWordCharacter(c)) {
        break;
      }
      ascii &= c < 0x80;
    }
    if (i < length && isQuote(text.charAt(i)) && StringLiteral.isPrefix(text, from, i)) {
      readString(i);
      return;
    }
    if (!ascii) {
      Identifiers.require(source, from, i);
    }
    token(ascii ? Token.ofWord(text, from, i) : Token.NAME, from, i);
  }

  /** Whether a character continues a word; which of those beyond ASCII may is not asked here. */
  static boolean isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c >= 0x80;
  }

  private static boolean isQuote(char c) {
    return c == '\'' || c == '"';
  }

  private void readString(int quoteAt) {
    char quote = text.charAt(quoteAt);
    boolean triple = at(quoteAt + 1) == quote && at(quoteAt + 2) == quote;
    escaped = false;
    int stringEnd = triple ? tripleQuotedEnd(quoteAt, quote) : quotedEnd(quoteAt, quote);
    token(Token.STRING, position, stringEnd);
  }

  private int quotedEnd(int quoteAt, char quote) {
    for (int i = quoteAt + 1; i < length; i++) {
      char c = text.charAt(i);
      if (c == quote) {
        return i + 1;
      }
      if (c == '\n') {
        throw unterminated("unterminated string literal", i, quoteAt);
      }
      if (c == '\\') {
        escaped = true;
        i++;
      }
    }
    throw unterminated("unterminated string literal", length, quoteAt);
  }

  private int tripleQuotedEnd(int quoteAt, char quote) {
    int quotes = 0;
    for (int i = quoteAt + 3; i < length; i++) {
      char c = text.charAt(i);
      if (c == quote) {
        quotes++;
        if (quotes == 3) {
          return i + 1;
        }
        continue;
      }
      quotes = 0;
      if (c == '\\') {
        escaped = true;
        i++;
      }
    }
    throw unterminated("unterminated triple-quoted string literal", length, quoteAt);
  }

  private PyException unterminated(String message, int detectedAt, int reportedAt) {
    return source.error(
        message + " (detected at line " + source.lineAt(detectedAt) + ")", reportedAt);
  }

  private void readSign(char c) {
    switch (c) {
      case '(' -> open(Token.OPEN_PARENTHESIS);
      case '[' -> open(Token.OPEN_BRACKET);
      case '{' -> open(Token.OPEN_BRACE);
      case ')' -> close(Token.CLOSE_PARENTHESIS, '(', c);
      case ']' -> close(Token.CLOSE_BRACKET, '[', c);
      case '}' -> close(Token.CLOSE_BRACE, '{', c);
      case ',' -> token(Token.COMMA, position, position + 1);
      case '.' -> readPoint();
      default -> readOperator(c);
    }
  }

  private void open(int bracket) {
    if (nesting >= MAX_NESTING) {
      throw source.error("too many nested parentheses", position);
    }
    if (nesting == openBrackets.length) {
      openBrackets = Arrays.copyOf(openBrackets, nesting * 2);
    }
    openBrackets[nesting++] = position;
    token(bracket, position, position + 1);
  }

  private void close(int bracket, char opening, char c) {
    if (nesting == 0) {
      throw source.error("unmatched '" + c + "'", position);
    }
    char open = text.charAt(openBracket());
    if (open != opening) {
      int openLine = source.lineAt(openBracket());
      throw source.error(
          "closing parenthesis '"
              + c
              + "' does not match opening parenthesis '"
              + open
              + "'"
              + (openLine == source.lineAt(position) ? "" : " on line " + openLine),
          position);
    }
    nesting--;
    token(bracket, position, position + 1);
  }

  private void readPoint() {
    char c = at(position + 1);
    if (c >= '0' && c <= '9') {
      token(Token.NUMBER, position, NumberLiteral.end(source, position));
    } else if (c == '.' && at(position + 2) == '.') {
      token(Token.ELLIPSIS, position, position + 3);
    } else {
      token(Token.DOT, position, position + 1);
    }
  }

  private void readOperator(char c) {
    char second = at(position + 1);
    switch (c) {
      case ':' -> twoOrOne(second == '=', Token.COLON_EQUAL, Token.COLON);
      case '=' -> twoOrOne(second == '=', Token.EQUAL_EQUAL, Token.EQUAL);
      case '!' -> twoOrOne(second == '=', Token.NOT_EQUAL, Token.STATEMENT_SIGN);
      case '~' -> token(Token.TILDE, position, position + 1);
      case '+' -> arithmetic(second, Token.PLUS);
      case '%' -> arithmetic(second, Token.PERCENT);
      case '@' -> arithmetic(second, Token.AT);
      case '|' -> arithmetic(second, Token.BAR);
      case '^' -> arithmetic(second, Token.CARET);
      case '&' -> arithmetic(second, Token.AMPERSAND);
      case '-' -> {
        if (second == '>') {
          token(Token.STATEMENT_SIGN, position, position + 2);
        } else {
          arithmetic(second, Token.MINUS);
        }
      }
      case '*' -> doubled(c, second, Token.STAR, Token.DOUBLE_STAR);
      case '/' -> doubled(c, second, Token.SLASH, Token.DOUBLE_SLASH);
      case '<' -> readLess(second);
      case '>' -> readGreater(second);
      default -> readOther(c);
    }
  }

  private void twoOrOne(boolean two, int twoKind, int oneKind) {
    token(two ? twoKind : oneKind, position, position + (two ? 2 : 1));
  }

  /** An operator, or its assigning form such as {@code +=}. */
  private void arithmetic(char second, int operator) {
    twoOrOne(second == '=', Token.STATEMENT_SIGN, operator);
  }

  private void doubled(char c, char second, int single, int twice) {
    if (second != c) {
      arithmetic(second, single);
    } else if (at(position + 2) == '=') {
      token(Token.STATEMENT_SIGN, position, position + 3);
    } else {
      token(twice, position, position + 2);
    }
  }

  private void readLess(char second) {
    switch (second) {
      case '=' -> token(Token.LESS_EQUAL, position, position + 2);
      case '>' -> token(Token.STATEMENT_SIGN, position, position + 2);
      case '<' -> doubled('<', second, Token.LESS, Token.LEFT_SHIFT);
      default -> token(Token.LESS, position, position + 1);
    }
  }

  private void readGreater(char second) {
    switch (second) {
      case '=' -> token(Token.GREATER_EQUAL, position, position + 2);
      case '>' -> doubled('>', second, Token.GREATER, Token.RIGHT_SHIFT);
      default -> token(Token.GREATER, position, position + 1);
    }
  }

  private void readOther(char c) {
    if (!(c >= 0x20 && c < 0x7f)) {
      throw source.error(Identifiers.nonPrintable(c), position);
    }
    token(Token.STATEMENT_SIGN, position, position + 1);
  }
}
