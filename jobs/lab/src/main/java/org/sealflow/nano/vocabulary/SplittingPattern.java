package org.sealflow.nano.vocabulary;

import java.util.List;
import java.util.StringJoiner;

/**
 * Splits a text before the entries are looked up, in the syntax of Oniguruma over the {@link
 * ByteAlphabet}: names that are no plain words, words and numbers, runs of punctuation, single
 * bytes.
 */
final class SplittingPattern {
  /** A single blank between two words or numbers: it goes without saying. */
  static final String IMPLIED_BLANK = "(?<=[A-Za-z0-9])" + ByteAlphabet.of(" ") + "(?=[A-Za-z0-9])";

  private static final String WORD = "[A-Za-z0-9]+";
  private static final String BYTE = "[^A-Za-z0-9]";

  private SplittingPattern() {}

  static String of(NanoVocabulary vocabulary) {
    StringJoiner alternatives = new StringJoiner("|");
    List<String> names = vocabulary.joinedNames();
    if (!names.isEmpty()) {
      // Most words are ruled out by the look-ahead, without a walk through all names.
      alternatives.add(
          "(?<![A-Za-z0-9_])(?=[A-Za-z0-9]+_)(?:" + String.join("|", names) + ")(?![A-Za-z0-9_])");
    }
    alternatives.add(WORD);
    vocabulary.runs().forEach(run -> alternatives.add(quoted(ByteAlphabet.of(run))));
    return alternatives.add(BYTE).toString();
  }

  private static String quoted(String run) {
    StringBuilder quoted = new StringBuilder();
    for (int i = 0; i < run.length(); i++) {
      char character = run.charAt(i);
      boolean isSign = character < 0x80 && !Character.isLetterOrDigit(character);
      quoted.append(isSign ? "\\" : "").append(character);
    }
    return quoted.toString();
  }
}
