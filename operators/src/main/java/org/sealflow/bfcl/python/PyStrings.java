package org.sealflow.bfcl.python;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text by code point, as Python's {@code str} sees it. */
public final class PyStrings {
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

  /** {@code str.isspace} of one character, which is also what {@code split()} and {@code \s} use. */
  public static boolean isSpace(int c) {
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

  /** {@code text.strip(characters)}. */
  public static String strip(String text, String characters) {
    int start = 0;
    int end = text.length();
    while (start < end && characters.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && characters.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end);
  }

  /** {@code text.lower()}. */
  public static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** {@code text.isdigit()}: not empty and every character a digit, superscripts too. */
  public static boolean isDigit(String text) {
    return !text.isEmpty() && text.codePoints().allMatch(PyStrings::isDigit);
  }

  private static boolean isDigit(int c) {
    return Character.isDigit(c)
        || c == 0xb2
        || c == 0xb3
        || c == 0xb9
        || c == 0x2070
        || (c >= 0x2074 && c <= 0x2079)
        || (c >= 0x2080 && c <= 0x2089)
        || (c >= 0x2460 && c <= 0x2468)
        || (c >= 0x2474 && c <= 0x247c)
        || (c >= 0x2488 && c <= 0x2490);
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
