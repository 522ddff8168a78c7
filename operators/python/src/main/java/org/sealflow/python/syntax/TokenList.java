package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;

/**
 * The tokens of a source, read only as far as somebody has looked: an error of the tokenizer comes
 * to light exactly when CPython's parser, too, would ask for the token.
 */
final class TokenList {
  private record Entry(int kind, int start, int end, int nesting) {}

  private final SourceText source;
  private final Tokenizer tokenizer;
  private final List<Entry> entries = new ArrayList<>();
  private boolean broken;

  TokenList(SourceText source) {
    this.source = source;
    this.tokenizer = new Tokenizer(source);
  }

  private Entry entry(int index) {
    while (entries.size() <= index) {
      read();
    }
    return entries.get(index);
  }

  private void read() {
    broken = true;
    tokenizer.next();
    if (tokenizer.kind == Token.FAILURE) {
      throw failure();
    }
    broken = false;
    entries.add(new Entry(tokenizer.kind, tokenizer.start, tokenizer.end, tokenizer.nesting()));
  }

  private PyException failure() {
    return switch (tokenizer.failure()) {
      case END_OF_SOURCE ->
          tokenizer.nesting() > 0 ? neverClosed() : errorAtLast("unexpected EOF while parsing");
      case CONTINUATION ->
          source.parserError(
              "unexpected character after line continuation character", tokenizer.start);
      case INDENTATION -> errorAtLast("unindent does not match any outer indentation level");
    };
  }

  private PyException neverClosed() {
    int bracket = tokenizer.openBracket();
    return source.parserError("'" + source.text().charAt(bracket) + "' was never closed", bracket);
  }

  /** The kind of a token, of {@link Token}. */
  int kind(int index) {
    return entry(index).kind;
  }

  boolean is(int index, int kind) {
    return kind(index) == kind;
  }

  int start(int index) {
    return entry(index).start;
  }

  int end(int index) {
    return entry(index).end;
  }

  /** Open brackets after a token. */
  int nesting(int index) {
    return entry(index).nesting;
  }

  String text(int index) {
    return source.text().substring(start(index), end(index));
  }

  /** The index of the last token that was read. */
  int last() {
    return entries.size() - 1;
  }

  /** A SyntaxError of the parser in the line of a token. */
  PyException error(String message, int index) {
    return source.parserError(message, start(index));
  }

  /** A SyntaxError of the parser in the line of the last token that was read. */
  PyException errorAtLast(String message) {
    return entries.isEmpty()
        ? source.parserError(message, source.text().length())
        : error(message, last());
  }

  /**
   * Whether the tokenizer has failed or has met the end of the source; then Python does not look at
   * the rest.
   */
  boolean isExhausted() {
    return broken || hasSeenEnd(entries.get(last()));
  }

  /** Most tokens are known to end only when the next character is seen. */
  private boolean hasSeenEnd(Entry token) {
    if (token.end < source.text().length()) {
      return false;
    }
    return switch (token.kind) {
      case Token.NEWLINE, Token.INDENT, Token.DEDENT, Token.ELLIPSIS -> false;
      case Token.STRING -> {
        StringLiteral string = StringLiteral.of(source.text(), token.start, token.end);
        yield string.from() == string.to() && token.end == string.to() + 1;
      }
      default -> true;
    };
  }

  /**
   * The tokenizer's error after the tokens that were read; Python reports that rather than an error
   * of its parser.
   *
   * @param anyOpenBracket whether a bracket that is never closed counts wherever it was opened;
   *     otherwise only if that was in an earlier line than the last token
   */
  @Nullable PyException errorInRest(boolean anyOpenBracket) {
    int lastLine = source.lineAt(start(last()));
    try {
      do {
        tokenizer.next();
      } while (tokenizer.kind != Token.END && tokenizer.kind != Token.FAILURE);
    } catch (PyException malformed) {
      return malformed;
    }
    boolean unclosed =
        tokenizer.kind == Token.FAILURE
            && tokenizer.nesting() > 0
            && (anyOpenBracket || lastLine > source.lineAt(tokenizer.openBracket()));
    return unclosed ? neverClosed() : null;
  }
}
