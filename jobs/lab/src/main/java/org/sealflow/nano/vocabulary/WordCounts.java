package org.sealflow.nano.vocabulary;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a corpus: letters up to the first character that is none. What has an entry anyway,
 * names and tags, counts for nothing.
 */
final class WordCounts {
  private static final Pattern TAG = Pattern.compile("<[|]?/?\\w+[|]?>");
  private static final Pattern JOINED = Pattern.compile("[A-Za-z0-9_]+");
  private static final Pattern WORD = Pattern.compile("(?<![A-Za-z0-9])[A-Za-z]{2,}");
  private static final int SHORTEST_PIECE = 2;
  private static final int LONGEST_PIECE = 3;

  /** The names of the roles stand in every conversation, but in no message. */
  private static final List<String> ROLES = List.of("system", "user", "assistant");

  private final Counts words = new Counts();

  private WordCounts() {}

  /**
   * Counts words.
   *
   * @param names that are one token each
   */
  static WordCounts of(Collection<String> texts, Set<String> names) {
    WordCounts counts = new WordCounts();
    ROLES.forEach(role -> counts.words.add(role, texts.size()));
    for (String text : texts) {
      Matcher joined = JOINED.matcher(TAG.matcher(text).replaceAll(" "));
      while (joined.find()) {
        if (!names.contains(joined.group())) {
          counts.add(joined.group());
        }
      }
    }
    return counts;
  }

  private void add(String joined) {
    Matcher word = WORD.matcher(joined);
    while (word.find()) {
      words.add(word.group(), 1);
    }
  }

  /** All words, the most frequent first. */
  List<String> frequent() {
    return words.mostFrequent();
  }

  /**
   * Pieces of the words that have no entry, at their beginning or within them, those first that
   * save most. Each word counts once: what has to be spelled are words that nobody has seen often.
   */
  List<String> pieces(Set<String> entries) {
    Counts pieces = new Counts();
    for (String word : words.texts()) {
      if (!entries.contains(word)) {
        addPieces(word, pieces);
      }
    }
    return pieces.mostFrequent();
  }

  private static void addPieces(String word, Counts pieces) {
    for (int length = SHORTEST_PIECE; length <= LONGEST_PIECE; length++) {
      for (int begin = 0; begin + length <= word.length(); begin++) {
        String piece = word.substring(begin, begin + length);
        pieces.add(begin == 0 ? piece : NanoVocabulary.CONTINUES + piece, length - 1);
      }
    }
  }
}
