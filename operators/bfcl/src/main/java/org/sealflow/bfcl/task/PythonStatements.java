package org.sealflow.bfcl.task;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits the source of a Python module into its logical lines: brackets, triple quotes and
 * backslashes continue a line, a semicolon ends one, comments are dropped.
 */
final class PythonStatements {
  /**
   * A simple statement, or the head of a compound one.
   *
   * @param line the line it begins on, from 1
   * @param indented whether it belongs to the block of an earlier statement
   * @param text its text without surrounding blanks
   */
  record Statement(int line, boolean indented, String text) {}

  private final String source;
  private final List<Statement> statements = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private int at;
  private int line = 1;
  private int startLine = 1;
  private int openBrackets;
  private boolean indented;

  private PythonStatements(String source) {
    this.source = source;
  }

  /**
   * The statements of a module in order.
   *
   * @throws IllegalArgumentException naming the line of a string that does not end
   */
  static List<Statement> split(String module) {
    String lines = module.replace("\r\n", "\n").replace('\r', '\n');
    PythonStatements splitter =
        new PythonStatements(lines.startsWith("\ufeff") ? lines.substring(1) : lines);
    splitter.run();
    return splitter.statements;
  }

  private void run() {
    finishLine();
    while (at < source.length()) {
      char c = source.charAt(at);
      switch (c) {
        case '#' -> skipComment();
        case '"', '\'' -> copyString(c);
        case '\n' -> endLine();
        case '\\' -> backslash();
        case ';' -> endStatement();
        default -> {
          openBrackets += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
          copy(1);
        }
      }
    }
    add();
  }

  private void copy(int length) {
    text.append(source, at, at + length);
    at += length;
  }

  private void skipComment() {
    int end = source.indexOf('\n', at);
    at = end < 0 ? source.length() : end;
  }

  private void copyString(char quote) {
    String triple = String.valueOf(quote).repeat(3);
    String end = source.startsWith(triple, at) ? triple : String.valueOf(quote);
    int from = at + end.length();
    while (!source.startsWith(end, from)) {
      boolean unfinished =
          from >= source.length() || (end.length() == 1 && source.charAt(from) == '\n');
      if (unfinished) {
        throw LongContextModule.unreadable(line, "a string that does not end");
      }
      from += source.charAt(from) == '\\' ? 2 : 1;
    }
    int length = Math.min(from + end.length(), source.length()) - at;
    line += (int) source.substring(at, at + length).chars().filter(c -> c == '\n').count();
    copy(length);
  }

  private void endLine() {
    line++;
    if (openBrackets > 0) {
      copy(1);
    } else {
      at++;
      finishLine();
    }
  }

  private void backslash() {
    if (source.startsWith("\\\n", at)) {
      text.append(' ');
      line++;
      at += 2;
    } else {
      copy(1);
    }
  }

  private void endStatement() {
    if (openBrackets > 0) {
      copy(1);
    } else {
      at++;
      add();
    }
  }

  private void finishLine() {
    add();
    openBrackets = 0;
    indented = at < source.length() && " \t".indexOf(source.charAt(at)) >= 0;
  }

  private void add() {
    String statement = text.toString().strip();
    if (!statement.isEmpty()) {
      statements.add(new Statement(startLine, indented, statement));
    }
    text.setLength(0);
    startLine = line;
  }
}
