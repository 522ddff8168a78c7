package org.sealflow.model.template.value;

import java.util.ArrayList;
import java.util.List;

/** Texts by code point, as Python measures and cuts them. */
public final class Strings {
  /** {@code None} as a separator: runs of white space part the words. */
  static final String WHITE_SPACE = "";

  private Strings() {}

  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** One text per code point. */
  static List<Object> characters(String text) {
    List<Object> characters = new ArrayList<>(text.length());
    text.codePoints().forEach(point -> characters.add(Character.toString(point)));
    return characters;
  }

  /** Order by code point; that of UTF-16 units differs beyond the basic plane. */
  static int compare(String a, String b) {
    int[] left = a.codePoints().toArray();
    int[] right = b.codePoints().toArray();
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      if (left[i] != right[i]) {
        return Integer.compare(left[i], right[i]);
      }
    }
    return Integer.compare(left.length, right.length);
  }

  /** {@code str.isspace} of one character. */
  public static boolean isSpace(int point) {
    return (point >= 0x09 && point <= 0x0d)
        || (point >= 0x1c && point <= 0x20)
        || point == 0x85
        || point == 0xa0
        || point == 0x1680
        || (point >= 0x2000 && point <= 0x200a)
        || point == 0x2028
        || point == 0x2029
        || point == 0x202f
        || point == 0x205f
        || point == 0x3000;
  }

  public static String stripLeft(String text) {
    return text.substring(skip(text, 0, true));
  }

  public static String stripRight(String text) {
    int end = text.length();
    while (end > 0 && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  /** Without the leading characters that are among the given ones. */
  public static String stripLeft(String text, String characters) {
    int start = 0;
    while (start < text.length() && characters.indexOf(text.codePointAt(start)) >= 0) {
      start += Character.charCount(text.codePointAt(start));
    }
    return text.substring(start);
  }

  /** Without the trailing characters that are among the given ones. */
  public static String stripRight(String text, String characters) {
    int end = text.length();
    while (end > 0 && characters.indexOf(text.codePointBefore(end)) >= 0) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(0, end);
  }

  /**
   * {@code text.split(separator, limit)}.
   *
   * @param separator {@link #WHITE_SPACE} for words
   * @param limit the most splits, or a negative number for all
   */
  public static List<Object> split(String text, String separator, long limit) {
    return separator.isEmpty() ? words(text, limit) : parts(text, separator, limit);
  }

  private static List<Object> words(String text, long limit) {
    List<Object> words = new ArrayList<>();
    int start = skip(text, 0, true);
    while (start < text.length()) {
      int end = words.size() == limit ? text.length() : skip(text, start, false);
      words.add(text.substring(start, end));
      start = skip(text, end, true);
    }
    return words;
  }

  /** Where the run of white space, or of anything else, ends. */
  private static int skip(String text, int from, boolean space) {
    int at = from;
    while (at < text.length() && isSpace(text.charAt(at)) == space) {
      at++;
    }
    return at;
  }

  private static List<Object> parts(String text, String separator, long limit) {
    List<Object> parts = new ArrayList<>();
    int start = 0;
    int at = text.indexOf(separator);
    while (at >= 0 && parts.size() != limit) {
      parts.add(text.substring(start, at));
      start = at + separator.length();
      at = text.indexOf(separator, start);
    }
    parts.add(text.substring(start));
    return parts;
  }

  /** {@code text.rsplit(separator, limit)}: the splits are counted from the end. */
  static List<Object> splitFromRight(String text, String separator, long limit) {
    List<Object> reversed = split(reverse(text), reverse(separator), limit);
    List<Object> parts = new ArrayList<>();
    for (int i = reversed.size() - 1; i >= 0; i--) {
      parts.add(reverse((String) reversed.get(i)));
    }
    return parts;
  }

  public static String reverse(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  /** {@code text.splitlines()}. */
  public static List<Object> lines(String text) {
    List<Object> lines = new ArrayList<>();
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

  private static boolean endsLine(char c) {
    return (c >= 0x0a && c <= 0x0d)
        || (c >= 0x1c && c <= 0x1e)
        || c == 0x85
        || c == 0x2028
        || c == 0x2029;
  }

  /** {@code text.replace(old, replacement, count)}; a negative count for all. */
  public static String replace(String text, String old, String replacement, long count) {
    if (old.isEmpty()) {
      return interleave(text, replacement, count);
    }
    long growth = Math.max(0, replacement.length() - old.length());
    Sizes.requireText(text.length() + growth * (text.length() / old.length()));
    StringBuilder out = new StringBuilder();
    int start = 0;
    long left = count;
    for (int at = text.indexOf(old); at >= 0 && left != 0; at = text.indexOf(old, start)) {
      out.append(text, start, at).append(replacement);
      start = at + old.length();
      left--;
    }
    return out.append(text, start, text.length()).toString();
  }

  /** The empty text stands before each character and at the end. */
  private static String interleave(String text, String replacement, long count) {
    Sizes.requireText(text.length() + (long) replacement.length() * (text.length() + 1));
    StringBuilder out = new StringBuilder();
    long left = count;
    for (Object character : characters(text)) {
      out.append(left == 0 ? "" : replacement).append(character);
      left = left == 0 ? 0 : left - 1;
    }
    return out.append(left == 0 ? "" : replacement).toString();
  }
}
