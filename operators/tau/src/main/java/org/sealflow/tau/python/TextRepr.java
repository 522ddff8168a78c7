package org.sealflow.tau.python;

/** The repr of a Python text: quotes chosen by content, characters that do not print escaped. */
final class TextRepr {
  private TextRepr() {}

  static String of(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder repr = new StringBuilder(text.length() + 2).append(quote);
    text.codePoints().forEach(point -> append(repr, point, quote));
    return repr.append(quote).toString();
  }

  private static void append(StringBuilder repr, int point, char quote) {
    if (point == quote || point == '\\') {
      repr.append('\\').appendCodePoint(point);
    } else if (point == '\n') {
      repr.append("\\n");
    } else if (point == '\r') {
      repr.append("\\r");
    } else if (point == '\t') {
      repr.append("\\t");
    } else if ((point >= ' ' && point < 0x7f) || (point > 0x7f && printable(point))) {
      repr.appendCodePoint(point);
    } else if (point < 0x100) {
      repr.append(String.format("\\x%02x", point));
    } else if (point < 0x10000) {
      repr.append(String.format("\\u%04x", point));
    } else {
      repr.append(String.format("\\U%08x", point));
    }
  }

  private static boolean printable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
