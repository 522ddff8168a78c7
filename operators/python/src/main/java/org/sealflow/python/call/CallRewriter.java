package org.sealflow.python.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyStrings;

/**
 * The textual step before a call is parsed (call-execution.md, section 3.1). It knows nothing of
 * text literals: wherever an identifier stands before {@code (}, inside literals too, the white
 * space between the two goes, and a method name of an involved class gets its instance's name and a
 * dot in front.
 */
public final class CallRewriter {
  private final String source;
  private final MethodTable methods;
  private final @Nullable List<String> instanceNames;
  private @Nullable StringBuilder changed;
  private int copied;
  private int mentions;

  private CallRewriter(String source, MethodTable methods, @Nullable List<String> instanceNames) {
    this.source = source;
    this.methods = methods;
    this.instanceNames = instanceNames;
  }

  /**
   * The text as the reference rewrites it.
   *
   * @param instanceNames the names of the instances, in the order of the involved classes
   * @return the same text object where nothing changes
   */
  public static String rewrite(String source, MethodTable methods, List<String> instanceNames) {
    return new CallRewriter(source, methods, instanceNames).run().text();
  }

  /** The rewriting that does not depend on instance names: white space only. */
  static Rewritten rewriteWithoutNames(String source, MethodTable methods) {
    return new CallRewriter(source, methods, null).run();
  }

  /**
   * A text rewritten without instance names.
   *
   * @param mentions how many instance names the full rewriting would write into it
   */
  record Rewritten(String text, int mentions) {}

  private Rewritten run() {
    int length = source.length();
    int at = 0;
    while (at < length) {
      int end = endOfWord(at);
      if (end == at) {
        at++;
      } else {
        if (startsIdentifier(source.charAt(at))) {
          rewriteIfCalled(at, end);
        }
        at = end;
      }
    }
    return new Rewritten(finish(), mentions);
  }

  private void rewriteIfCalled(int start, int end) {
    int bracket = skipSpace(end);
    if (bracket == source.length() || source.charAt(bracket) != '(') {
      return;
    }
    MethodTable.Target target = methods.target(source.substring(start, end));
    if (target != null) {
      mentions++;
      if (instanceNames != null) {
        copyUpTo(start).append(instanceNames.get(target.instance())).append('.');
      }
    }
    if (bracket > end) {
      copyUpTo(end);
      copied = bracket;
    }
  }

  private StringBuilder copyUpTo(int end) {
    StringBuilder out = changed;
    if (out == null) {
      out = new StringBuilder(source.length() + 64);
      changed = out;
    }
    out.append(source, copied, end);
    copied = end;
    return out;
  }

  private String finish() {
    return changed == null ? source : copyUpTo(source.length()).toString();
  }

  private int endOfWord(int start) {
    int at = start;
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c < 0x80) {
        if (!isAsciiWord(c)) {
          return at;
        }
        at++;
      } else {
        int codePoint = source.codePointAt(at);
        if (!isUnicodeWord(codePoint)) {
          return at;
        }
        at += Character.charCount(codePoint);
      }
    }
    return at;
  }

  private int skipSpace(int start) {
    int at = start;
    while (at < source.length() && PyStrings.isSpace(source.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean startsIdentifier(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isAsciiWord(char c) {
    return startsIdentifier(c) || (c >= '0' && c <= '9');
  }

  /** Categories L* and N*: what {@code \w} of Python's regular expressions matches. */
  private static boolean isUnicodeWord(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          true;
      default -> false;
    };
  }
}
