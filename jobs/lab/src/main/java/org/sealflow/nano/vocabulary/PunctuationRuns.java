package org.sealflow.nano.vocabulary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Punctuation that stands together often. A run belongs to the JSON of a call, to a signature or to
 * a sentence and never to two of these: what ends a value and what follows it are then always
 * apart, and the value has the same tokens everywhere.
 */
final class PunctuationRuns {
  private static final Pattern CANDIDATE =
      Pattern.compile("[{}\\[\\]\":, \\n]{2,}|[()=,!\\n]{2,}|[:,]? '|'[ .,?]|[.,:;?!][ \\n]");

  private PunctuationRuns() {}

  /** The runs that stand most often in texts, the longest first. */
  static List<String> frequent(Collection<String> texts, int count) {
    Counts counts = new Counts();
    for (String text : texts) {
      Matcher run = CANDIDATE.matcher(text);
      while (run.find()) {
        counts.add(run.group(), 1);
      }
    }
    List<String> frequent = new ArrayList<>(counts.mostFrequent());
    frequent.subList(Math.min(count, frequent.size()), frequent.size()).clear();
    frequent.sort(
        Comparator.comparingInt(String::length)
            .reversed()
            .thenComparing(Comparator.naturalOrder()));
    return List.copyOf(frequent);
  }
}
