package org.sealflow.jobs.report.inspect;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Which episodes are wanted: those that have all of these values and hold the text.
 *
 * @param values one per facet; facets that are not named do not matter
 * @param text letters of either case; empty for any
 */
public record EpisodeFilter(Map<EpisodeFacet, String> values, String text) {
  /** Every episode. */
  public static final EpisodeFilter ALL = new EpisodeFilter(Map.of(), "");

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

  boolean leaves(InspectedEntry entry) {
    for (Map.Entry<EpisodeFacet, String> wanted : values.entrySet()) {
      if (!entry.values(wanted.getKey()).contains(wanted.getValue())) {
        return false;
      }
    }
    return text.isEmpty() || entry.text().contains(text);
  }
}
