package org.sealflow.model.template.value;

/** The escapes of Python's texts. */
public final class StringEscape {
  private static final String SIMPLE = "abfnrtv";
  private static final String MEANT = "\u0007\b\f\n\r\t\u000b";

  private StringEscape() {}

  /**
   * Appends what the escape that begins at a backslash stands for; one Python does not know stays
   * as it is.
   *
   * @return behind the escape
   */
  public static int append(StringBuilder out, String source, int backslash) {
    char kind = source.charAt(backslash + 1);
    int simple = SIMPLE.indexOf(kind);
    if (simple >= 0) {
      out.append(MEANT.charAt(simple));
      return backslash + 2;
    }
    return switch (kind) {
      case '\\', '\'', '"' -> {
        out.append(kind);
        yield backslash + 2;
      }
      case '\n' -> backslash + 2;
      case 'x' -> coded(out, source, backslash, 2);
      case 'u' -> coded(out, source, backslash, 4);
      case 'U' -> coded(out, source, backslash, 8);
      default -> kind >= '0' && kind <= '7' ? octal(out, source, backslash) : kept(out, backslash);
    };
  }

  private static int kept(StringBuilder out, int backslash) {
    out.append('\\');
    return backslash + 1;
  }

  private static int coded(StringBuilder out, String source, int backslash, int digits) {
    int end = backslash + 2 + digits;
    String hex = source.substring(backslash + 2, Math.min(end, source.length()));
    if (hex.length() < digits || !hex.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
      return kept(out, backslash);
    }
    long point = Long.parseLong(hex, 16);
    if (point > Character.MAX_CODE_POINT) {
      return kept(out, backslash);
    }
    out.appendCodePoint((int) point);
    return end;
  }

  private static int octal(StringBuilder out, String source, int backslash) {
    int at = backslash + 1;
    int point = 0;
    while (at < source.length()
        && at < backslash + 4
        && Character.digit(source.charAt(at), 8) >= 0) {
      point = point * 8 + Character.digit(source.charAt(at), 8);
      at++;
    }
    out.appendCodePoint(point);
    return at;
  }
}
