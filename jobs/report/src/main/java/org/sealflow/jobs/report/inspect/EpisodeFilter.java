package org.sealflow.jobs.report.inspect;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which episodes are wanted: those that have all of these values and hold all words of the text.
 *
 * @param values one per facet; facets that are not named do not matter
 * @param text words in any order, letters of either case; what stands in double quotes is one word;
 *     empty for any
 */
public record EpisodeFilter(Map<EpisodeFacet, String> values, String text) {
  /** Every episode. */
  public static final EpisodeFilter ALL = new EpisodeFilter(Map.of(), "");

  private static final Pattern WORD = Pattern.compile("\"([^\"]+)\"|\\S+");

  public EpisodeFilter {
    values = Map.copyOf(values);
    text = text.strip().toLowerCase(Locale.ROOT);
  }

  /** The same with one more value. */
  public EpisodeFilter with(EpisodeFacet facet, String value) {
    Map<EpisodeFacet, String> more = new EnumMap<>(EpisodeFacet.class);
    more.putAll(values);
    more.put(facet, value);
    return new EpisodeFilter(more, text);
  }

  /** What must be held, in lower case. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    Matcher found = WORD.matcher(text);
    while (found.find()) {
      words.add(found.group(1) == null ? found.group() : found.group(1));
    }
    return words;
  }

  /** Whether an episode has all of the values. */
  boolean leaves(InspectedEntry entry) {
    for (Map.Entry<EpisodeFacet, String> wanted : values.entrySet()) {
      if (!entry.values(wanted.getKey()).contains(wanted.getValue())) {
        return false;
      }
    }
    return true;
  }
}
