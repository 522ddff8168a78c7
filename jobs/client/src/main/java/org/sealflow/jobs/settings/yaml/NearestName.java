package org.sealflow.jobs.settings.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the name that a misspelt one was meant to be. */
public final class NearestName {
  private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

  /** One edit for every three characters. */
  private static final int CHARACTERS_PER_EDIT = 3;

  /** A swap of neighbours, two edits, is understood in words from this length. */
  private static final int SHORTEST_SWAPPED = 5;

  private NearestName() {}

  /**
   * The name with the fewest edits to the word; the first one among equals.
   *
   * @return empty if every name needs more edits than a third of the characters, and more than two
   */
  public static Optional<String> of(String word, Collection<String> names) {
    int least = word.length() < SHORTEST_SWAPPED ? 1 : 2;
    int most = Math.max(least, word.length() / CHARACTERS_PER_EDIT);
    return names.stream()
        .filter(name -> DISTANCE.apply(word, name) <= most)
        .min(Comparator.comparingInt(name -> DISTANCE.apply(word, name)));
  }

  /** The end of a message about a misspelt name: a question, or nothing if no name is near. */
  public static String question(String word, Collection<String> names) {
    return of(word, names).map(name -> "; did you mean " + name + "?").orElse("");
  }
}
