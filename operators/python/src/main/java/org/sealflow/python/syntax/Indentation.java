package org.sealflow.python.syntax;

import java.util.Arrays;

/**
 * The indentation of the lines outside brackets. No expression is indented, so all it does is to
 * tell one error from another.
 */
final class Indentation {
  private static final int TAB = 8;
  private static final int MAX_INDENTS = 99;

  private int[] columns = {0};

  /** The same columns with tabs counted as one: where the two disagree the line is ambiguous. */
  private int[] narrowColumns = {0};

  private int depth;
  private int pending;

  private int column;
  private int narrowColumn;
  private int firstColumn;

  /** Indents (above 0) or dedents (below 0) that were measured and not yet taken. */
  int pending() {
    return pending;
  }

  /** Takes one: 1 for an indent, -1 for a dedent. */
  int takePending() {
    int sign = Integer.signum(pending);
    pending -= sign;
    return sign;
  }

  void begin() {
    column = 0;
    narrowColumn = 0;
    firstColumn = 0;
  }

  /** Counts a character; answers whether it belongs to the indentation. */
  boolean accept(char c) {
    switch (c) {
      case ' ' -> {
        column++;
        narrowColumn++;
      }
      case '\t' -> {
        column = (column / TAB + 1) * TAB;
        narrowColumn++;
      }
      case '\f' -> {
        column = 0;
        narrowColumn = 0;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A backslash within the indentation: what stands before the first one counts. */
  void split() {
    if (firstColumn == 0) {
      firstColumn = column;
    }
  }

  /** Compares the line with those before it; answers whether it fits them. */
  boolean finish() {
    int wide = firstColumn == 0 ? column : firstColumn;
    int narrow = firstColumn == 0 ? narrowColumn : firstColumn;
    if (wide > columns[depth]) {
      return indent(wide, narrow);
    }
    while (depth > 0 && wide < columns[depth]) {
      depth--;
      pending--;
    }
    return wide == columns[depth] && narrow == narrowColumns[depth];
  }

  private boolean indent(int wide, int narrow) {
    if (depth >= MAX_INDENTS || narrow <= narrowColumns[depth]) {
      return false;
    }
    depth++;
    pending++;
    columns = Arrays.copyOf(columns, depth + 1);
    narrowColumns = Arrays.copyOf(narrowColumns, depth + 1);
    columns[depth] = wide;
    narrowColumns[depth] = narrow;
    return true;
  }
}
