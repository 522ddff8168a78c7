package org.sealflow.python.syntax;

import java.util.Locale;

/** The backslash escapes of string and bytes literals. */
final class Escapes {
  /** Python decodes a copy in which a character beyond ASCII takes this many bytes. */
  private static final int WIDTH_BEYOND_ASCII = 10;

  private static final int MALFORMED = -1;

  private final String content;
  private final boolean bytes;
  private final StringBuilder out;
  private int at;

  /** How much longer than the content Python's copy is up to {@code at}; for error positions. */
  private int widening;

  private Escapes(String content, boolean bytes) {
    this.content = content;
    this.bytes = bytes;
    this.out = new StringBuilder(content.length());
  }

  /**
   * The text that the content of a literal stands for.
   *
   * @throws LiteralException with Python's {@code (unicode error)} text
   */
  static String decode(String content) {
    return content.indexOf('\\') < 0 ? content : new Escapes(content, false).run();
  }

  /**
   * The bytes, one character each, that the content of a bytes literal stands for.
   *
   * @throws LiteralException with Python's {@code (value error)} text
   */
  static String decodeBytes(String content) {
    return content.indexOf('\\') < 0 ? content : new Escapes(content, true).run();
  }

  private String run() {
    while (at < content.length()) {
      char c = content.charAt(at);
      if (c != '\\') {
        copyCharacter();
      } else if (at + 1 == content.length() || content.charAt(at + 1) >= 0x80) {
        // The copy spells such a backslash as an escape of its own, five bytes longer.
        out.append('\\');
        at++;
        widening += 5;
      } else {
        escape(content.charAt(at + 1));
      }
    }
    return out.toString();
  }

  private void copyCharacter() {
    int c = content.codePointAt(at);
    int width = Character.charCount(c);
    out.appendCodePoint(c);
    at += width;
    if (c >= 0x80) {
      widening += WIDTH_BEYOND_ASCII - width;
    }
  }

  private void escape(char c) {
    switch (c) {
      case '\n' -> at += 2;
      case '\\', '\'', '"' -> simple(c);
      case 'b' -> simple('\b');
      case 'f' -> simple('\f');
      case 't' -> simple('\t');
      case 'n' -> simple('\n');
      case 'r' -> simple('\r');
      case 'v' -> simple('\u000b');
      case 'a' -> simple('\u0007');
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
      case 'x' -> hexadecimal(2, "truncated \\xXX escape");
      default -> rareEscape(c);
    }
  }

  private void simple(char meaning) {
    out.append(meaning);
    at += 2;
  }

  private void rareEscape(char c) {
    if (!bytes && c == 'u') {
      hexadecimal(4, "truncated \\uXXXX escape");
    } else if (!bytes && c == 'U') {
      hexadecimal(8, "truncated \\UXXXXXXXX escape");
    } else if (!bytes && c == 'N') {
      named();
    } else {
      out.append('\\').append(c);
      at += 2;
    }
  }

  private void octal() {
    int value = 0;
    int i = at + 1;
    int limit = Math.min(content.length(), i + 3);
    while (i < limit && content.charAt(i) >= '0' && content.charAt(i) <= '7') {
      value = value * 8 + (content.charAt(i) - '0');
      i++;
    }
    out.append((char) (bytes ? value & 0xff : value));
    at = i;
  }

  private void hexadecimal(int digits, String truncated) {
    long value = 0;
    int i = at + 2;
    for (; i < at + 2 + digits; i++) {
      int digit = i < content.length() ? hexDigit(content.charAt(i)) : MALFORMED;
      if (digit == MALFORMED) {
        throw malformed(truncated, i);
      }
      value = value * 16 + digit;
    }
    if (value > Character.MAX_CODE_POINT) {
      throw malformed("illegal Unicode character", i);
    }
    out.appendCodePoint((int) value);
    at = i;
  }

  private static int hexDigit(char c) {
    return c < 0x80 ? Character.digit(c, 16) : MALFORMED;
  }

  private void named() {
    int open = at + 2;
    if (open >= content.length() || content.charAt(open) != '{') {
      throw malformed("malformed \\N character escape", open);
    }
    int close = content.indexOf('}', open);
    if (close < 0) {
      throw malformed("malformed \\N character escape", content.length());
    }
    if (close == open + 1) {
      throw malformed("malformed \\N character escape", close);
    }
    int character = characterNamed(content.substring(open + 1, close));
    if (character == MALFORMED) {
      throw malformed("unknown Unicode character name", close + 1);
    }
    out.appendCodePoint(character);
    at = close + 1;
  }

  private static int characterNamed(String name) {
    try {
      int character = Character.codePointOf(name);
      // Java also takes names it makes up for characters that have none.
      return name.toUpperCase(Locale.ROOT).equals(Character.getName(character))
              && isNamed(Character.getType(character))
          ? character
          : MALFORMED;
    } catch (IllegalArgumentException unknown) {
      return MALFORMED;
    }
  }

  private static boolean isNamed(int type) {
    return type != Character.CONTROL
        && type != Character.PRIVATE_USE
        && type != Character.SURROGATE
        && type != Character.UNASSIGNED;
  }

  private LiteralException malformed(String reason, int end) {
    if (bytes) {
      return new LiteralException("(value error) invalid \\x escape at position " + at, false);
    }
    int first = at + widening;
    int last = end + widening + wideningWithin(end) - 1;
    return new LiteralException(
        "(unicode error) 'unicodeescape' codec can't decode bytes in position "
            + first
            + "-"
            + last
            + ": "
            + reason,
        false);
  }

  private int wideningWithin(int end) {
    int more = 0;
    for (int i = at; i < end; ) {
      int c = content.codePointAt(i);
      int width = Character.charCount(c);
      more += c >= 0x80 ? WIDTH_BEYOND_ASCII - width : 0;
      i += width;
    }
    return more;
  }
}
