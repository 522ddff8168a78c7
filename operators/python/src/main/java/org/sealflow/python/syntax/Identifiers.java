package org.sealflow.python.syntax;

import java.text.Normalizer;
import org.sealflow.python.PyException;
import org.sealflow.python.PyText;

/** Recognizes Python names, and finds the name that a spelling stands for. */
final class Identifiers {
  /** Identifier characters of Unicode that fall apart under NFKC, so that Python refuses them. */
  private static final String UNSTABLE =
      "\u037a\u309b\u309c\u2e2f\ufc5e\ufc5f\ufc60\ufc61\ufc62\ufc63\ufdfa\ufdfb"
          + "\ufe70\ufe72\ufe74\ufe76\ufe78\ufe7a\ufe7c\ufe7e";

  /** Characters that may continue a name and, for the same reason, not begin it. */
  private static final String UNSTABLE_AT_START = "\u0e33\u0eb3\uff9e\uff9f";

  private Identifiers() {}

  /**
   * Checks a run of ASCII word characters and characters beyond ASCII.
   *
   * @throws PyException SyntaxError naming the first character that no name may have there
   */
  static void require(SourceText source, int start, int end) {
    String text = source.text();
    for (int i = start; i < end; ) {
      int c = text.codePointAt(i);
      if (!(i == start ? isStart(c) : isPart(c))) {
        throw source.error(invalidCharacter(c), i);
      }
      i += Character.charCount(c);
    }
  }

  private static boolean isStart(int c) {
    return c == '_'
        || (Character.isUnicodeIdentifierStart(c)
            && UNSTABLE.indexOf(c) < 0
            && UNSTABLE_AT_START.indexOf(c) < 0);
  }

  private static boolean isPart(int c) {
    return Character.isUnicodeIdentifierPart(c)
        && !Character.isIdentifierIgnorable(c)
        && UNSTABLE.indexOf(c) < 0;
  }

  private static String invalidCharacter(int c) {
    return PyText.isPrintable(c)
        ? String.format("invalid character '%s' (U+%04X)", Character.toString(c), c)
        : nonPrintable(c);
  }

  static String nonPrintable(int c) {
    return String.format("invalid non-printable character U+%04X", c);
  }

  /** The name of a spelling: Python takes names in normal form NFKC. */
  static String name(String source, int start, int end) {
    String spelling = source.substring(start, end);
    for (int i = 0; i < spelling.length(); i++) {
      if (spelling.charAt(i) >= 0x80) {
        return Normalizer.normalize(spelling, Normalizer.Form.NFKC);
      }
    }
    return spelling;
  }
}
