package org.sealflow.python;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text by code point, as Python's {@code str} sees it. */
public final class PyStrings {
  private static final char CAPITAL_SIGMA = '\u03a3';

  /** Unicode's word-break classes MidLetter, MidNumLet and Single_Quote. */
  private static final String PUNCTUATION_IN_WORDS =
      "':.\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";

  /** First and last of each run of characters that are digits but no decimal digits, ascending. */
  private static final int[] UNUSUAL_DIGITS = {
    0xb2, 0xb3, 0xb9, 0xb9, 0x1369, 0x1371, 0x19da, 0x19da, 0x2070, 0x2070, 0x2074, 0x2079, 0x2080,
    0x2089, 0x2460, 0x2468, 0x2474, 0x247c, 0x2488, 0x2490, 0x24ea, 0x24ea, 0x24f5, 0x24fd, 0x24ff,
    0x24ff, 0x2776, 0x277e, 0x2780, 0x2788, 0x278a, 0x2792, 0x10a40, 0x10a43, 0x10e60, 0x10e68,
    0x11052, 0x1105a, 0x1f100, 0x1f10a
  };

  private PyStrings() {}

  /** {@code len(text)} in code points. */
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Order by code point (UTF-16 order differs beyond the basic plane). */
  public static int compare(String a, String b) {
    int i = 0;
    int limit = Math.min(a.length(), b.length());
    while (i < limit && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    if (i == limit) {
      return Integer.compare(a.length(), b.length());
    }
    if (i > 0 && Character.isHighSurrogate(a.charAt(i - 1))) {
      i--;
    }
    return Integer.compare(a.codePointAt(i), b.codePointAt(i));
  }

  /** One text per code point. */
  public static List<Object> characters(String text) {
    List<Object> characters = new ArrayList<>(text.length());
    text.codePoints().forEach(c -> characters.add(Character.toString(c)));
    return characters;
  }

  static String characterAt(String text, int index) {
    int start = text.offsetByCodePoints(0, index);
    return Character.toString(text.codePointAt(start));
  }

  /**
   * {@code str.isspace} of one character, which is also what {@code split()} and {@code \s} use.
   */
  public static boolean isSpace(int c) {
    if (c > 0x20 && c < 0x85) {
      return false;
    }
    return (c >= 0x09 && c <= 0x0d)
        || (c >= 0x1c && c <= 0x20)
        || c == 0x85
        || c == 0xa0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200a)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000;
  }

  private static boolean endsLine(char c) {
    return (c >= 0x0a && c <= 0x0d)
        || (c >= 0x1c && c <= 0x1e)
        || c == 0x85
        || c == 0x2028
        || c == 0x2029;
  }

  /** {@code text.splitlines()}. */
  public static List<String> splitLines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (endsLine(text.charAt(i))) {
        lines.add(text.substring(start, i));
        if (text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
          i++;
        }
        start = i + 1;
      }
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  /** {@code text.split()}: the words between white space. */
  public static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < text.length(); i++) {
      if (isSpace(text.charAt(i))) {
        if (start >= 0) {
          words.add(text.substring(start, i));
          start = -1;
        }
      } else if (start < 0) {
        start = i;
      }
    }
    if (start >= 0) {
      words.add(text.substring(start));
    }
    return words;
  }

  /** {@code text.split(separator)} with a separator that is not empty. */
  public static List<String> split(String text, String separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, start)) {
      parts.add(text.substring(start, at));
      start = at + separator.length();
    }
    parts.add(text.substring(start));
    return parts;
  }

  /** {@code text.strip()}. */
  public static String strip(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  /** {@code text.strip(characters)}; no character beyond the basic plane among them. */
  public static String strip(String text, String characters) {
    String right = stripRight(text, characters);
    int start = 0;
    while (start < right.length() && characters.indexOf(right.charAt(start)) >= 0) {
      start++;
    }
    return right.substring(start);
  }

  /** {@code text.rstrip(characters)}; no character beyond the basic plane among them. */
  public static String stripRight(String text, String characters) {
    int end = text.length();
    while (end > 0 && characters.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(0, end);
  }

  /** {@code text.lower()}. */
  public static String lower(String text) {
    return text.indexOf(CAPITAL_SIGMA) < 0
        ? text.toLowerCase(Locale.ROOT)
        : withPythonsSigmas(text);
  }

  /** Java looks for the end of the word by word boundaries, Python by the letters around it. */
  private static String withPythonsSigmas(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int start = 0;
    for (int at = text.indexOf(CAPITAL_SIGMA); at >= 0; at = text.indexOf(CAPITAL_SIGMA, start)) {
      out.append(text.substring(start, at).toLowerCase(Locale.ROOT));
      out.append(endsWord(text, at) ? '\u03c2' : '\u03c3');
      start = at + 1;
    }
    return out.append(text.substring(start).toLowerCase(Locale.ROOT)).toString();
  }

  private static boolean endsWord(String text, int sigma) {
    int before = sigma;
    while (before > 0 && isCaseIgnorable(text.codePointBefore(before))) {
      before -= Character.charCount(text.codePointBefore(before));
    }
    if (before == 0 || !isCased(text.codePointBefore(before))) {
      return false;
    }
    int after = sigma + 1;
    while (after < text.length() && isCaseIgnorable(text.codePointAt(after))) {
      after += Character.charCount(text.codePointAt(after));
    }
    return after == text.length() || !isCased(text.codePointAt(after));
  }

  private static boolean isCased(int c) {
    return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
  }

  /** Unicode's Case_Ignorable: marks, modifiers, format characters and the punctuation in words. */
  private static boolean isCaseIgnorable(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.MODIFIER_LETTER,
          Character.MODIFIER_SYMBOL ->
          true;
      default -> c <= Character.MAX_VALUE && PUNCTUATION_IN_WORDS.indexOf(c) >= 0;
    };
  }

  /** {@code text.isdigit()}: not empty and every character a digit, superscripts too. */
  public static boolean isDigit(String text) {
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (!isDigit(c)) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isDigit(int c) {
    if (c < 0x80) {
      return c >= '0' && c <= '9';
    }
    if (Character.isDigit(c)) {
      return true;
    }
    for (int i = 0; i < UNUSUAL_DIGITS.length; i += 2) {
      if (c <= UNUSUAL_DIGITS[i + 1]) {
        return c >= UNUSUAL_DIGITS[i];
      }
    }
    return false;
  }

  /**
   * {@code len(text.encode('utf-8'))}.
   *
   * @throws PyException UnicodeEncodeError where the text holds lone surrogates
   */
  public static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      } else if (isPair(text, i)) {
        bytes += 4;
        i++;
      } else {
        throw notEncodable(text, i);
      }
    }
    return bytes;
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  private static PyException notEncodable(String text, int first) {
    int end = first + 1;
    while (end < text.length() && Character.isSurrogate(text.charAt(end)) && !isPair(text, end)) {
      end++;
    }
    int position = text.codePointCount(0, first);
    String what =
        end == first + 1
            ? " '\\u" + Integer.toHexString(text.charAt(first)) + "' in position " + position
            : "s in position " + position + "-" + (position + end - first - 1);
    return new PyException(
        PyException.Kind.UNICODE_ERROR,
        "'utf-8' codec can't encode character" + what + ": surrogates not allowed");
  }

  /**
   * {@code text[start:stop]} with indices already resolved by the caller to 0 ≤ start, stop ≤
   * length; the empty text where stop ≤ start.
   */
  public static String slice(String text, int start, int stop) {
    if (stop <= start) {
      return "";
    }
    return text.substring(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, stop));
  }
}
